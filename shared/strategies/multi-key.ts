import type {
  DescribedStrategy,
  StrategySnippet,
  StrategyTraits,
  StrategyWords,
} from '../contract/strategy.ts';

export const traits: StrategyTraits = {
  id: 'multi-key',
  order: 70,
  colour: 5,
  batching: 'batch',
  isWhole: true,
  search: 'usual',
};

export const snippet: StrategySnippet = { by: 'multi-key' };

export const label = 'MSET / MGET';

export const description: DescribedStrategy = {
  id: traits.id,
  label,
  summary: 'One command for the whole batch: MSET for SET, MGET for GET, DEL with many keys.',
  batching: traits.batching,
  semantics: {
    atomic: true,
    onFailure: 'The command fails as a whole; nothing of the batch is done.',
    blocksOthers: 'Yes: a single command is never interrupted.',
    cluster: 'All keys of a batch must be in one slot (hash tags).',
    writes: '1 per batch',
    bytes: 'key and value only: the command’s name and the reply are shared',
  },
};

export const ru: StrategyWords = {
  label: 'MSET / MGET',
  summary: 'Одна команда на весь пакет: MSET вместо SET, MGET вместо GET, DEL со многими ключами.',
  semantics: {
    onFailure: 'Команда не выполняется целиком; из пакета не выполнено ничего.',
    blocksOthers: 'Да: одну команду ничто не прерывает.',
    cluster: 'Все ключи пакета должны быть в одном слоте (хеш-теги).',
    writes: '1 на пакет',
    bytes: 'только ключ и значение: имя команды и ответ общие',
  },
};

export const zh: StrategyWords = {
  label: 'MSET / MGET',
  summary: '整批只用一条命令：SET 用 MSET，GET 用 MGET，DEL 带多个键。',
  semantics: {
    onFailure: '命令整体失败；整批都不执行。',
    blocksOthers: '是：单条命令绝不会被打断。',
    cluster: '同一批的所有键必须在同一个槽（用哈希标签）。',
    writes: '每批 1 次',
    bytes: '只有键和值：命令名和回复共用',
  },
};
