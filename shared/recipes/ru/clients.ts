import type { Translated } from '../../sweep/recipe-words.ts';
import { numbers } from '../../words/ru/numbers.ts';
import type { words as english } from '../clients.ts';

const ways = { 'one-by-one': 'по одной', 'auto-pipeline': 'автоконвейер', pipeline: 'в конвейерах' };

export const words: Translated<typeof english> = {
  title: 'Важна ли библиотека клиента?',
  question: 'Насколько быстрее та же стратегия с другой библиотекой клиента?',
  method:
    'SET по 100 байт через одно соединение, пакеты по 64. Одни и те же стратегии у ioredis и node-redis: сначала напрямую, затем через 1 мс. У node-redis отключён тайм-аут каждой команды, которого у ioredis нет. GLIDE установлен не везде: его сравнивают с помощью --client.',
  source: 'вопросы пользователей: redis/ioredis#186, redis/node-redis#2207; цифры не публиковались',
  ask: 'С каким клиентом SET в конвейерах по 64 идут быстрее всего?',
  choices: { ioredis: 'ioredis', 'node-redis': 'node-redis' },
  takeaway: (name) => `Напрямую и в конвейерах больше всего SET в секунду записал ${name}.`,
  claims: {
    'matters-in-batches': {
      text: 'В конвейерах предел – процессор клиента, поэтому библиотека важна.',
      rule: 'Подтверждается, если напрямую и в конвейерах пропускная способность node-redis не меньше чем в 1,25 раза больше, чем у ioredis, всем интервалом.',
    },
    'hardly-matters-over-a-link': {
      text: 'Когда каждая команда ждёт ответа из сети, библиотека почти не важна.',
      rule: 'Подтверждается, если по одной команде через 1 мс пропускная способность node-redis – от 0,9 до 1,1 пропускной способности ioredis, всем интервалом.',
    },
  },
  labels: {
    'set-at': ({ rttMs }) =>
      `SET по 100 байт, ${rttMs === 0 ? 'напрямую' : `через ${numbers.count(rttMs)} мс`}`,
    'against-ioredis': 'против ioredis',
  },
  sentences: {
    gains: ({ rttMs, gains }, { ratio, list }) =>
      `node-redis против ioredis, ${rttMs === 0 ? 'напрямую' : `через ${numbers.count(rttMs)} мс`}: ${list(gains.map((gain) => `${ways[gain.strategy]} ${ratio(gain.ratio)}`))}.`,
  },
};
