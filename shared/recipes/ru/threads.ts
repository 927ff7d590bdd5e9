import { isUnclear, type Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/ru/sources.ts';
import { counted } from '../../words/ru/plural.ts';
import type { words as english } from '../threads.ts';

export const words: Translated<typeof english> = {
  title: 'Больше потоков для небольшой задачи',
  question: 'Ускорят ли потоки работу из 10\u202f000 SET: по одной и одним конвейером на поток?',
  method:
    'ioredis, одно соединение на поток; работа делится поровну, и конвейер держит всю долю своего потока. Ключи – по опубликованному образцу за префиксом прогона; значение той же длины, что в публикации: ключ – по одной, его номер – в конвейере. Полная форма делает работу за пять кругов; краткая выводит время из темпа. Потоки запущены и соединены до начала отсчёта.',
  source: `опубликованный тест (автор и название неизвестны); Jedis, одно соединение на поток: всего 10\u202f000 SET; ${environments.document4}`,
  ask: 'Сколько потоков быстрее всех сделают работу конвейером на этой машине?',
  choices: {},
  takeaway: (_, count) =>
    `Быстрее всего 10\u202f000 SET конвейером сделали ${counted(Number(count), 'поток', 'потока', 'потоков')}.`,
  claims: {
    'help-one-by-one': {
      text: 'Когда команды идут по одной, больше потоков помогает.',
      rule: 'Подтверждается, если 10 потоков делают работу всем интервалом не меньше чем в 1,25 раза быстрее одного (опубликовано: 8,1).',
    },
    'overhead-in-pipelines': {
      text: 'Для небольшой задачи одним конвейером больше потоков – только накладные расходы.',
      rule: 'Подтверждается, если и 2, и 4 потока делают работу конвейером всем интервалом медленнее одного (отношение меньше 1; опубликовано: 0,76 и 0,53).',
    },
  },
  labels: {
    'all-counts': 'потоков: 1, 2, 4 и 10',
    'time-of-sets': ({ commands }, { count }) => `Время ${count(commands)} SET, мс`,
    'as-one-thread': 'к 1 потоку',
  },
  sentences: {
    'fastest-count': ({ strategy, threads: count, ms, gain, singleMs }, { ratio }) => {
      const unclear = isUnclear(gain);
      return [
        `${strategy === 'pipeline' ? 'Конвейерами' : 'По одной'} ${unclear ? 'лучший результат –' : 'быстрее всего'} ${counted(count, 'поток', 'потока', 'потоков')}: ${Math.round(ms)} мс`,
        gain ? `, ${ratio(gain)} к одному потоку (${Math.round(singleMs)} мс)` : '',
        unclear ? ', что неотличимо' : '',
        '.',
      ].join('');
    },
    'pipeline-against-threads': ({ ratio, published }, say) =>
      `Один поток с конвейером против 10 потоков по одной: ${say.ratio(ratio)} (опубликовано: × ${published}).`,
  },
};
