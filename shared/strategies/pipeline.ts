import type {
  DescribedStrategy,
  StrategySnippet,
  StrategyTraits,
  StrategyWords,
} from '../contract/strategy.ts';

export const traits: StrategyTraits = {
  id: 'pipeline',
  order: 50,
  colour: 4,
  batching: 'batch',
  search: 'usual',
};

export const snippet: StrategySnippet = { by: 'pipeline' };

export const label = 'Pipeline';

export const description: DescribedStrategy = {
  id: traits.id,
  label,
  summary: 'The program gathers a batch itself and sends it at once (ioredis: redis.pipeline() … exec()).',
  batching: traits.batching,
  semantics: {
    atomic: false,
    onFailure:
      'Only the command that failed fails. ioredis and GLIDE give an error or a reply for each; in node-redis the whole call rejects.',
    blocksOthers: 'No: other clients are served while a batch is worked off.',
    cluster: 'The program has to split a batch by node; ioredis refuses one that it has not.',
    writes: '1 per batch',
    bytes: 'the command; packets are shared',
  },
};

export const ru: StrategyWords = {
  label: 'Конвейер',
  summary: 'Программа сама собирает пакет и шлёт его разом (ioredis: redis.pipeline() … exec()).',
  semantics: {
    onFailure:
      'С ошибкой завершается только эта команда. ioredis и GLIDE дают ошибку или ответ для каждой; в node-redis отклоняется весь вызов.',
    blocksOthers: 'Нет: других обслуживают, пока выполняется пакет.',
    cluster: 'Делить пакет по узлам должна программа; неразделённый пакет ioredis отклоняет.',
    writes: '1 на пакет',
    bytes: 'сама команда; сетевые пакеты общие',
  },
};

export const zh: StrategyWords = {
  label: '管道',
  summary: '程序自己攒一批，一次发出（ioredis：redis.pipeline() … exec()）。',
  semantics: {
    onFailure:
      '只有失败的那条命令失败。ioredis 和 GLIDE 为每条命令给出错误或回复；在 node-redis 中整个调用失败。',
    blocksOthers: '否：处理一批命令时也会服务其他客户端。',
    cluster: '程序要自己按节点拆分批次；没有拆分的会被 ioredis 拒绝。',
    writes: '每批 1 次',
    bytes: '命令本身；共用数据包',
  },
};
