import type { WarningWords } from '../words.ts';
import { numbers } from './numbers.ts';
import { counted as countOf, noun } from './plural.ts';

const commands = ['команда', 'команды', 'команд'] as const;

export const warning: WarningWords = {
  'server-busy': ({ commandsPerSecond }) =>
    `сервер занят: другие шлют ему ${numbers.count(commandsPerSecond)} ${noun(commandsPerSecond, 'команду', 'команды', 'команд')} в секунду`,
  'server-restarted': ({ ended }) =>
    `встроенный сервер завершился (${ended}); для этого прогона он запущен снова`,
  'node-restarted': ({ ended }) =>
    `узел встроенного кластера завершился (${ended}); для этого прогона он запущен снова`,
  'run-not-marked': ({ reason }) =>
    `прогон не удалось отметить на сервере: если его прервут принудительно, «roundtrip clean» не найдёт его ключи: ${reason}`,
  'server-tells-nothing': () =>
    'этому пользователю нельзя спрашивать сервер: его цифр нет, число команд не сверено, и не известно, вытесняет ли он ключи',
  'resp2-only': ({ reason }) => `все дорожки говорили по RESP2: сервер отклонил HELLO 3: ${reason}`,
  'different-allocators': ({ lane, allocator, baseline, baselineAllocator }) =>
    `у серверов разные аллокаторы памяти: ${baselineAllocator} у ${baseline}, ${allocator} у ${lane}; часть разницы может быть из-за них`,
  'keys-left': ({ prefix, reason }) => `ключи с началом ${prefix} не удалось удалить: ${reason}`,
  'slots-not-moved': ({ reason }) => `слоты не удалось перенести: ${reason}`,
  'memory-nearly-full': () =>
    'остановлено, пока память сервера не заполнилась: меньше ключей, меньше данных или короче прогон',
  'keys-evicted': ({ keys }) =>
    `остановлено: память сервера заполнилась, и во время прогона он вытеснил ключей: ${numbers.count(keys)}; среди них могли быть чужие. Меньше соединений, меньше пакеты или данные – и памяти нужно меньше`,
  'changed-too-late': () =>
    'настройки изменили слишком поздно для целого круга: цифры, где они были до изменения, те же и остались',
  'changed-after-some': () =>
    'настройки изменили, когда у части дорожек последний заход уже прошёл: их цифры – до изменения',
  'warm-up-not-level': () =>
    'разогрев кончился раньше, чем стало ясно, что пропускная способность ровная: в цифрах может быть конец подъёма; это покажет более долгий разогрев',
  'units-beside-commands': () =>
    'ваш код считает единицы работы, остальные дорожки – команды: они не сравниваются',
  'lanes-in-caller': () => 'все дорожки измерены в потоке вашей программы: остальное в нём их замедляет',
  'lanes-counted-at-port': () =>
    'все дорожки прошли через порт, где считаются команды программы: каждый обмен чуть дольше',
  'line-cost': ({ lineMs }) =>
    lineMs === null
      ? 'сколько времени занимает передача строки программе, неизвестно: она и на пустую строку выполняет единицу работы'
      : `передать программе строку и принять ответ занимает ${numbers.inMs(lineMs)} каждой единицы работы`,
  'agents-on-one-host': ({ host, agents, cores }) =>
    `агентов на одной машине (${host}, ядер ${cores}): ${agents}; ядра у них общие, и нагрузки от них меньше, чем от стольких же машин`,
  'server-stalled': ({ times, longestMs }) =>
    `сервер по секунде и дольше не отвечал между заходами, где ничего не считается; таких случаев: ${numbers.count(times)}, самый долгий – ${numbers.inMs(longestMs)}`,
  'late-between-turns': ({ times, longestMs, cause }) =>
    `сервер замирал между заходами, таких случаев: ${numbers.count(times)}, самый долгий – ${numbers.inMs(longestMs)} (${cause === 'replies' ? 'последние ответы захода' : 'его счётчики'}); команды, срок которых настал за это время, засчитаны с их опозданием`,
  'agent-messages-ignored': ({ messages }) =>
    `пропущено сообщений этому прогону: ${numbers.count(messages)}, их не мог послать ни один агент прогона: в управляющий Redis пишет другая программа`,
  'rounds-void': ({ rounds }) =>
    `не засчитано кругов: ${numbers.count(rounds)}, цифры одного захода противоречили друг другу, как бывает, когда часы перескочили`,
  'not-precise': ({ asked, reached }) =>
    `отношения не так точны, как просили (±${numbers.percent(asked, 1)}): ${reached === null ? 'у одного нет интервала' : `самый широкий интервал ±${numbers.percent(reached, 1)}`}; прогон дольше точнее`,
  'round-trips-differ': ({ shortest, shortestMs, longest, longestMs }) =>
    `время обмена у дорожек было разным: ${shortest} ${numbers.inMs(shortestMs)}, ${longest} ${numbers.inMs(longestMs)}`,
  'round-trip-rose': ({ beforeMs, duringMs }) =>
    `время обмена выросло: до прогона ${numbers.inMs(beforeMs)}, во время него ${numbers.inMs(duringMs)}`,
  'slices-disagree': ({ cv }) => `большой разброс: заходы расходились на ${numbers.percent(cv)}`,
  'throughput-drifted': ({ change }) =>
    `за прогон пропускная способность ${change > 0 ? 'выросла' : 'упала'} примерно на ${numbers.percent(Math.abs(change))}`,
  'counts-differ': ({ sent, counted }) =>
    `отправлено вызовов: ${numbers.count(sent)}, а сервер насчитал ${counted === null ? 'неизвестно сколько' : numbers.count(counted)}`,
  'work-differs': ({ hitRate, baseline }) =>
    `не сравнивается: работа была другой – искомое нашли ${numbers.percent(hitRate)} команд, а в первой дорожке ${numbers.percent(baseline)}. Возьмите больше ключей, чтобы заход не исчерпал их и не заполнил`,
  'units-differ': ({ commands, baseline }) =>
    `не сравнивается: большинство единиц работы одной из дорожек ничего не отправляет – команд на единицу ${numbers.fixed(commands, 1)}, в первой дорожке ${numbers.fixed(baseline, 1)}. Отвечает кэш или ранний выход`,
  'replies-empty': ({ hitRate }) =>
    `лишь ${numbers.percent(hitRate)} команд что-то нашли: пустые ответы быстрее ответов с вашими данными`,
  'keys-gone': ({ hitRate }) =>
    `не сравнивается: лишь ${numbers.percent(hitRate)} команд нашли свои ключи, хотя их записали заранее. Сервер их вытеснил или потерял`,
  'queue-grows': ({ backlog }) =>
    `заданный темп выше, чем дорожка может: к концу ${numbers.count(backlog)} команд ждали отправки. С каждым заходом их больше, поэтому время ответа растёт, пока она работает`,
  'agent-saturated': ({ agent, busy }) =>
    `агент ${agent} занят всё время (${numbers.percent(busy)}), а другие нет: его долю ограничивает его машина`,
  'agents-apart': ({ slices }) =>
    `заходов без скорости: ${slices}; агенты слали одновременно меньше 98 % времени`,
  'commands-failed': ({ failed }) => `с ошибкой: ${countOf(failed, ...commands)}`,
};
