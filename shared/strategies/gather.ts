import type {
  DescribedStrategy,
  StrategySnippet,
  StrategyTraits,
  StrategyWords,
} from '../contract/strategy.ts';

export const traits: StrategyTraits = {
  id: 'gather',
  order: 45,
  colour: 10,
  batching: 'in-flight',
  search: 'asked',
};

export const snippet: StrategySnippet = { by: 'gather' };

export const label = 'Gather by time';

export const description: DescribedStrategy = {
  id: traits.id,
  label,
  summary:
    'Commands are collected for a time, or up to a number or size, and sent as one pipeline. A wait below 1 ms takes a core.',
  batching: traits.batching,
  semantics: {
    atomic: false,
    onFailure: 'Only the command that failed fails; in ioredis all wait for the last reply of their batch.',
    blocksOthers: 'No: other clients are served while a batch is worked off.',
    cluster: 'Nothing: commands are gathered for each node.',
    writes: '1 per gathered batch; several batches are in flight',
    bytes: 'the command; packets are shared',
  },
};

export const ru: StrategyWords = {
  label: 'Сбор по времени',
  summary:
    'Команды собираются некоторое время либо до числа или объёма и уходят одним конвейером. Ожидание короче 1 мс занимает ядро.',
  semantics: {
    onFailure:
      'С ошибкой завершается только эта команда; в ioredis все ждут последнего ответа своего пакета.',
    blocksOthers: 'Нет: других обслуживают, пока выполняется пакет.',
    cluster: 'Ограничений нет: команды собираются для каждого узла.',
    writes: '1 на собранный пакет; в пути несколько пакетов',
    bytes: 'сама команда; сетевые пакеты общие',
  },
};

export const zh: StrategyWords = {
  label: '按时间窗口攒批',
  summary: '命令先攒一段时间，或攒满一定条数或字节，再作为一个管道发送。短于 1 毫秒的等待会占用一个核心。',
  semantics: {
    onFailure: '只有失败的那条命令失败；在 ioredis 中所有命令都要等本批的最后一个回复。',
    blocksOthers: '否：处理一批命令时也会服务其他客户端。',
    cluster: '无要求：命令按节点分别攒批。',
    writes: '每个攒成的批次 1 次；可有多批在途',
    bytes: '命令本身；共用数据包',
  },
};
