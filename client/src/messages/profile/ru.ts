import { profile as report } from '../../../../shared/words/ru/profile.ts';
import type { ProfileMessages } from './en.ts';

export const profile: ProfileMessages = {
  report,
  about: 'Какие строки вашей программы ждут от Redis один ответ за другим и сколько времени сберегут пакеты.',
  record: 'Запишите работу программы и перетащите запись сюда:',
  line: 'Строка для копирования',
  stays: (most) => `Файл остаётся в этом браузере. Не больше ${most}.`,
  open: 'Открыть запись или профиль…',
  example: 'Открыть пример',
  close: 'Закрыть',
  reading: 'Чтение…',
  cut: 'Файл обрывается внутри строки: он прочитан до последней целой.',
  notJudged:
    'Выводы сделаны только по тому, что было отправлено: в записи нет выводов самого профилировщика, который читает исходный текст.',
  onlyFirst: 'Показан один файл, первый.',
  noTimeline: 'В этом файле выводы без записи. Линия времени есть в записи (--trace FILE).',
  refused: {
    other: (name) =>
      `${name} – не запись и не профиль. Их пишет roundtrip profile --trace FILE или --json FILE; результаты прогонов открываются в разделе «Прогоны».`,
    newer: (name, version) =>
      `${name}: версия ${version}, её записал более новый Roundtrip: откройте файл там. Эта страница читает версию 1.`,
    tooLarge: (name, size, most) =>
      `${name}: ${size}; читается не больше ${most}. Меньше записывает меньший --budget или более короткий запуск.`,
    unreadable: (name) => `${name} прочесть нельзя.`,
  },
  sites: 'Где теряется время',
  columns: {
    place: 'Строка',
    unit: 'Единица',
    command: 'Команда',
    perUnit: 'в единице',
    waiting: 'ожидание, мс',
    saving: 'выигрыш, мс',
    why: 'Почему',
  },
  moreSites: (count) => `Ещё ${count} есть в roundtrip profile --read FILE --json -.`,
  now: 'Сейчас',
  instead: 'Вместо этого',
  timeline: 'Одна единица работы на линии времени',
  unit: 'Единица',
  which: { slowest: 'самая долгая', median: 'медиана' },
  choice: (name, which, ms) => `${name}: ${which}, ${ms}`,
  own: 'сама программа',
  ownTime: (own, of, needing) =>
    `Сама программа занята ${own} из ${of}. Линия ведёт от ответа к команде, которая ушла сразу за ним${needing > 0 ? '; она толстая, если из этого ответа взят аргумент' : ''}.`,
  table: 'То же таблицей',
  axis: 'мс',
  bars: {
    number: '№',
    command: 'Команда',
    place: 'Строка',
    from: 'от, мс',
    to: 'до, мс',
    after: 'сразу за ответом',
    needs: 'берёт из ответа',
  },
  left: (count) => `Ещё ${count} из этой единицы не показаны.`,
};
