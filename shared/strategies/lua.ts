import type {
  DescribedStrategy,
  StrategySnippet,
  StrategyTraits,
  StrategyWords,
} from '../contract/strategy.ts';

export const traits: StrategyTraits = {
  id: 'lua',
  order: 80,
  colour: 7,
  batching: 'batch',
  isWhole: true,
};

export const snippet: StrategySnippet = { by: 'lua' };

export const label = 'Lua script';

export const description: DescribedStrategy = {
  id: traits.id,
  label,
  summary: 'A script on the server that runs the batch: EVALSHA with all keys and arguments.',
  batching: traits.batching,
  semantics: {
    atomic: true,
    onFailure:
      'The script decides: this one continues and returns an error in the place of the reply (redis.pcall).',
    blocksOthers: 'Yes: nobody else is served while the script runs.',
    cluster: 'All keys of a batch must be in one slot (hash tags).',
    writes: '1 per batch',
    bytes: 'keys and arguments, the name and a letter a word for each command; the script’s digest once',
  },
};

export const ru: StrategyWords = {
  label: 'Скрипт Lua',
  summary: 'Пакет выполняет скрипт на сервере: EVALSHA со всеми ключами и аргументами.',
  semantics: {
    onFailure: 'Решает скрипт: этот идёт дальше и ставит ошибку на место ответа (redis.pcall).',
    blocksOthers: 'Да: пока идёт скрипт, не обслуживают никого.',
    cluster: 'Все ключи пакета должны быть в одном слоте (хеш-теги).',
    writes: '1 на пакет',
    bytes: 'ключи и аргументы, имя каждой команды и по букве на слово; хеш скрипта – один раз',
  },
};

export const zh: StrategyWords = {
  label: 'Lua 脚本',
  summary: '由服务器上的脚本执行整批：EVALSHA 带上所有键和参数。',
  semantics: {
    onFailure: '由脚本决定：这个脚本会继续执行，并在回复的位置返回错误（redis.pcall）。',
    blocksOthers: '是：脚本运行时不服务其他客户端。',
    cluster: '同一批的所有键必须在同一个槽（用哈希标签）。',
    writes: '每批 1 次',
    bytes: '键和参数，每条命令的名称及每个词一个字母；脚本摘要一次',
  },
};
