import { isUnclear, type Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/ru/sources.ts';
import { numbers } from '../../words/ru/numbers.ts';
import { counted } from '../../words/ru/plural.ts';
import type { words as english } from '../pipeline-depth.ts';

const bytesOf = (bytes: number) => counted(bytes, 'байт', 'байта', 'байт');

export const words: Translated<typeof english> = {
  title: 'Какой глубины должен быть конвейер',
  question: 'Какая глубина лучше для какого размера команды и от чего это зависит?',
  method:
    'SET по 100, 200 и 3000 байт через 20 соединений, глубина от 1 до 40, на прямом сокете вместо redis-benchmark. Затем 3000 байт через 1000 Мбит/с, канал из публикации. Полная форма добавляет тот же ряд с ioredis.',
  source: `опубликованный тест (автор и название неизвестны); redis-benchmark, SET через 20 соединений, от 1 до 5 миллионов команд; ${environments.document0}`,
  ask: 'Какая глубина самая быстрая для команд по 100 байт на этой машине?',
  choices: {},
  takeaway: (depth) => `Команды по 100 байт здесь быстрее всего отправлять по ${depth} сразу.`,
  claims: {
    'order-of-magnitude': {
      text: 'Для команд по 100 байт конвейер даёт выигрыш на порядок.',
      rule: 'Подтверждается, если самая быстрая глубина всем интервалом даёт не меньше чем в 10 раз большую пропускную способность, чем глубина 1 (опубликовано: 10,7 на глубине 10).',
    },
    'fills-packets': {
      text: 'Конвейер лучше всего, когда глубина, умноженная на размер, как раз заполняет сетевые пакеты.',
      rule: 'Подтверждается, если при 100 байт глубина 11 всем интервалом даёт не больше 0,8 пропускной способности глубины 10 (опубликовано: 0,56). Проверяется по каналу с MTU 1500.',
    },
    'nothing-for-large': {
      text: 'Для команд от 3 kB конвейер не даёт ничего.',
      rule: 'Подтверждается, если при 3000 байт глубина 8 всем интервалом даёт меньше 1,2 пропускной способности глубины 1 (опубликовано: 1,03). Проверяется через канал 1000 Мбит/с или на пути к другому серверу.',
    },
  },
  labels: {
    'set-of': ({ bytes, connections }) =>
      `SET по ${bytesOf(bytes)}, ${counted(connections, 'соединение', 'соединения', 'соединений')}`,
    'set-through-link': ({ bytes, mbit }) => `SET по ${bytesOf(bytes)} через ${numbers.count(mbit)} Мбит/с`,
    segments: 'сегментов',
    'fastest-depth': 'самая быстрая глубина',
  },
  sentences: {
    'fastest-write': ({ depth, bytes }) =>
      `Самая быстрая глубина – ${depth}, ${bytesOf(Math.round(bytes))} за запись.`,
    'gain-without-link': ({ ratio }, say) => `Напрямую: ${say.ratio(ratio)}.`,
    'fastest-depth': ({ bytes, depth, gain, alike, ioredis }, { ratio, list }) => {
      const unclear = depth > 1 && isUnclear(gain);
      return [
        `${bytesOf(bytes)}: ${unclear ? 'лучший результат –' : 'быстрее всего'} глубина ${depth}, ${ratio(gain)} к глубине 1`,
        unclear ? ', что неотличимо' : '',
        alike.length > 0 ? `; неотличимы от неё: ${list(alike.map(String))}` : '',
        '.',
        ioredis
          ? ` С ioredis: глубина ${ioredis.depth}, ${ratio(ioredis.gain)}${isUnclear(ioredis.gain) && ioredis.depth > 1 ? ', что неотличимо' : ''}.`
          : '',
      ].join('');
    },
    'server-cpu': ({ singleMicros, deepMicros }) =>
      `На команду в 100 байт сервер тратит ${numbers.fixed(singleMicros, 2)} мкс CPU на глубине 1 и ${numbers.fixed(deepMicros, 2)} мкс на глубине 40.`,
  },
};
