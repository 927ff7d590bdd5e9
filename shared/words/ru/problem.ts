import { refusedBecause, type RefusedBecause } from '../../contract/refused-command.ts';
import type { ProblemWords } from '../refusals.ts';
import { numbers } from './numbers.ts';
import { counted } from './plural.ts';

const byUnit: Partial<Record<string, string>> = { ms: ' мс', s: ' с', 'Mbit/s': ' Мбит/с', bytes: ' байт' };

const kernelNetwork = {
  'not-linux': 'такой канал создаёт только Linux, а здесь другая система',
  'not-root': 'такой канал ядро создаёт только для root (или с CAP_NET_ADMIN и CAP_SYS_ADMIN)',
  'no-programs': 'нужны программы ip и tc (пакет iproute2), unshare и nsenter (util-linux)',
  refused: 'ядро этой машины отказывается создать такой канал, например в контейнере без CAP_NET_ADMIN',
  'no-delay':
    'ядро этой машины не умеет задерживать сетевые пакеты (нет netem): уберите RTT или выберите прокси',
  'no-jitter':
    'ядро меняет порядок сетевых пакетов, когда меняет их задержку: уберите джиттер или выберите прокси',
  'not-ours': 'ядро создаёт канал только к встроенному серверу',
  lanes: 'ядро создаёт один канал на всех: у дорожек не может быть своей сети',
} as const;

const refused: Record<RefusedBecause, string> = {
  server: 'она касается всего сервера',
  dangerous: 'у Redis она в списке опасных',
  waits: 'она ждёт на сервере',
  messages: 'она шлёт или принимает сообщения',
  connection: 'она касается своего соединения или выполняет скрипт',
  keys: 'по её словам не узнать ключей',
  index: 'её ключи – индексы',
  database: 'она обращается к другой базе',
};

/** Why a field of a plan is wrong, in Russian. */
export const problem: ProblemWords = {
  'out-of-range': ({ min, max, unit }) =>
    `нужно число от ${numbers.count(min)} до ${numbers.count(max)}${byUnit[unit] ?? ''}`,
  'not-one-of': ({ known }) => `нужно одно из: ${known.join(', ')}`,
  'unknown-fields': ({ names }) => `нет такого поля: ${names.join(', ')}`,
  'wrong-type': () => 'здесь нужно значение другого рода',
  'too-few': ({ least, of }) => `не меньше: ${amountOf(least, of)}`,
  'too-many': ({ most, of }) => `не больше: ${amountOf(most, of)}`,
  'local-setting': () => 'задаётся только в командной строке, там, где работает Roundtrip',
  'names-code': () => 'код называют только командная строка и вызов библиотеки',
  'program-cannot': () => 'не для дорожки с вашим кодом',
  'lane-id-form': () => 'строчные латинские буквы, цифры и «-», не больше 40',
  'key-prefix-form': ({ most }) => `от 1 до ${most} латинских букв, цифр и знаков : . _ -`,
  'same-lane-id': ({ id }) => `имя «${id}» у двух дорожек`,
  'too-many-slices': ({ slices, most }) =>
    `${counted(slices, 'заход', 'захода', 'заходов')} – больше, чем ${numbers.count(most)}: нужны заходы длиннее или время короче`,
  'max-duration-without-precision': () =>
    'это для прогона до заданной точности: задайте и точность, или только время',
  'precision-needs': ({ what }) =>
    ({
      'two-lanes': 'точность – у отношений: нужны две дорожки или больше',
      turns: 'нужны дорожки по очереди: у гонки нет честных отношений',
      duration: 'нужно время, а не число команд',
      'one-start': 'нужен один запуск: у нескольких число заходов задано заранее',
    })[what],
  'until-stopped-needs': ({ what }) =>
    ({
      turns: 'нужны дорожки по очереди: гонка длится заданное время',
      'no-requests': 'число команд здесь не задают',
      'no-precision': 'такой прогон не ждёт точности: уберите её',
      'one-start': 'нужен один запуск',
      'no-agents': 'нужны дорожки на этой машине, без агентов',
    })[what],
  'too-many-bytes-in-flight': ({ bytes, most, perCommand }) =>
    `клиенты × пакет × (данные + ${perCommand}) – это ${numbers.bytes(bytes)} в пути; помещается не больше ${numbers.bytes(most)}`,
  'fewer-callers-than-clients': ({ callers, clients }) =>
    `вызывающих ${callers}, а соединений ${clients}: соединений нужно не больше`,
  'more-threads-than-clients': ({ threads, clients }) =>
    `потоков ${threads}, а клиентов только ${clients}: нужно не меньше`,
  'sizes-reversed': ({ sizes }) => `сначала меньший размер, а не ${sizes.join('–')}`,
  'weights-unlike-commands': ({ commands, weights }) =>
    `каждой команде свой вес: команд ${commands}, весов ${weights}`,
  'custom-command-alone': () => 'своя строка нужна своей команде, и только ей',
  'custom-command-twice': () => 'свои команды заданы дважды',
  'lines-unlike-commands': ({ commands, lines }) =>
    `каждой своей команде своя строка: команд ${commands}, строк ${lines}`,
  'nothing-to-tune': () => 'не сказано, что изменить',
  'server-is-not-ours': ({ target }) =>
    `настройки есть только у встроенного сервера, а «${target}» настраивает не Roundtrip`,
  'slots-cannot-move': () => 'слоты переносятся только во встроенном кластере',
  'program-not-installed': ({ program, installed }) =>
    `${program} не установлен: такой программы нет в PATH${installed.length > 0 ? ` (есть ${installed.join(', ')})` : ''}`,
  'one-server-alone': ({ what }) =>
    ({
      bystander: 'другой клиент следит за одним сервером, а дорожки измеряют несколько',
      moveSlots: 'слоты переносятся, только когда все дорожки измеряют встроенный кластер',
      kernel: 'ядро создаёт канал к одному встроенному серверу, а дорожки измеряют несколько',
    })[what],
  'agents-cannot': ({ why }) =>
    ({
      'no-control':
        'агентов находят через управляющий Redis, а здесь он не указан: задайте --join или ROUNDTRIP_JOIN',
      network: 'агенты измеряют через ту сеть, которая у них есть: уберите сеть или агентов',
      'several-servers': 'агенты измеряют один сервер: укажите всем дорожкам одну цель',
      'private-server': 'до встроенного сервера этой машины агентам не добраться: выберите цель с адресом',
    })[why],
  'too-few-clients-for-agents': ({ agents, threads, clients }) =>
    `агентов ${agents}, потоков на каждом ${threads}: нужно не меньше ${numbers.count(agents * threads)} клиентов, а не ${clients}`,
  'kernel-network': ({ why }) => kernelNetwork[why],
  'client-cannot': ({ client, strategy, why, package: name, has = '' }) =>
    ({
      'no-library': `стратегии ${strategy} не нужна библиотека клиента`,
      'no-cache': `у ${client} нет кэша в клиенте: ${strategy} работает на ${has}`,
      gathers: `${client} не умеет ${strategy}: всё, что накопилось за оборот цикла событий, он шлёт вместе; выберите auto-pipeline`,
      'no-cluster': `с ${client} кластер пока не измерить: выберите ioredis или один сервер`,
      'not-installed': `${client} здесь не установлен: npm install ${name ?? client}`,
    })[why],
  'no-replica-reads': ({ why, strategies }) =>
    ({
      'no-cluster': 'реплики есть только у кластера: выберите кластер или читайте с мастеров',
      strategy: `эта стратегия всё шлёт мастерам: с реплик читают ${strategies.join(', ')}`,
      'no-reads': 'нужна команда, которая только читает, например GET: остальные идут к мастерам',
      'no-replicas': 'у этого кластера нет реплик: добавьте их через --cluster-replicas 3',
    })[why],
  'cut-cannot': ({ why, everyMs }) =>
    ({
      kernel: 'соединения рвёт прокси Roundtrip, а не канал ядра: выберите прокси',
      cluster: 'рвётся связь с одним сервером, а не с кластером',
      'no-library': 'у этой стратегии нет библиотеки, которая соединилась бы снова: уберите её',
      command: 'по каждой записи должно быть видно, сколько раз она выполнена: это умеет только INCR',
      requests: 'обрывы идут по времени: задайте время, а не число команд',
      keepalive: 'соединение на одну команду слишком коротко, чтобы его рвать: пусть соединения сохраняются',
      slice: `заход и время дорожки – не короче, чем ${numbers.duration(everyMs)} между обрывами`,
      units: 'неизвестно, что пишут единицы работы: связь рвётся только для команд',
    })[why],
  'cached-cannot': ({ why }) =>
    ({
      resp: 'об изменении ключей сервер сообщает кэшу только по RESP 3',
      keepalive: 'кэш исчезает вместе с соединением: соединения нужно сохранять',
      memory:
        'у каждого соединения свой кэш, и вместе они заняли бы слишком много памяти: возьмите меньше ключей или соединений',
    })[why],
  'writes-cannot': ({ why }) =>
    ({
      commands: 'версия есть только у того, что читает GET: выберите GET',
      threads: 'все версии знает лишь один поток',
      keyspace: 'версии хранятся не больше чем для 1 000 000 ключей',
      agents: 'у агентов нет клиента, который пишет рядом: оставьте что-то одно',
      cluster: 'в кластере рядом никто не пишет: выберите один сервер',
    })[why],
  'callers-cannot': ({ why, strategies }) =>
    ({
      batch: `вызывающий ждёт одну команду, а этот способ отправляет пакеты: подходят ${numbers.list(strategies)}`,
      units: 'единицу отправляет один вызывающий: их число задаёт -c',
    })[why],
  'cannot-send': ({ able }) => `эта стратегия шлёт только ${inUpperCase(able)}`,
  'form-missing': ({ command, has }) =>
    `на этом сервере нет ${command} (есть в ${has.replace(' and ', ' и ')}): выберите конвейер`,
  'custom-command-empty': () => 'пусто: напишите команду, например ZINCRBY __key__ 1 __rand_int__',
  'custom-command-unknown': ({ command }) =>
    `на этом сервере нет команды ${command}: исправьте имя или загрузите её модуль`,
  'custom-command-refused': ({ command, flag }) =>
    `команда ${command} не принимается: ${refused[refusedBecause(flag)]}. Строка сразу работает с названными в ней ключами; послать команду может ваш код (--lane)`,
  'custom-command-words': ({ command, words, arity }) =>
    `на этом сервере в команде ${command} слов вместе с именем должно быть ${arity < 0 ? `не меньше ${-arity}` : arity}, а не ${words}`,
  'custom-command-moving-keys': ({ command }) =>
    `какие слова команды ${command} – ключи, зависит от других: вместо __data__ и __rand_int__ нужны постоянные слова`,
  'custom-command-quote': ({ word }) => `кавычка не закрыта: ${word}`,
  'custom-command-placeholder': ({ word }) => `${word} нет: подставляются __key__, __data__ и __rand_int__`,
  'custom-command-keyless': ({ command }) =>
    `в команде ${command} нет ключа: шлются только те, что работают с __key__`,
  'custom-command-foreign-key': ({ key }) => `каждый ключ должен быть __key__: «${key}» может быть чужим`,
  'custom-command-beyond': ({ call }) =>
    `${call} обращается не только к KEYS: запишите каждый ключ как __key__ после числа ключей и берите его из KEYS; любой скрипт можно измерить своей программой (--lane)`,
  'custom-command-count': ({ command }) =>
    `в ${command} число ключей стоит перед ними: EVAL "скрипт" 1 __key__, и столько же __key__`,
  'custom-command-nested': ({ strategy }) =>
    `скрипт не может вызвать другой скрипт, а ${strategy} шлёт команды из скрипта: выберите другую стратегию`,
  'too-many-keys-to-fill': ({ most }) =>
    `ключи, которые читаются, сначала записываются: не больше ${counted(most, 'ключа', 'ключей', 'ключей')}`,
  'too-many-members-to-fill': ({ most, keys }) =>
    `элементы записываются до прогона: при числе ключей ${numbers.count(keys)} не больше ${numbers.count(most)} в каждом`,
  'no-members': () =>
    'здесь нет команды для списка, множества, упорядоченного множества, хеша, потока или HyperLogLog: уберите эту настройку',
  'arrivals-without-rate': () => 'случайному потоку нужен заданный темп',
  'no-rate-to-tune': () => 'у этого прогона нет заданного темпа: он шлёт так быстро, как может',
  'no-network-to-tune': () => 'в этом прогоне нет сети, которую можно изменить',
  'sizes-are-drawn': ({ sizes }) =>
    `размеры данных этого прогона разные, от ${sizes.map(numbers.bytes).join(' до ')}: одного размера им сейчас не дать`,
  'written-value': ({ why, word }) =>
    ({
      form: `${word} не распознано: есть \${i}, \${i%100}, \${n}, \${random(100)}, \${data(100)} и прежний ответ как \${имя}, \${имя.поле}, \${имя[0]} или \${имя[n]}, без пробелов`,
      unknown: `ни у одной команды предыдущей стадии нет "as": "${word}"`,
      'same-stage': `${word} – ответ этой же стадии, при отправке его ещё нет: перенесите команду в следующую`,
      taken: `имя ${word} занято`,
      keyless: `в команде ${word} нет ключа: шлются только те, что работают с ключами прогона`,
      drawn: 'команда с весом есть не в каждой единице работы: уберите имя или вес',
    })[why],
  'written-too-large': ({ of, is, most }) =>
    ({
      commands: `команд ${numbers.count(is)}, а можно не больше ${numbers.count(most)}`,
      bytes: `данных ${numbers.bytes(is)}, а можно не больше ${numbers.bytes(most)}`,
      letters: `знаков в строках ${numbers.count(is)}, а можно не больше ${numbers.count(most)}`,
    })[of],
  'written-cannot': ({ why, strategies }) =>
    ({
      strategy: `единицы работы из JSON выполняют ${strategies.join(', ')}`,
      cluster: 'единицы работы из JSON измеряют один сервер, а не кластер',
      agents: 'агенты не выполняют единицы работы из JSON: уберите одно из двух',
      commands: 'единицы работы из JSON отправляются вместо команд: уберите одно из двух',
      client: 'единицы работы из JSON выполняет ioredis: уберите библиотеку клиента',
    })[why],
  'budget-too-short': ({ budgetMs, leastMs }) =>
    `${numbers.duration(budgetMs)} мало для такого поиска через эту сеть: нужно не меньше ${numbers.duration(leastMs)}, меньше способов или меньше наибольший пакет`,
};

const amountOf = (count: number, of: 'entries' | 'characters') =>
  of === 'entries'
    ? counted(count, 'запись', 'записи', 'записей')
    : counted(count, 'знак', 'знака', 'знаков');

const inUpperCase = (commands: readonly string[]) =>
  commands.map((command) => command.toUpperCase()).join(', ');
