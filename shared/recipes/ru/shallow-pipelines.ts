import type { Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/ru/sources.ts';
import { numbers } from '../../words/ru/numbers.ts';
import { counted, timesOver } from '../../words/ru/plural.ts';
import type { words as english } from '../shallow-pipelines.ts';

export const words: Translated<typeof english> = {
  title: 'По две-три команды за раз',
  question: 'Что даёт конвейер всего из двух-трёх команд и почему?',
  method:
    'SET по 3 байта, 50 соединений, глубина 1, 2 и 3: вместо redis-benchmark – прямой сокет, рядом конвейеры ioredis. Затем одно соединение при времени обмена 250 мс, по одной и по десять, чтобы увидеть, чего ждёт конвейер.',
  source: `опубликованный тест (автор и название неизвестны); redis-benchmark, SET по 3 байта через 50 соединений, 100\u202f000 команд; ${environments.document2}`,
  ask: 'Во сколько раз больше пропускная способность с конвейером из 3 команд (прямой сокет)?',
  choices: {},
  takeaway: (times) =>
    `Всего по три команды сразу – и в секунду их выходит ${timesOver(times)} больше, чем по одной.`,
  claims: {
    'four-a-second': {
      text: 'При времени обмена 250 мс одно соединение выполняет 4 запроса в секунду, как бы быстр ни был сервер.',
      rule: 'Подтверждается, если по одной при 250 мс выходит всем интервалом от 3,8 до 4,05 команд/с.',
    },
    'one-wait': {
      text: 'Ответ на первую команду конвейера занимает время обмена; остальные приходят сразу за ним.',
      rule: 'Подтверждается, если конвейер из 10 при 250 мс длится не больше 1,1 времени одной команды (медианы).',
    },
  },
  labels: {
    'all-depths': 'глубина 1, 2 и 3, соединений: 50',
    'far-connection': ({ rttMs }) => `одно соединение, ${numbers.count(rttMs)} мс`,
    'set-of-3-bytes': 'SET по 3 байта через 50 соединений',
    'one-far-connection': ({ rttMs }) => `Одно соединение при времени обмена ${numbers.count(rttMs)} мс`,
    'so-many-a-pipeline': ({ commands }) => `по ${commands} в конвейере`,
    'trip-p50': 'обмен p50',
  },
  sentences: {
    'far-not-measured': ({ rttMs }) => `Шаг при ${numbers.count(rttMs)} мс не измерен.`,
    'one-by-one': ({ rate, pingMs }, { perSecond }) =>
      `По одной: ${perSecond(rate)}${pingMs === null ? '' : ` при измеренном времени обмена ${numbers.fixed(pingMs, 1)} мс`}.`,
    'range-not-told-apart': 'По интервалу не сказать, внутри этих пределов или вне.',
    'batch-and-single': ({ commands, batchMs, singleMs }) =>
      `Конвейер из ${commands} длится ${numbers.fixed(batchMs, 1)} мс, одна команда – ${numbers.fixed(singleMs, 1)} мс.`,
    gains: ({ depth, socket, ioredis }, { ratio }) =>
      `${counted(depth, 'команда', 'команды', 'команд')} в конвейере: ${ratio(socket)} на прямом сокете, ${ratio(ioredis)} с ioredis.`,
    'server-cpu': ({ singleMicros, deepMicros }) =>
      `На команду сервер тратит ${numbers.fixed(singleMicros, 2)} мкс на глубине 1 и ${numbers.fixed(deepMicros, 2)} мкс на глубине 3: экономятся чтения и записи.`,
    'far-gain': ({ rttMs, commands, ratio }, say) =>
      `При ${numbers.count(rttMs)} мс тот же шаг от 1 до ${commands} даёт ${say.ratio(ratio)}: там конвейер избавляет от ожидания.`,
  },
};
