import type {
  DescribedStrategy,
  StrategySnippet,
  StrategyTraits,
  StrategyWords,
} from '../contract/strategy.ts';

export const traits: StrategyTraits = {
  id: 'wire',
  order: 90,
  colour: 8,
  batching: 'batch',
  writesItself: true,
};

export const snippet: StrategySnippet = { by: 'wire' };

export const label = 'Raw socket';

export const description: DescribedStrategy = {
  id: traits.id,
  label,
  summary: 'No client library: commands encoded ahead, written to a socket, replies counted. The roofline.',
  batching: traits.batching,
  semantics: {
    atomic: false,
    onFailure: 'Only the command that failed fails.',
    blocksOthers: 'No: other clients are served while a batch is worked off.',
    cluster:
      'The program has to find the node of each key. This one follows no redirection: it counts as failed, and a MOVED is learnt from.',
    writes: '1 per batch',
    bytes: 'the command; packets are shared',
  },
};

export const ru: StrategyWords = {
  label: 'Прямой сокет',
  summary: 'Без клиентской библиотеки: команды закодированы заранее, ответы сосчитаны. Верхняя граница.',
  semantics: {
    onFailure: 'С ошибкой завершается только эта команда.',
    blocksOthers: 'Нет: других обслуживают, пока выполняется пакет.',
    cluster:
      'Узел каждого ключа ищет программа. Эта не идёт по перенаправлениям: они считаются ошибками, а из MOVED она узнаёт новый узел.',
    writes: '1 на пакет',
    bytes: 'сама команда; сетевые пакеты общие',
  },
};

export const zh: StrategyWords = {
  label: '裸套接字',
  summary: '不用客户端库：命令事先编码，直接写入套接字，只数回复。这是性能上限。',
  semantics: {
    onFailure: '只有失败的那条命令失败。',
    blocksOthers: '否：处理一批命令时也会服务其他客户端。',
    cluster: '程序要自己找到每个键的节点。这里不跟随重定向：计为失败，并从 MOVED 学习槽的位置。',
    writes: '每批 1 次',
    bytes: '命令本身；共用数据包',
  },
};
