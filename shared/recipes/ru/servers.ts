import type { Translated } from '../../sweep/recipe-words.ts';
import { capital, counted } from '../../words/ru/plural.ts';
import { serverName } from '../../words/server-names.ts';
import type { Change, Way, words as english } from '../servers.ts';

const before: Readonly<Record<Change, string>> = {
  program: 'redis-server',
  'io-threads': '1 поток I/O',
  persistence: 'без файла',
};
const after: Readonly<Record<Change, string>> = {
  program: 'valkey-server',
  'io-threads': '4 потока I/O',
  persistence: 'синхронизация каждой записи',
};
const changes: Readonly<Record<Change, string>> = {
  program: 'Redis рядом с Valkey',
  'io-threads': '1 поток I/O рядом с 4',
  persistence: 'Без файла и с синхронизацией перед каждым ответом',
};
const ways: Readonly<Record<Way, string>> = {
  'one-by-one': 'по одной через ioredis',
  pipeline: 'конвейеры по 64 через ioredis',
  'raw-single': 'по одной через голый сокет',
  'raw-pipeline': 'конвейеры по 64 через голый сокет',
};

export const words: Translated<typeof english> = {
  title: 'Какой сервер?',
  question: 'Что сильнее меняет пропускную способность: другая программа сервера или её настройка?',
  method:
    'SET по 100 байт через 20 соединений. На каждом шаге по очереди работают два сервера: Redis и Valkey, 1 и 4 потока I/O, без файла и с синхронизацией файла перед каждым ответом. Поэтому каждое отношение – из пар одних и тех же кругов. Голый сокет показывает сам сервер, ioredis – сколько от него достаётся программе. Шаг, для которого сервер не установлен, пропускается. Для потоков I/O у клиента два потока.',
  source:
    'redis.conf из Redis 7 о потоках I/O; тест Valkey 8 от devhands.io: с одним потоком I/O у Redis и у Valkey было около 160\u202f000 команд/с',
  ask: 'Что на этой машине сильнее всего изменит пропускную способность?',
  choices: {
    program: 'Valkey вместо Redis',
    'io-threads': '4 потока I/O',
    persistence: 'синхронизация записей',
  },
  takeaway: (name) => `Сильнее всего пропускную способность на этой машине изменило вот что: ${name}.`,
  claims: {
    'same-with-one-thread': {
      text: 'С одним потоком I/O пропускная способность Valkey такая же, как у Redis.',
      rule: 'Подтверждается, если у Valkey – от 0,9 до 1,1 пропускной способности Redis, голый сокет по одной, всем интервалом.',
    },
    'threads-double': {
      text: 'Потоки I/O легко удваивают пропускную способность без конвейеров.',
      rule: 'Подтверждается, если 4 потока I/O дают не меньше чем в 1,5 раза больше одного, голый сокет по одной, всем интервалом. Машине нужно 6 ядер: 4 для потоков I/O и 2 для клиента.',
    },
    'settings-matter-more': {
      text: 'То, что сервер делает ради каждой команды, важнее того, какая это программа.',
      rule: 'Подтверждается, если по одной через ioredis с синхронизацией каждой записи остаётся меньше 0,8 пропускной способности, а у Valkey – от 0,8 до 1,25 пропускной способности Redis. И то и другое – всем интервалом.',
    },
  },
  labels: {
    change: ({ change }) => changes[change],
    before: ({ change }) => before[change],
    after: ({ change }) => after[change],
    way: ({ way }) => ways[way],
    'against-before': 'к первому',
  },
  sentences: {
    gains: ({ change, programs, gains }, { ratio, list }) => {
      const [one, other] = programs
        ? [serverName(programs.before), serverName(programs.after)]
        : [before[change], capital(after[change])];
      return `${other} против «${one}»: ${list(gains.map((gain) => `${ways[gain.way]} ${ratio(gain.ratio)}`))}.`;
    },
    'not-installed': ({ programs }, { list }) =>
      `Здесь не установлен ${list(programs)}, поэтому Redis и Valkey не сравнивались.`,
    'too-few-cores': ({ cores, needed }) =>
      `У этой машины ${counted(cores, 'ядро', 'ядра', 'ядер')}; потокам I/O и клиенту нужно ${needed}.`,
  },
};
