import type {
  DescribedStrategy,
  StrategySnippet,
  StrategyTraits,
  StrategyWords,
} from '../contract/strategy.ts';

export const traits: StrategyTraits = {
  id: 'cached',
  order: 85,
  colour: 11,
  batching: 'none',
  client: 'node-redis',
};

export const snippet: StrategySnippet = { by: 'each' };

export const label = 'Cached in the client';

export const description: DescribedStrategy = {
  id: traits.id,
  label,
  summary:
    'The client keeps what it has read, and the server tells it when a key changes: only what it does not hold is sent, one by one.',
  batching: traits.batching,
  semantics: {
    atomic: false,
    onFailure: 'Only the command that failed fails.',
    blocksOthers: 'No: other clients are served between any two commands.',
    cluster: 'Not with this library yet.',
    writes: '1 per command that the cache does not answer',
    bytes: 'none for what the cache answers; a message for each key that changes',
  },
};

export const ru: StrategyWords = {
  label: 'Кэш в клиенте',
  summary:
    'Клиент хранит прочитанное, а сервер сообщает ему об изменении ключей: посылается, по одной, лишь то, чего в кэше нет.',
  semantics: {
    onFailure: 'С ошибкой завершается только эта команда.',
    blocksOthers: 'Нет: других обслуживают между любыми двумя командами.',
    cluster: 'С этой библиотекой пока нельзя.',
    writes: '1 на команду, на которую кэш не ответил',
    bytes: 'за ответ из кэша – ничего; по сообщению на каждый изменённый ключ',
  },
};

export const zh: StrategyWords = {
  label: '客户端缓存',
  summary: '客户端保存读过的内容，键改变时由服务器通知：只有缓存中没有的才逐条发送。',
  semantics: {
    onFailure: '只有失败的那条命令失败。',
    blocksOthers: '否：任意两条命令之间都会服务其他客户端。',
    cluster: '此库暂不支持。',
    writes: '缓存未能回答的命令每条 1 次',
    bytes: '缓存回答的不占字节；每个改变的键有一条消息',
  },
};
