import type { Translated } from '../../sweep/recipe-words.ts';
import { numbers } from '../../words/ru/numbers.ts';
import { timesOver } from '../../words/ru/plural.ts';
import type { words as english } from '../cached.ts';

export const words: Translated<typeof english> = {
  title: 'Кэш в клиенте',
  question: 'Что экономит кэш в клиенте рядом с пакетами, и что от этого остаётся, когда пишут другие?',
  method:
    'GET по 100 байт из node-redis через 1 мс, 10 соединений, 10\u202f000 ключей по закону Ципфа. По одной, в конвейерах по 16 и по одной с кэшем библиотеки: сервер сообщает каждому соединению, какие ключи изменились. Сначала никто не пишет, затем другой клиент пишет эти ключи 10\u202f000 раз в секунду.',
  source: 'предложение: redis/redis-benchmarks-specification#399; чисел не публиковали',
  ask: 'Во сколько раз больше чтений в секунду даёт кэш, когда никто не пишет?',
  choices: {},
  takeaway: (times) =>
    `Пока никто не писал, кэш в клиенте дал ${timesOver(times)} больше чтений в секунду, чем по одной.`,
  claims: {
    'saves-round-trips': {
      text: 'Где никто не пишет, кэш отвечает на многие чтения без обмена с сервером.',
      rule: 'Подтверждается, если чтения с кэшем достигают × 1,5 или больше против одиночных, всем интервалом.',
    },
    'ends-with-writes': {
      text: 'Где другие часто пишут, он ничего не экономит.',
      rule: 'Подтверждается, если при 10\u202f000 записей в секунду чтения с кэшем ниже × 1,2 от одиночных, всем интервалом.',
    },
  },
  labels: {
    'writes-per-second': ({ writes }, { count }) =>
      writes === 0 ? 'никто не пишет' : `${count(writes)} записей в секунду`,
    cached: 'с кэшем',
    'against-single': 'к одиночным',
  },
  sentences: {
    hits: ({ writes, hitRate, ratio, stale, reads }, say) =>
      writes === 0
        ? `Никто не пишет: кэш отвечает на ${numbers.share(hitRate)} чтений, ${say.ratio(ratio)} чтений в секунду.`
        : `При ${say.count(writes)} записей в секунду кэш отвечает на ${numbers.share(hitRate)}, ${say.ratio(ratio)} чтений в секунду; устарели ${say.count(stale)} из ${say.count(reads)}.`,
  },
};
