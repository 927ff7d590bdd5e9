import type { Translated } from '../../sweep/recipe-words.ts';
import { numbers } from '../../words/ru/numbers.ts';
import type { words as english } from '../timeouts.ts';

export const words: Translated<typeof english> = {
  title: 'Чего стоит тайм-аут',
  question: 'Сколько пропускной способности стоит тайм-аут каждой команды, когда в пути много команд?',
  method:
    'SET по 100 байт с node-redis через одно соединение: 100 команд в пути и конвейеры по 100. Каждый способ измеряется с тайм-аутом 5 с, который есть в библиотеке по умолчанию, и без него. Для каждой команды с тайм-аутом библиотека создаёт AbortSignal. У команд конвейера тайм-аута нет.',
  source: 'наш вопрос: в node-redis 6 этот тайм-аут есть по умолчанию; цифры не публиковались',
  ask: 'Во сколько раз быстрее 100 команд в пути без тайм-аута?',
  choices: {},
  takeaway: (times) =>
    `Без тайм-аута каждой команды node-redis шлёт в ${times} раза больше SET в секунду, когда в пути 100 команд.`,
  claims: {
    'costs-each-command': {
      text: 'Тайм-аут каждой команды стоит дороже самой команды.',
      rule: 'Подтверждается, если без тайм-аута 100 команд в пути не меньше чем в 1,5 раза быстрее, всем интервалом.',
    },
    'not-in-pipelines': {
      text: 'В конвейерах он ничего не стоит.',
      rule: 'Подтверждается, если без тайм-аута пропускная способность конвейеров по 100 – от 0,9 до 1,1 прежней, всем интервалом.',
    },
  },
  labels: {
    sets: ({ count }) => `SET по 100 байт, по ${count} вместе`,
    'commands-in-flight': ({ count }) => `${count} в пути`,
    'with-timeout': 'с тайм-аутом',
    'without-timeout': 'без него',
    'against-timeout': 'против тайм-аута',
  },
  sentences: {
    gain: ({ way, count, ratio, withMs, withoutMs }, say) =>
      [
        `Без тайм-аута пропускная способность ${way === 'pipeline' ? `конвейеров по ${count}` : `при ${count} командах в пути`} – ${say.ratio(ratio)}`,
        withMs !== null && withoutMs !== null
          ? `; медиана задержки – ${numbers.ms(withoutMs)} мс вместо ${numbers.ms(withMs)} мс`
          : '',
        '.',
      ].join(''),
  },
};
