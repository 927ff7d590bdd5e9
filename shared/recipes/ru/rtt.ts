import type { Translated } from '../../sweep/recipe-words.ts';
import { capital, timesOver } from '../../words/ru/plural.ts';
import { numbers } from '../../words/ru/numbers.ts';
import type { words as english } from '../rtt.ts';

const servers = {
  'local-container': 'локальный контейнер',
  'office-network': 'сеть офиса',
  'another-continent': 'другой континент',
} as const;

export const words: Translated<typeof english> = {
  title: 'Время обмена и конвейер',
  question: 'Сколько даёт конвейер при коротком обмене и сколько при долгом?',
  method:
    'SETEX по одному соединению ioredis: по одной и конвейерами по 1000. Для сети офиса прокси добавляет 12,75 мс, для другого континента 178,6 мс. Ближний сервер измеряется без прокси: сам прокси занимает около 0,1 мс. Краткая форма измеряет пять коротких заходов и выводит время 1000 команд из темпа. Полная форма пять раз посылает 1000 команд.',
  source:
    'опубликованный тест (автор и название неизвестны); Jedis, одно соединение: 1000 SETEX по одной, затем одним конвейером; 5 повторов. Три сервера с разным PING: контейнер, сеть офиса, другой континент',
  ask: 'При времени обмена 178,6 мс: во сколько раз 1000 команд в одном конвейере быстрее, чем по одной?',
  choices: {},
  takeaway: (times) =>
    `1000 команд в одном конвейере при времени обмена 178,6 мс быстрее, чем по одной, ${timesOver(times)}.`,
  claims: {
    'longer-gains-more': {
      text: 'Чем больше время обмена, тем больше выигрыш от конвейера.',
      rule: 'Подтверждается, если при самом долгом обмене выигрыш больше, чем при самом коротком, и ни при каком не меньше, чем при предыдущем. Интервалы каждый раз не должны пересекаться.',
    },
  },
  labels: {
    ...servers,
    setex: ({ commands }) => `${commands} SETEX, одно соединение`,
    server: 'сервер',
    gain: 'выигрыш',
  },
  sentences: {
    'not-all-measured': 'Не каждое время обмена измерено больше одного раза.',
    gains: ({ gains }, { ratio, list }) =>
      `${capital(list(gains.map((gain) => `${servers[gain.server]} ${ratio(gain.ratio)}`)))}.`,
    'not-told-apart': ({ pairs }, { interval }) =>
      `Неотличимы: ${pairs
        .map(({ near, far }) =>
          [near, far].map(({ server, ci95 }) => `${servers[server]} (${interval(ci95)})`).join(' и '),
        )
        .join('; ')}.`,
    'too-close': ({ pairs }, { interval }) =>
      `От ближнего к дальнему подтверждается. Слишком близки, чтобы различить: ${pairs
        .map(({ near, far }) =>
          [near, far].map(({ server, ci95 }) => `${servers[server]} (${interval(ci95)})`).join(' и '),
        )
        .join('; ')}.`,
    'share-of-waiting': ({ server, waiting, commands, gain, publishedGain }) =>
      [
        `${capital(servers[server])}: конвейер из ${commands} быстрее ${timesOver(numbers.times(gain))} (опубликовано: ${timesOver(numbers.times(publishedGain))}).`,
        waiting === null
          ? 'Какую часть времени команды занимает обмен, здесь сказать нельзя: сам PING длится примерно столько же или дольше.'
          : `Если посылать по одной, обмен – это ${numbers.share(waiting)} времени команды.`,
      ].join(' '),
    'of-the-most': ({ commands, share }) =>
      `Почему: при отправке по одной каждая команда ждёт целый обмен. Конвейер из ${commands} ждёт один раз, поэтому может быть быстрее самое большее ${timesOver(String(commands))}. На самом долгом пути достигнуто ${numbers.share(share)} от этого.`,
  },
};
