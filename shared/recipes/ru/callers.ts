import type { Translated } from '../../sweep/recipe-words.ts';
import { numbers } from '../../words/ru/numbers.ts';
import { timesOver } from '../../words/ru/plural.ts';
import type { words as english } from '../callers.ts';

export const words: Translated<typeof english> = {
  title: 'Общий клиент или пул',
  question: 'У веб-сервера 200 запросов одновременно. Делить им одно соединение или брать из пула?',
  method:
    'GET по 100 байт от 200 вызывающих через 1 мс, ioredis. Каждый ждёт ответа, прежде чем послать снова. Из пула соединение берут, пока не придёт ответ. По общему соединению все посылают сразу; с автоматическим конвейером клиент отправляет одной записью всё, что послано за один оборот цикла событий.',
  source:
    'вопросы пользователей: redis/ioredis#1476, redis/lettuce#360, redis/lettuce#910; чисел не публиковали',
  ask: 'Во сколько раз больше ответов даёт одно общее соединение, чем пул из 20?',
  choices: {},
  takeaway: (times) =>
    `Одно соединение, общее для 200 вызывающих, дало ${timesOver(times)} больше ответов в секунду, чем пул из 20.`,
  claims: {
    'shared-beats-pool': {
      text: 'Одно общее соединение отвечает быстрее, чем пул из 20.',
      rule: 'Подтверждается, если одно общее соединение достигает × 2 или больше против пула из 20, всем интервалом. Вызывающих поровну, поэтому каждый ждёт во столько же раз меньше.',
    },
    'larger-pool-helps': {
      text: 'Пулу нужно много соединений: 20 дают намного больше, чем 5.',
      rule: 'Подтверждается, если пул из 20 достигает × 2 или больше против пула из 5, всем интервалом.',
    },
  },
  labels: {
    'callers-at': ({ callers, rttMs }) => `${callers} вызывающих через ${numbers.count(rttMs)} мс`,
    pool: ({ count }) => `пул из ${count}`,
    shared: ({ count }) => `общие соединения: ${count}`,
    'against-pool': ({ count }) => `к пулу из ${count}`,
  },
  sentences: {
    waits: ({ pool, shared, ratio }, say) =>
      `Вызывающий ждёт ответа ${numbers.ms(shared.p50)} мс на общих соединениях (${shared.count}) и ${numbers.ms(pool.p50)} мс с пулом из ${pool.count} (медианы): ${say.ratio(ratio)} ответов в секунду.`,
  },
};
