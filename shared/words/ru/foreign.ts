import type { ForeignWords } from '../foreign-words.ts';
import { numbers } from './numbers.ts';
import { counted } from './plural.ts';

export const foreign: ForeignWords = {
  by: (tool) => `Измерено ${tool}.`,
  oneRun: 'Один прогон без интервалов: разброс его чисел неизвестен.',
  inRun: (name, run) => `${name}, прогон ${run}`,
  heads: {
    test: 'тест',
    mean: 'среднее',
    max: 'максимум',
    spread: 'худший – лучший прогон',
    hits: 'попаданий/с',
    misses: 'промахов/с',
    kilobytes: 'КБ/с',
  },
  remark: {
    average: ({ runs }) =>
      `Средние по ${runs === null ? 'нескольким' : numbers.count(runs)} прогонам. Инструмент даёт худший и лучший прогон, но не интервал.`,
    interrupted: () => 'Прогон прерван: числа охватывают то, что измерено до этого.',
    'connection-errors': ({ count }) =>
      `Ошибок соединения: ${numbers.count(count)}; в скорость входят только пришедшие ответы.`,
    'failed-requests': ({ count }) => `Запросов с ошибкой: ${numbers.count(count)}; скорость включает и их.`,
    'error-line': ({ line, times }) =>
      `Инструмент сообщает: «${line}»${times === 1 ? '' : `, ${counted(times, 'раз', 'раза', 'раз')}`}.`,
    unfinished: ({ name }) => `У ${name} нет итоговых чисел: прогон остановлен, или текст обрывается.`,
  },
  refused: {
    http: (tool) => `результат ${tool}: он измеряет HTTP, а не команды Redis`,
    script: (tool) => `результат ${tool}: он измеряет сценарий или его запросы, а не команды Redis`,
    settings: (tool) => `список настроек ${tool}: он говорит, что запустить, и не содержит чисел`,
    memcached: (tool) => `результат ${tool} для memcached: его числа не относятся к Redis`,
    'cut-off': (tool) => `результат ${tool}, но его JSON обрывается или стоит среди другого текста`,
    unread: (tool) => `результат ${tool}: такая форма не читается`,
  },
  readInstead:
    'Roundtrip читает текст, CSV и JSON от redis-benchmark, valkey-benchmark, memtier_benchmark, redis-benchmark-go и valkey-perf-benchmark.',
};
