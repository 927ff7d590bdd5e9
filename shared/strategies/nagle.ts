import type {
  DescribedStrategy,
  StrategySnippet,
  StrategyTraits,
  StrategyWords,
} from '../contract/strategy.ts';

export const traits: StrategyTraits = {
  id: 'nagle',
  order: 30,
  colour: 9,
  batching: 'in-flight',
  search: 'asked',
  writesItself: true,
};

export const snippet: StrategySnippet = { by: 'each', connection: 'noDelay: false' };

export const label = 'Concurrent, Nagle';

export const description: DescribedStrategy = {
  id: traits.id,
  label,
  summary:
    'As concurrent, but the kernel gathers small writes (noDelay: false), which delays them on real links.',
  batching: traits.batching,
  semantics: {
    atomic: false,
    onFailure: 'Only the command that failed fails.',
    blocksOthers: 'No: other clients are served between any two commands.',
    cluster: 'Nothing: each command goes to the node of its key.',
    writes: '1 per command; the kernel merges them into fewer packets',
    bytes: 'the command; packets are shared',
  },
};

export const ru: StrategyWords = {
  label: 'Параллельно, Nagle',
  summary:
    'Как «Параллельно», но мелкие записи собирает ядро (noDelay: false), что задерживает их в настоящей сети.',
  semantics: {
    onFailure: 'С ошибкой завершается только эта команда.',
    blocksOthers: 'Нет: других обслуживают между любыми двумя командами.',
    cluster: 'Ограничений нет: команда идёт на узел своего ключа.',
    writes: '1 на команду; ядро сливает их в меньшее число сетевых пакетов',
    bytes: 'сама команда; сетевые пакеты общие',
  },
};

export const zh: StrategyWords = {
  label: '并发 + Nagle',
  summary: '与并发相同，但由内核合并小的写入（noDelay: false），在真实链路上会带来延迟。',
  semantics: {
    onFailure: '只有失败的那条命令失败。',
    blocksOthers: '否：任意两条命令之间都会服务其他客户端。',
    cluster: '无要求：每条命令发往其键所在的节点。',
    writes: '每条命令 1 次；内核把它们合并成较少的数据包',
    bytes: '命令本身；共用数据包',
  },
};
