import type { Translated } from '../../sweep/recipe-words.ts';
import { numbers } from '../../words/ru/numbers.ts';
import { timesOver } from '../../words/ru/plural.ts';
import type { words as english } from '../bystander.ts';

const lanes: Translated<typeof english>['choices'] = {
  'one-by-one-1': 'по одной',
  'auto-pipeline-100': 'автоконвейер, 100 в пути',
  'pipeline-10': 'конвейеры по 10',
  'pipeline-100': 'конвейеры по 100',
  'pipeline-10000': 'конвейеры по 10\u202f000',
  'multi-10000': 'MULTI на 10\u202f000',
  'multi-key-10000': 'MSET на 10\u202f000',
  'lua-10000': 'скрипт на 10\u202f000',
};

export const words: Translated<typeof english> = {
  title: 'Пакеты и другие клиенты',
  question: 'Сколько ждёт другой клиент сервера, пока кто-то шлёт пакеты?',
  method:
    'Одно соединение ioredis разными способами шлёт SET по 100 байт, так быстро, как может. Другой клиент тем временем шлёт 500 GET в секунду, и время каждого считается от момента, когда он ушёл. До того клиент две секунды один. Если сервер свой, все делят одну машину. Тогда ожидание свободного ядра входит в цифры.',
  source: 'опубликованный тест (автор и название неизвестны); утверждение без цифр',
  ask: 'Рядом с чем GET другого клиента ждёт дольше всего (p99)?',
  choices: lanes,
  takeaway: (load) => `Дольше всего другие клиенты ждали ответов (p99) рядом с такой нагрузкой: ${load}.`,
  claims: {
    'others-are-served': {
      text: 'Пока пишется конвейер, обслуживаются и другие клиенты.',
      rule: 'Подтверждается, если p99 у GET другого клиента меньше половины времени конвейера из 10\u202f000, от отправки до последнего ответа (медиана). Не подтверждается, если медиана этих GET дольше такого конвейера.',
    },
  },
  labels: {
    ...lanes,
    'eight-ways': 'восемь способов, и клиент рядом',
    'gets-of-another': ({ rps }) => `GET другого клиента, ${rps} в секунду, мс`,
    'its-latency': ({ key }) => `его ${key === 'max' ? 'макс.' : key}`,
    'p99-to-alone': 'p99 / один',
    'batch-p50': 'пакет p50',
  },
  sentences: {
    'giant-not-measured': 'Дорожка с конвейерами по 10\u202f000 не измерена.',
    'beside-a-pipeline': ({ batchMs, p50Ms, p99Ms }) =>
      `Конвейер из 10\u202f000 длится ${numbers.ms(batchMs)} мс (медиана); GET другого клиента рядом с ним – ${numbers.ms(p50Ms)} мс (медиана), ${numbers.ms(p99Ms)} мс (p99).`,
    'slow-even-alone': ({ p99Ms }) =>
      `Даже без нагрузки они длятся до ${numbers.ms(p99Ms)} мс (p99): машина слишком занята, чтобы судить.`,
    'served-in-between': 'Большинство GET обслуживается по ходу дела, но не все – явно до конца.',
    'longest-beside': ({ aloneMs, lane, p99Ms }) =>
      `Без нагрузки другой клиент ждёт ${numbers.ms(aloneMs)} мс (p99). Дольше всего он ждёт, когда рядом ${lanes[lane]}: ${numbers.ms(p99Ms)} мс.`,
    'slowed-by': ({ atLeast, lanes: slow }, { list }) =>
      `Не меньше чем в ${atLeast} раза дольше, чем без нагрузки: ${list(slow.map(({ lane, times }) => `${lanes[lane]} (${timesOver(numbers.short(times))})`))}.`,
    'slowed-by-none': ({ atLeast }) =>
      `Ни рядом с чем он не ждёт в ${atLeast} раза дольше, чем без нагрузки; меньшая разница неотличима.`,
  },
};
