import type {
  DescribedStrategy,
  StrategySnippet,
  StrategyTraits,
  StrategyWords,
} from '../contract/strategy.ts';

export const traits: StrategyTraits = {
  id: 'auto-pipeline',
  order: 40,
  colour: 3,
  batching: 'in-flight',
  search: 'usual',
};

export const snippet: StrategySnippet = { by: 'each', client: 'enableAutoPipelining: true' };

export const label = 'Auto-pipelining';

export const description: DescribedStrategy = {
  id: traits.id,
  label,
  summary:
    'The client library gathers the commands of one turn of the event loop into a pipeline (ioredis: enableAutoPipelining).',
  batching: traits.batching,
  semantics: {
    atomic: false,
    onFailure: 'Only the command that failed fails; in ioredis all wait for the last reply of their batch.',
    blocksOthers: 'No: other clients are served while a batch is worked off.',
    cluster:
      'Nothing: ioredis groups the commands by node. When a slot moves, commands of a batch with one of its keys fail (MOVED) until the slots are looked up again.',
    writes: '1 per gathered batch; in ioredis one batch is in flight at a time',
    bytes: 'the command; packets are shared',
  },
};

export const ru: StrategyWords = {
  label: 'Автоконвейер',
  summary:
    'Библиотека сама собирает команды одного оборота event loop в конвейер (ioredis: enableAutoPipelining).',
  semantics: {
    onFailure:
      'С ошибкой завершается только эта команда; в ioredis все ждут последнего ответа своего пакета.',
    blocksOthers: 'Нет: других обслуживают, пока выполняется пакет.',
    cluster:
      'Ограничений нет: ioredis раскладывает команды по узлам. Когда слот переезжает, команды пакета с его ключом получают MOVED, пока слоты не запрошены заново.',
    writes: '1 на собранный пакет; у ioredis в пути один пакет за раз',
    bytes: 'сама команда; сетевые пакеты общие',
  },
};

export const zh: StrategyWords = {
  label: '自动管道',
  summary: '客户端库把事件循环同一轮里的命令合成一个管道（ioredis：enableAutoPipelining）。',
  semantics: {
    onFailure: '只有失败的那条命令失败；在 ioredis 中所有命令都要等本批的最后一个回复。',
    blocksOthers: '否：处理一批命令时也会服务其他客户端。',
    cluster:
      '无要求：ioredis 按节点给命令分组。槽迁移时，同批中含该槽键的命令会失败（MOVED），直到重新查询槽。',
    writes: '每个合成的批次 1 次；ioredis 同时只有一批在途',
    bytes: '命令本身；共用数据包',
  },
};
