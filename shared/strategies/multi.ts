import type {
  DescribedStrategy,
  StrategySnippet,
  StrategyTraits,
  StrategyWords,
} from '../contract/strategy.ts';

export const traits: StrategyTraits = {
  id: 'multi',
  order: 60,
  colour: 6,
  batching: 'batch',
  isWhole: true,
  search: 'asked',
};

export const snippet: StrategySnippet = { by: 'multi' };

export const label = 'MULTI/EXEC';

export const description: DescribedStrategy = {
  id: traits.id,
  label,
  summary: 'A transaction: the batch between MULTI and EXEC, sent in one pipeline.',
  batching: traits.batching,
  semantics: {
    atomic: true,
    onFailure:
      'Refused as a whole when a command cannot be queued; one that fails while running does not stop or undo the others.',
    blocksOthers: 'Yes: nobody else is served between MULTI’s first command and its last.',
    cluster: 'All keys of a batch must be in one slot (hash tags).',
    writes: '1 per batch',
    bytes: 'the command, a +QUEUED for each, MULTI and EXEC once per batch',
  },
};

export const ru: StrategyWords = {
  label: 'MULTI/EXEC',
  summary: 'Транзакция: пакет между MULTI и EXEC, отправленный одним конвейером.',
  semantics: {
    onFailure:
      'Если команду нельзя поставить в очередь, отклоняется всё; ошибка при выполнении не останавливает и не отменяет остальных.',
    blocksOthers: 'Да: от первой команды MULTI до последней не обслуживают никого.',
    cluster: 'Все ключи пакета должны быть в одном слоте (хеш-теги).',
    writes: '1 на пакет',
    bytes: 'сама команда, +QUEUED на каждую, MULTI и EXEC раз на пакет',
  },
};

export const zh: StrategyWords = {
  label: 'MULTI/EXEC',
  summary: '事务：整批命令放在 MULTI 与 EXEC 之间，用一个管道发出。',
  semantics: {
    onFailure: '有命令无法入队则整批拒绝；执行中失败的命令不会中止或回滚其他命令。',
    blocksOthers: '是：从事务的第一条命令到最后一条，不服务其他客户端。',
    cluster: '同一批的所有键必须在同一个槽（用哈希标签）。',
    writes: '每批 1 次',
    bytes: '命令本身，每条一个 +QUEUED，每批一次 MULTI 和 EXEC',
  },
};
