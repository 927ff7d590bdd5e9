import type { Translated } from '../../sweep/recipe-words.ts';
import { capital, timesOver } from '../../words/ru/plural.ts';
import type { SyncSetting, words as english } from '../durability.ts';

const settings: Readonly<Record<SyncSetting, string>> = {
  off: 'без AOF',
  everysec: 'синхронизация раз в секунду',
  always: 'синхронизация всегда',
};

export const words: Translated<typeof english> = {
  title: 'Пакеты и диск',
  question: 'Как AOF сказывается на пропускной способности: по одной и пакетами?',
  method:
    'SET по 100 байт через ioredis на трёх встроенных серверах: без AOF, с синхронизацией раз в секунду и с синхронизацией перед каждым ответом. Сервер синхронизирует один раз на всё, что прочёл за оборот, поэтому пакет делит ожидание. Файл лежит в папке для временных файлов: сколько там длится синхронизация, зависит от диска.',
  source: 'опубликованный тест (автор и название неизвестны); утверждение без цифр',
  ask: 'С синхронизацией всегда: во сколько раз конвейеры по 100 быстрее, чем по одной, по одному соединению?',
  choices: {},
  takeaway: (times) =>
    `Когда на диск синхронизируется каждая запись, конвейеры по 100 делают ${timesOver(times)} больше записей в секунду, чем по одной.`,
  claims: {
    'settings-cost-throughput': {
      text: 'Настройки сервера вроде appendfsync стоят пропускной способности.',
      rule: 'Подтверждается, если с синхронизацией всегда, по одной через одно соединение, выходит меньше 0,8 пропускной способности без AOF. Решают ближайшие концы обоих интервалов.',
    },
  },
  labels: {
    setting: ({ setting }) => settings[setting],
    'lane-with-setting': ({ setting, lane }, { label }) => `${settings[setting]}: ${label(lane)}`,
    'set-of-100-bytes': 'SET по 100 байт',
    'against-no-file': 'к «без AOF»',
    'against-one-by-one': 'к «по одной»',
    'always-to-no-file': 'синхронизация всегда против «без AOF», по одной',
  },
  sentences: {
    'cost-of': ({ setting, single, batch, batched }, { ratio }) =>
      `${capital(settings[setting])}: по одной выходит ${ratio(single)} к «без AOF», конвейерами по ${batch} – ${ratio(batched)}.`,
    gains: ({ batch, gains }, { ratio, list }) =>
      `Конвейеры по ${batch} против «по одной»: ${list(gains.map((gain) => `${settings[gain.setting]} ${ratio(gain.ratio)}`))}.`,
  },
};
