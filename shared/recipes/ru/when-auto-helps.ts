import type { Translated } from '../../sweep/recipe-words.ts';
import { capital, timesOver } from '../../words/ru/plural.ts';
import { numbers } from '../../words/ru/numbers.ts';
import type { words as english } from '../when-auto-helps.ts';

const way = (rttMs: number) => (rttMs === 0 ? 'напрямую' : `при ${numbers.count(rttMs)} мс`);

export const words: Translated<typeof english> = {
  title: 'Автоконвейер и команды в пути',
  question: 'Начиная со скольких команд в пути автоконвейер быстрее? Сколько с ним длится одна команда?',
  method:
    'SET по 100 байт по одному соединению ioredis, в пути 1, 10, 100 и 1000 команд. Каждая команда пишется сама (параллельно), или их собирает ioredis (автоконвейер). Всё идёт напрямую, при 1 и при 5 мс, а в полной форме ещё при 20 мс. Затем оба идут в постоянном темпе 2000 команд в секунду при 5 мс. Там важно время команды.',
  source: 'redis/ioredis#1239, #1377, #1608 и README ioredis; ioredis, его пользователи',
  ask: 'Напрямую: начиная со скольких команд в пути автоконвейер быстрее?',
  choices: { never: 'никогда' },
  takeaway: (count, answer) =>
    answer === 'never'
      ? 'Автоконвейер не был быстрее ни при каком числе команд в пути из испытанных.'
      : `Напрямую автоконвейер был быстрее начиная с ${count} в пути.`,
  claims: {
    'slower-alone-faster-together': {
      text: 'С одной командой за оборот цикла событий автоконвейер медленнее (в одном отчёте на 30 %), со многими – быстрее (#1239).',
      rule: 'Подтверждается, если напрямую он с 1 командой в пути медленнее, а с 1000 быстрее, оба раза всем интервалом.',
    },
    'a-third-to-a-half': {
      text: 'Он повышает пропускную способность на 35–50 % (README).',
      rule: 'Подтверждается, если напрямую при 100 командах в пути выходит всем интервалом не меньше 1,35 обычной пропускной способности. Больший выигрыш – не против.',
    },
    'waits-for-the-pipeline': {
      text: 'Команда получает ответ, только когда закончился весь её конвейер (#1608).',
      rule: 'Подтверждается, если при 2000 команд/с и 5 мс медиана времени команды не меньше 1,2 от обычной. Не подтверждается ниже 1,05. Обычные команды не должны длиться дольше 1,25 PING.',
    },
  },
  labels: {
    'all-in-flight': ({ rttMs }) => `в пути от 1 до 1000, ${way(rttMs)}`,
    'at-a-rate': ({ rps, rttMs }) => `${rps} команд в секунду при ${numbers.count(rttMs)} мс`,
    'auto-in-flight': ({ count }) => `автоконвейер против обычных команд, ${count} в пути`,
    'auto-to-plain': 'Автоконвейер и обычные команды',
    'round-trip': 'обмен',
    'in-flight': 'в пути',
    plain: 'без авто',
    auto: 'авто',
    ratio: 'отношение',
    'commands-a-write': 'команд на запись',
    loopback: 'loopback',
    'time-at-a-rate': ({ rps, rttMs }) => `Время команды при ${rps} команд/с и ${numbers.count(rttMs)} мс`,
  },
  sentences: {
    'rate-not-measured': 'Шаг в постоянном темпе не измерен.',
    'plain-too-slow': ({ singleMs, pingMs }) =>
      `Даже обычные команды длятся ${numbers.ms(singleMs)} мс при времени обмена ${numbers.ms(pingMs)} мс: машина слишком занята, чтобы судить.`,
    'median-command': ({ autoMs, plainMs }) =>
      `Медиана времени команды – ${numbers.ms(autoMs)} мс с автоконвейером и ${numbers.ms(plainMs)} мс без него: ${timesOver(numbers.fixed(autoMs / plainMs, 2))} дольше.`,
    'too-little': 'Этого слишком мало, чтобы судить.',
    gains: ({ rttMs, wins, loses, undecided }, { ratio, list }) =>
      `${capital(way(rttMs))}, по числу команд в пути: автоконвейер ${[
        ['выигрывает при', wins] as const,
        ['проигрывает при', loses] as const,
        ['неотличим при', undecided] as const,
      ]
        .filter(([, gains]) => gains.length > 0)
        .map(
          ([verb, gains]) => `${verb} ${list(gains.map((gain) => `${gain.count} (${ratio(gain.ratio)})`))}`,
        )
        .join('; ')}.`,
  },
};
