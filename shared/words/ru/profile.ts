import type { ProfileWords, ProfiledKind, SaidFinding } from '../profile-words.ts';
import { numbers } from './numbers.ts';
import { counted } from './plural.ts';

const { msShort, count: whole, percent } = numbers;

type Forms = readonly [one: string, few: string, many: string];

const kinds: Readonly<Record<ProfiledKind, Forms>> = {
  http: ['запрос', 'запроса', 'запросов'],
  job: ['задание', 'задания', 'заданий'],
  mark: ['единица работы', 'единицы работы', 'единиц работы'],
  test: ['тест', 'теста', 'тестов'],
  program: ['запуск', 'запуска', 'запусков'],
  burst: ['серия', 'серии', 'серий'],
};

interface Within {
  one: string;
  each: string;
  of: Forms;
}

/** В одном запросе; в каждом из 21 запроса, из 20 запросов. */
const within: Readonly<Record<Exclude<ProfiledKind, 'program'>, Within>> = {
  http: { one: 'одном запросе', each: 'каждом', of: ['запроса', 'запросов', 'запросов'] },
  job: { one: 'одном задании', each: 'каждом', of: ['задания', 'заданий', 'заданий'] },
  mark: {
    one: 'одной единице работы',
    each: 'каждой',
    of: ['единицы работы', 'единиц работы', 'единиц работы'],
  },
  test: { one: 'одном тесте', each: 'каждом', of: ['теста', 'тестов', 'тестов'] },
  burst: { one: 'одной серии', each: 'каждой', of: ['серии', 'серий', 'серий'] },
};

const inEach = ({ units, kind }: SaidFinding): string => {
  if (kind === 'program') return '';
  const { one, each, of } = within[kind];
  return units === 1 ? ` в ${one}` : ` в ${each} из ${counted(units, ...of)}`;
};

const ofTime = ({ waitingMs, durationMs }: SaidFinding): string =>
  durationMs > waitingMs
    ? `ожидание занимает ${msShort(waitingMs)} из ${msShort(durationMs)} мс`
    : `ожидание занимает ${msShort(waitingMs)} мс`;

const commandsOf = ({ perUnit, command }: SaidFinding): string => {
  const some = counted(perUnit, 'команду', 'команды', 'команд');
  return command.includes('/') ? `${some} (${command.split('/').join(', ')})` : `${some} ${command}`;
};

const trips = (count: number) => counted(count, 'обмен', 'обмена', 'обменов');

const sends = (finding: SaidFinding): string =>
  `${finding.place} отправляет ${commandsOf(finding)} одну за другой${inEach(finding)}: ${ofTime(finding)}.`;

const saving = ({ savingMs, tripsNeeded, perUnit, runs = 1 }: SaidFinding): string => {
  const [least, most] = savingMs ?? [0, 0];
  const left = tripsNeeded * runs;
  return `${left === 1 ? 'один обмен' : trips(left)} вместо ${left === 1 ? 'них' : whole(perUnit)} – это примерно на ${msShort((least + most) / 2)} мс быстрее (${msShort(least)} – ${msShort(most)}).`;
};

/** What is said of a profile, in Russian. */
const form = 'Общий вид:';

export const profile: ProfileWords = {
  numbers,
  finding: {
    'independent-sequence': (finding) =>
      `${sends(finding)} ${
        finding.tripsNeeded === 1
          ? 'Ни один ключ не взят из прежнего ответа'
          : 'Некоторым нужен прежний ответ, остальные могут делить обмен'
      }: ${saving(finding)}`,
    held: (finding) => {
      const [by = '', name = ''] = finding.command.split('/');
      return `${by} в ${finding.place} задержала ${counted(finding.perUnit, 'команду', 'команды', 'команд')} ${name} в ${finding.held ?? ''} на ${msShort(finding.waitingMs)} мс${inEach(finding)}. У них одно соединение.`;
    },
    'dependent-sequence': (finding) => `${sends(finding)} Каждой нужен предыдущий ответ: пакет не поможет.`,
    sequence: (finding) => `${sends(finding)} Зависят ли они друг от друга, не видно.`,
    concurrent: (finding) =>
      `${finding.place} отправляет ${commandsOf(finding)} одновременно${inEach(finding)}: ${trips(finding.tripsNeeded)}.`,
    batched: (finding) =>
      `${finding.place} уже отправляет пакетом: ${counted(finding.perUnit, 'команда', 'команды', 'команд')}, ${trips(finding.tripsNeeded)}${inEach(finding)}.`,
  },
  reason: {
    'no-key-from-reply':
      'Ни один аргумент не взят из прежнего ответа, и каждая команда уходила сразу после предыдущего ответа.',
    'no-key-seen':
      'Ни один аргумент не встречался в прежнем ответе. Вычисляется ли он из ответа и решает ли ответ, что дальше, видно только в программе.',
    stages: 'То, чему чужой ответ не нужен, уходит одним обменом, остальное – следующим.',
    checks:
      'После проверки остальные команды могут идти одним обращением. Ни одна запись не уходит до своей проверки.',
    'key-from-reply':
      'Аргумент взят из предыдущего ответа. Такую цепочку может пройти скрипт Lua на сервере.',
    'read-then-write': 'Ключ читают, а потом пишут. Вместе это удержит WATCH или скрипт Lua.',
    cursor: 'Каждый ответ говорит, где продолжить. При большем COUNT обменов меньше.',
    condition: 'Ответ решает, будет ли следующая команда.',
    handed:
      'Ответ передаётся функции или хранится там, где его видят другие. Что с ним происходит там, не видно.',
    'some-need': 'Одни аргументы взяты из прежнего ответа, другие нет.',
    'until-nothing': 'В последнем ответе не было значения: вероятно, на этом цикл и закончился.',
    'work-between': 'Между ответом и следующей командой программа занята другим.',
    'other-sites': 'Команды стоят в разных строках.',
    'same-command':
      'Это каждый раз одна и та же команда: сохраните ответ или попросите сервер сообщать об изменениях (keyspace events, BLPOP).',
    blocking: 'Эти команды ждут на сервере или входят в транзакцию.',
    'not-seen': 'Исходный текст прочесть не удалось, или из него не видно, как вызываются эти команды.',
    transpiled:
      'На этом месте вызова нет: файл был транспилирован, а карта не сохранена. Указано место в коде, который выполнялся. NODE_OPTIONS=--enable-source-maps сохраняет карты.',
    failures: 'Некоторые завершились ошибкой.',
    'ends-in-one-batch': 'Это уходит одним пакетом.',
    'auto-pipelining': 'Автоконвейер собирает всё, что отправлено за один оборот цикла событий.',
    'one-connection':
      'Соединение отвечает в том порядке, в котором его спрашивали. Дайте блокирующей команде своё соединение: duplicate().',
    'side-by-side': 'Они в пути одновременно. С автоконвейером было бы и меньше записей в сокет.',
  },
  spot: (place, name) => (name === '' ? `См. ${place}.` : `См. ${place}: ${name}.`),
  from: (place) => ` (вызов из ${place})`,
  more: (count) => ` и ещё ${whole(count)}`,
  title: (program) => `Roundtrip: профиль ${program}`,
  nothingFound: (units) => `Ничего, что могло бы делить обмен, не найдено (${units}).`,
  noneToItsEnd: 'Ни одна единица работы не записана до конца. Что её команды могли бы делить, неизвестно.',
  nothingSeen: 'Ни одной команды Redis не видно.',
  couldNotRecord: 'Записать команды программы не удалось.',
  noNode:
    'Команда не запустила ни одного процесса Node, а записываются только они. roundtrip profile --listen становится между любой программой и её сервером.',
  nothingSeenWhy: {
    patch:
      'ioredis (4 – 6) и @redis/client (5 и 6) видны, в том числе внутри сборки. node-redis 4 виден только вне её: не включайте его в сборку (esbuild --packages=external). Другую библиотеку не видно; roundtrip profile --listen становится между любой программой и её сервером.',
    proxy: 'Программа соединяется с прокси, а не прямо с сервером?',
  },
  unitsOf: (count, kind) => counted(count, ...kinds[kind]),
  recorded: (recorded, of) =>
    recorded < of ? `записано команд: ${whole(recorded)} из ${whole(of)}` : `записано команд: ${whole(of)}`,
  cost: (share, tookMs) =>
    `запись заняла ${whole(share * tookMs, 0)} мс процессорного времени за ${whole(tookMs / 1000, 1)} с`,
  proxyCost: ({ delayMs, cpu }) =>
    [
      `передача заняла ${percent(cpu, 1)} ядра`,
      ...(delayMs === null ? [] : [`прокси добавляет к обмену около ${msShort(delayMs)} мс`]),
    ].join(' · '),
  byConnection:
    'Прокси видит соединения, а не строки программы. Серия – это то, что одно соединение отправляет без паузы. Если запросы делят соединение, в серии команды нескольких.',
  burstsLeftOut: 'Часть серий пропущена целиком: так держится предел затрат, или одинаковых было много.',
  unread: (count) => `Соединений, которые переданы, но не прочитаны до конца: ${whole(count)}.`,
  cluster:
    'Сервер направил клиента на другой узел (MOVED или ASK): это кластер, и того, что уходит на другие узлы, не видно.',
  sampled:
    'Часть единиц работы пропущена целиком, чтобы удержать предел затрат. Число единиц – по всем, остальное – по записанным.',
  bounded: 'Запись достигла предела. Всё, что было позже, только посчитано.',
  recorderFault: (count, cause) =>
    `Сбоев самой записи: ${whole(count)} (${cause}). Единицы работы, которые шли в этот момент, пропущены. На программу это не повлияло.`,
  longUnits:
    'Единица работы вышла за предел затрат или хранения, и её запись прервана. Первые команды записаны, остальные только посчитаны.',
  manyPlaces: 'Команды шли из большего числа мест, чем хранится. Места остальных неизвестны.',
  noPlaces: 'Команды шли одна за другой, а их мест в коде не видно. О них ничего не сказано.',
  unfinished: 'Процесс остановлен сигналом посреди единицы работы. Её команд здесь нет.',
  cut: 'У файла нет конца. Что в нём было, неизвестно.',
  notRecorded: 'не записано',
  firstOf: ({ kept, of }) => `первые ${whole(kept, 0)} из ${whole(of, 0)} команд`,
  cutUnits: ({ units, kept, of }, kind) =>
    `Записаны только первые ${whole(kept, 0)} из ${whole(of, 0)} команд, в среднем (${counted(units, ...kinds[kind])}).`,
  units: 'Чего ждёт каждая единица работы, в среднем',
  columns: {
    unit: 'единица',
    count: 'число',
    duration: 'мс',
    waiting: 'ожидание, мс',
    commands: 'команд',
    tripsNow: 'обменов',
    tripsNeeded: 'нужно обменов, не больше',
  },
  findings: 'Откуда приходят команды',
  mend: (place) => `Как исправить ${place}:`,
  patched: (trips, of, repeated) =>
    `С этим исправлением остаётся обращений: ${trips}${repeated ? ' при каждом проходе цикла' : ` вместо ${of}`}. Если команда завершится ошибкой, следующие уже отправлены.`,
  morePatches: (count) => `Исправлений ещё: ${count}. Все записывает --patch FILE.`,
  unpatched: {
    unread: () => `Готового исправления нет: исходный текст не удалось прочитать. ${form}`,
    package: () => `Готового исправления нет: строка находится в пакете. ${form}`,
    'not-awaited': (line, name) =>
      `Готового исправления нет: ответ ${name} (строка ${line}) не ожидается там, где отправлена команда. ${form}`,
    apart: (line, name) => `Готового исправления нет: ${name} (строка ${line}) стоит в другом блоке. ${form}`,
    between: (line, name) =>
      `Готового исправления нет: ${name === '' ? `код в строке ${line}` : `${name} (строка ${line})`} между командами может на них влиять. ${form}`,
    leaves: (line, name) =>
      `Готового исправления нет: ${name} (строка ${line}) может прервать код до отправки всех команд. ${form}`,
    order: (line) =>
      `Готового исправления нет: в строке ${line} изменился бы порядок чтения или записи ключа. ${form}`,
    shape: (line) => `Готового исправления нет: код в строке ${line} нельзя изменить автоматически. ${form}`,
  },
};
