import type {
  DescribedStrategy,
  StrategySnippet,
  StrategyTraits,
  StrategyWords,
} from '../contract/strategy.ts';

export const traits: StrategyTraits = {
  id: 'concurrent',
  order: 20,
  colour: 2,
  batching: 'in-flight',
  search: 'asked',
  writesItself: true,
};

export const snippet: StrategySnippet = { by: 'each' };

export const label = 'Concurrent';

export const description: DescribedStrategy = {
  id: traits.id,
  label,
  summary: 'Many commands in flight on each connection, each written on its own: Promise.all, no batching.',
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
  label: 'Параллельно',
  summary: 'Много команд ждут ответа сразу, но каждая пишется в сокет сама: Promise.all, без пакетов.',
  semantics: {
    onFailure: 'С ошибкой завершается только эта команда.',
    blocksOthers: 'Нет: других обслуживают между любыми двумя командами.',
    cluster: 'Ограничений нет: команда идёт на узел своего ключа.',
    writes: '1 на команду',
    bytes: 'сама команда, в отдельном сетевом пакете',
  },
};

export const zh: StrategyWords = {
  label: '并发',
  summary: '每个连接上有多条命令在途，逐条写入套接字：Promise.all，不批量。',
  semantics: {
    onFailure: '只有失败的那条命令失败。',
    blocksOthers: '否：任意两条命令之间都会服务其他客户端。',
    cluster: '无要求：每条命令发往其键所在的节点。',
    writes: '每条命令 1 次',
    bytes: '命令本身，独占一个数据包',
  },
};
