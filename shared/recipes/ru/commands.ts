import type { Translated } from '../../sweep/recipe-words.ts';
import { numbers } from '../../words/ru/numbers.ts';
import { timesOver } from '../../words/ru/plural.ts';
import type { words as english } from '../commands.ts';

export const words: Translated<typeof english> = {
  title: 'SET и LPUSH, по одной и по десять',
  question: 'Что меняют десять команд в конвейере для пропускной способности и для времени одной команды?',
  method:
    'SET и LPUSH по 3 байта, 50 соединений, 1000 ключей, глубина 1 и 10. Встроенный сервер синхронизирует AOF раз в секунду, как в публикации. Вместо redis-benchmark – прямой сокет, рядом ioredis. В конвейере время команды кончается, когда пришли ответы на весь пакет.',
  source:
    'опубликованный тест (автор и название неизвестны); redis-benchmark, 50 соединений, 100\u202f000 команд по 3 байта на 1000 ключей. Loopback; append-only файл включён, снимок, если за 300 с изменилось 10 ключей',
  ask: 'Во сколько раз больше пропускная способность при десяти SET в конвейере (прямой сокет)?',
  choices: {},
  takeaway: (times) =>
    `По десять SET сразу команд в секунду выходит ${timesOver(times)} больше, чем по одной.`,
  claims: {
    'five-times': {
      text: 'Десять команд в конвейере дают впятеро большую пропускную способность.',
      rule: 'Подтверждается, если SET и LPUSH всем интервалом дают не меньше чем в 4 раза большую пропускную способность, чем глубина 1 (опубликовано: 5,2 и 5,1).',
    },
    'parts-of-a-call': {
      text: 'Вызов состоит из частей: клиент кодирует, сеть несёт, сервер разбирает, выполняет и кодирует, сеть несёт обратно, клиент разбирает.',
      rule: 'Начало и конец каждой части не измеряются. Измерен и показан только CPU обеих сторон.',
    },
  },
  labels: {
    'at-both-depths': 'SET и LPUSH, глубина 1 и 10',
    'set-and-lpush': 'SET и LPUSH по 3 байта, 50 соединений',
    'time-of-a-command': 'Время команды',
    'time-beside-published': 'Время команды рядом с опубликованным, мс (прямой сокет)',
    measured: 'измерено',
    'command-deep': ({ command, depth, than }) => `${command}, глубина ${depth} против ${than}`,
  },
  sentences: {
    'no-cpu': 'CPU обеих сторон не измерен.',
    'cpu-of-both': ({ clientMicros, serverMicros }) =>
      `На один SET с ioredis на глубине 1 уходит ${numbers.fixed(clientMicros, 1)} мкс CPU клиента и ${numbers.fixed(serverMicros, 1)} мкс CPU сервера. Сколько из этого – разбор, а сколько – ядро системы, не различить.`,
    gains: ({ gains }, { ratio, list }) =>
      `По десять в конвейере против одной: ${list(
        gains.map(
          (gain) =>
            `${gain.command} ${gain.client === 'wire' ? 'на прямом сокете' : 'с ioredis'} ${ratio(gain.ratio)}`,
        ),
      )}.`,
    'longer-time': ({ command, deepMs, singleMs, publishedDeepMs, publishedSingleMs }) =>
      `${command}: в конвейере из десяти команда длится ${timesOver(numbers.fixed(deepMs / singleMs, 1))} дольше, чем сама по себе (медиана ${numbers.ms(deepMs)} против ${numbers.ms(singleMs)} мс; опубликовано ${publishedDeepMs === null ? '–' : numbers.count(publishedDeepMs)} против ${publishedSingleMs === null ? '–' : numbers.count(publishedSingleMs)} мс).`,
  },
};
