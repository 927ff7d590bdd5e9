import { isUnclear, type Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/ru/sources.ts';
import { numbers } from '../../words/ru/numbers.ts';
import { counted } from '../../words/ru/plural.ts';
import type { words as english } from '../bulk-insert.ts';

const keysOf = (keys: number) => counted(keys, 'ключ', 'ключа', 'ключей');

export const words: Translated<typeof english> = {
  title: 'Большая загрузка конвейерами',
  question:
    'За сколько 1, 2, 5 и 10 потоков запишут 10 миллионов SET? Сколько это займёт памяти и что понадобится для 800 миллионов?',
  method:
    'Конвейеры по 1000, одно соединение на поток, через ioredis и через прямой сокет. Каждая загрузка заполняет свой пустой сервер. Каждый поток пишет свою долю ключей подряд. Ключи – по опубликованному образцу за префиксом прогона; значение той же длины, что номер ключа. Разогрева нет, чтобы каждый ключ писался один раз: их считает сервер. Загрузка делится на части, и считается медиана частей, потому что первая застаёт клиент холодным. Краткая форма пишет 500\u202f000 ключей (ioredis) и 1\u202f000\u202f000 (прямой сокет). Время для 10 миллионов выводится из темпа.',
  source: `опубликованный тест (автор и название неизвестны); конвейеры Jedis, одно соединение на поток: всего 10\u202f000\u202f000 SET; ${environments.document4}`,
  ask: 'Сколько потоков на этой машине загрузят быстрее всего, конвейерами ioredis?',
  choices: {},
  takeaway: (_, count) =>
    `Быстрее всего конвейерами загрузили данные ${counted(Number(count), 'поток', 'потока', 'потоков')}.`,
  claims: {
    'threads-help-large-jobs': {
      text: 'Для большой работы больше потоков действительно ускоряет загрузку конвейерами.',
      rule: 'Подтверждается, если 5 потоков с ioredis пишут всем интервалом не меньше чем в 1,1 раза быстрее одного (опубликовано: 1,56).',
    },
  },
  labels: {
    'ioredis-pipelines': 'конвейеры ioredis',
    'key-count': ({ keys }) => keysOf(keys),
    'sets-in-pipelines': ({ commands, batch }, { count }) =>
      `${count(commands)} SET, конвейерами по ${batch}`,
    keys: 'ключей',
    'keys-per-second': 'ключей/с',
    'for-millions': ({ millions }) => `${millions} млн`,
    'bytes-a-key': 'байт на ключ',
    'what-rows-need': ({ rows }, { count }) => `Что нужно для ${count(rows)}, судя по измеренному`,
    time: 'время',
    'job-time': ({ ms }) => numbers.duration(ms),
    'share-of-a-day': 'доля суток',
    memory: 'память',
    fits: 'поместилось бы',
    'machine-has': ({ bytes }) => `отказано: у этой машины ${numbers.bytes(bytes)}`,
    'server-may-use': ({ bytes }) => `отказано: серверу можно не больше ${numbers.bytes(bytes)}`,
  },
  sentences: {
    'fastest-count': ({ client, threads, keys, ms, rate, measuredKeys, gain }, say) => {
      const unclear = isUnclear(gain);
      return [
        `${say.label(client)}: ${unclear ? 'лучший результат –' : 'быстрее всего'} ${counted(threads, 'поток', 'потока', 'потоков')}, `,
        `${keysOf(keys)} за ${numbers.duration(ms)} (${say.perSecond(rate)}`,
        measuredKeys === null ? ')' : `, по темпу ${say.count(measuredKeys)})`,
        gain ? `, ${say.ratio(gain)} к одному потоку` : '',
        unclear ? ', что неотличимо' : '',
        '.',
      ].join('');
    },
    'not-every-key': ({ loads }, { label, list }) =>
      `Не каждый SET создал новый ключ: ${list(loads.map(label))}; цифрам на ключ верить нельзя.`,
    needs: ({ bytesAKey, rows, ms, shareOfDay, load, bytes, fit }, { label, count }) =>
      `Ключ занимает в памяти сервера ${counted(Math.round(bytesAKey), 'байт', 'байта', 'байт')}. ${count(rows)} строк в сутки заняли бы при лучшем темпе (${label(load)}) ${numbers.duration(ms)} (${numbers.share(shareOfDay)} суток) и ${numbers.bytes(bytes)}: ${label(fit)}.`,
  },
};
