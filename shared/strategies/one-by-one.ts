import type {
  DescribedStrategy,
  StrategySnippet,
  StrategyTraits,
  StrategyWords,
} from '../contract/strategy.ts';

export const traits: StrategyTraits = {
  id: 'one-by-one',
  order: 10,
  colour: 1,
  batching: 'none',
  search: 'asked',
};

export const snippet: StrategySnippet = { by: 'each' };

export const label = 'One by one';

export const description: DescribedStrategy = {
  id: traits.id,
  label,
  summary: 'Each connection sends a command and awaits its reply before it sends the next.',
  batching: traits.batching,
  semantics: {
    atomic: false,
    onFailure: 'Only the command that failed fails.',
    blocksOthers: 'No: other clients are served between any two commands.',
    cluster: 'Nothing: each command goes to the node of its key.',
    writes: '1 per command',
    bytes: 'the command, in a packet of its own',
  },
};

export const ru: StrategyWords = {
  label: 'По одной',
  summary: 'Соединение шлёт команду и ждёт ответа, прежде чем послать следующую.',
  semantics: {
    onFailure: 'С ошибкой завершается только эта команда.',
    blocksOthers: 'Нет: других обслуживают между любыми двумя командами.',
    cluster: 'Ограничений нет: команда идёт на узел своего ключа.',
    writes: '1 на команду',
    bytes: 'сама команда, в отдельном сетевом пакете',
  },
};

export const zh: StrategyWords = {
  label: '逐条发送',
  summary: '每个连接发一条命令，等到回复再发下一条。',
  semantics: {
    onFailure: '只有失败的那条命令失败。',
    blocksOthers: '否：任意两条命令之间都会服务其他客户端。',
    cluster: '无要求：每条命令发往其键所在的节点。',
    writes: '每条命令 1 次',
    bytes: '命令本身，独占一个数据包',
  },
};
