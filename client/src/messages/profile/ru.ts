import { profile as report } from '../../../../shared/words/ru/profile.ts';
import { counted } from '../../../../shared/words/ru/plural.ts';
import type { ProfileMessages } from './en.ts';

const trips = (count: number): string => counted(count, 'обмен', 'обмена', 'обменов');
const commands = (count: number): string => counted(count, 'команда', 'команды', 'команд');

export const profile: ProfileMessages = {
  report,
  about: 'Какие строки вашей программы ждут от Redis один ответ за другим и сколько времени сберегут пакеты.',
  record: 'Запишите работу программы и перетащите запись сюда:',
  watch: 'Или смотрите за ней, пока она работает:',
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
      `${name}: версия ${version}, её записал более новый Roundtrip: откройте файл там.`,
    older: (name, version) =>
      `${name}: запись версии ${version}, её сделал более ранний Roundtrip, и она не читается: запишите её заново.`,
    tooLarge: (name, size, most) =>
      `${name}: ${size}; читается не больше ${most}. Меньше записывает меньший --budget или более короткий запуск.`,
    unreadable: (name) => `${name} прочесть нельзя.`,
  },
  live: {
    recording: 'Идёт запись',
    waits: 'Ждём первую команду Redis',
    soFar: (units) => `пока ${units}`,
    ended: (code) => `Завершена с кодом ${code}`,
    newest:
      'Пока программа работает, выводы сделаны только по её последним командам, а когда она завершится – по всем записанным.',
  },
  pasted: {
    title: 'Или вставьте функцию',
    about:
      'Текст читается так же, как профилировщик читает программу, и никогда не выполняется. Он остаётся в этом браузере. Измерения нет, поэтому названы обмены, а не время.',
    field: 'Вставьте функцию, которая отправляет команды (JavaScript или TypeScript)',
    items: 'Сколько элементов',
    ofLoops: 'Считается, что цикл проходит по разу на каждый элемент.',
    outOfBounds: (least, most) => `Число от ${least} до ${most}.`,
    example: 'Взять пример',
    refused: {
      empty: 'Пока ничего не вставлено.',
      tooLong: (letters, most) =>
        `В тексте знаков: ${letters}; читается не больше ${most}. Вставьте одну функцию.`,
      unparsed: (line, column, why) => `Строку ${line} со столбца ${column} прочесть нельзя: ${why}`,
      noCommands:
        'Вызовов клиента Redis не найдено. Искали команды как методы redis, valkey, client, cache, store и того, что создали new Redis() или createClient(), а hgetall и подобные – у чего угодно.',
      tooMany: (most) => `При таком числе элементов команд больше ${most}: возьмите меньше элементов.`,
      tooDeep: 'Код слишком велик или вложен слишком глубоко, проследить его нельзя. Вставьте одну функцию.',
      unloaded: 'Загрузить разбор кода не удалось. Сервер ещё работает?',
    },
    named: (name) => `В ${name}`,
    unnamed: (line) => `В функции со строки ${line}`,
    outside: 'Вне функций',
    headed: (where, said) => `${where}. ${said}`,
    trips: (now, needed) => `Сейчас ${trips(now)}, нужно ${needed}.`,
    tripsToday: (now) => `Сейчас ${trips(now)}.`,
    line: (line) => `строка ${line}`,
    lines: (lines) => `строки ${lines}`,
    from: (place, line) => `${place}, вызов из строки ${line}`,
    same: (count, name) => `${commands(count)} ${name}`,
    mixed: (count, names) => `${commands(count)} (${names})`,
    sentence: {
      independent: (what, where) => `${what} одна за другой (${where}): ни одной не нужен ответ другой.`,
      staged: (what, where) => `${what} одна за другой (${where}): ответ другой нужен лишь некоторым.`,
      dependent: (what, where) =>
        `${what} одна за другой (${where}): каждой нужен предыдущий ответ, пакет не поможет.`,
      unsure: (what, where) => `${what} одна за другой (${where}): зависят ли они друг от друга, не видно.`,
      concurrent: (what, where) => `${what} одновременно (${where}): они уже делят обмены.`,
      batched: (what, where) => `${what} уже в пакете (${where}).`,
    },
    nothing: 'Делить обмен здесь нечему. О последовательностях судят с трёх команд.',
    mend: (where) => `Как исправить: ${where}`,
    skipped: (where) =>
      `Не прослежены команды: ${where}. Из двух ветвей прослежена та, где команд больше, и никогда та, что выходит из кода вокруг.`,
    compare: 'Сравнить как есть и с исправлением',
    asItIs: 'как есть',
    mended: 'с исправлением',
    comparing:
      'Дорожки отправляют одни команды, с придуманными ключами и значениями по 100 байт. Что код делает между командами, не учтено.',
    unwritten: (names) => `Дорожки пропускают то, что отправить не могут: ${names}.`,
    notWritten: 'Отправить эти команды дорожки не могут.',
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
  timeline: 'Одна единица работы на линии времени',
  unit: 'Единица',
  which: { slowest: 'самая долгая', median: 'медиана', newest: 'последняя' },
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
