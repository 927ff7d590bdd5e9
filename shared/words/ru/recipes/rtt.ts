import type { RttCodes } from '../../../recipes/rtt.ts';
import { formatRatio, formatShare } from '../../format.ts';
import type { RecipeWords } from '../../recipe-words.ts';
import { capital } from '../capital.ts';
import { timesOver } from '../plural.ts';

const servers = {
  'local-container': 'местный контейнер',
  'office-network': 'сеть офиса',
  'another-continent': 'другой континент',
} as const;

export const rtt: RecipeWords<RttCodes> = {
  title: 'Время обмена и конвейер',
  question: 'Сколько даёт конвейер при коротком обмене и сколько при долгом?',
  method:
    'SETEX по одному соединению ioredis: по одной и конвейерами по 1000. Ближний сервер измеряется напрямую: PING занимает около 0.05 ms, а прокси на 0.1 ms сам занял бы столько же. 12.75 или 178.6 ms добавляет прокси. Краткая форма берёт пять отрезков времени вместо пяти кругов по 1000 команд; время 1000 команд выводится из темпа.',
  source:
    'опубликованный тест (автор и название неизвестны); Jedis, одно соединение: 1000 SETEX по одной, затем одним конвейером; 5 кругов. Три сервера с разным ping: контейнер, сеть офиса, другой континент',
  ask: 'При времени обмена 178.6 ms: во сколько раз 1000 команд в одном конвейере быстрее, чем по одной?',
  choices: {},
  takeaway: (times) =>
    `При времени обмена 178.6 ms 1000 команд в одном конвейере быстрее, чем по одной, ${timesOver(times)}.`,
  claims: {
    'longer-gains-more': {
      text: 'Чем больше время обмена, тем больше выигрыш от конвейера.',
      rule: 'Подтверждается, если с каждым следующим, более долгим обменом интервал выигрыша целиком выше предыдущего.',
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
    'share-of-waiting': ({ server, waiting, commands, gain, publishedGain }) =>
      `${capital(servers[server])}: ${formatShare(waiting)} времени команды, посланной отдельно, – это обмен; конвейер из ${commands} быстрее: ${formatRatio(gain)} (опубликовано: ${formatRatio(publishedGain)}).`,
    'of-the-most': ({ commands, share }) =>
      `Ждать один ответ вместо ${commands} могло бы дать самое большее × ${commands}; на самом долгом пути выходит ${formatShare(share)} от этого.`,
  },
};
