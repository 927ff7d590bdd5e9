import { numbers } from '../../../../shared/words/ru/numbers.ts';
import { counted, noun, nounOf } from '../../../../shared/words/ru/plural.ts';
import type { AnatomyMessages } from './en.ts';

const { count: whole } = numbers;
const bytes = (figure: string) => `${figure} ${nounOf(figure, 'байт', 'байта', 'байт')}`;

export const anatomy: AnatomyMessages = {
  title: 'На что уходит время',
  judged: 'Узкие места и на что уходит время',
  about: 'Один обмен каждой дорожки и сколько команд его делят.',
  slowed: (factor) =>
    `Замедлено в ${counted(factor, 'раз', 'раза', 'раз')}, все дорожки одинаково. Короткий путь показан длиннее.`,
  still: 'Пока ничего не измерено: сетевые пакеты такие, как задано в настройках.',
  pause: 'Пауза',
  play: 'Дальше',
  pauseMore: 'Остановить движение',
  client: 'Клиент',
  server: 'Сервер',
  share: (commands, writes) => {
    const some = `${whole(commands, 1)} ${noun(Number.isInteger(commands) ? commands : 0.5, 'команда', 'команды', 'команд')}`;
    return Math.round(writes) > 1
      ? `${some} в пути, записей в сокет: ${whole(writes, 1)}`
      : `${some} на обмен`;
  },
  takes: (ms) => `в среднем ${ms} мс`,
  overResult: 'по всем зачётным заходам',
  overNewest: 'по последнему заходу',
  expected: (trips, commands, leastMs) =>
    `Ожидание, не измерение: ${counted(trips, 'обмен', 'обмена', 'обменов')} на ${counted(commands, 'команду', 'команды', 'команд')}${leastMs === null ? '.' : `, каждый не короче ${whole(leastMs)} мс.`}`,
  sameWork: (commands, trips, ms) =>
    `Те же ${counted(commands, 'команда', 'команды', 'команд')} по одному соединению: ${trips} ${nounOf(trips, 'обмен', 'обмена', 'обменов')}, ${ms} мс.`,
  overlapping: (commands, trips) =>
    `Те же ${counted(commands, 'команда', 'команды', 'команд')} по одному соединению: ${trips} ${nounOf(trips, 'обмен', 'обмена', 'обменов')}, несколько сразу. При заданном темпе ни один не ждёт предыдущего.`,
  list: (lane) => `${lane}: части обмена`,
  parts: {
    handover: 'Клиент: передача',
    client: 'Клиент: кодирование',
    there: 'Туда',
    server: 'Сервер',
    waiting: 'Ожидание',
    back: 'Обратно',
  },
  leftOver: {
    withServer: 'Сервер, ожидание',
    busyClient: 'Ожидание клиента',
    busyClientAndServer: 'Сервер, ждёт клиента',
    busyServer: 'Ожидание сервера',
  },
  partsMore: {
    handover: 'измерено от первого вызова пакета до его отправки',
    client:
      'CPU потоков дорожки на эти команды, без передачи: кодирование и разбор вместе, по отдельности они не различимы',
    there: 'половина измеренного времени обмена (PING)',
    server: 'CPU сервера на эти команды',
    waiting:
      'всё остальное: в очередях с обеих сторон, за другими соединениями, до пробуждения потока; в каком месте обмена, неизвестно',
    back: 'половина измеренного времени обмена (PING)',
  },
  notTold: {
    client: 'CPU клиента здесь неизвестен: он входит в ожидание.',
    server: 'Долю сервера не выделить: добавленная сеть или гонка вносят в его показатели чужую работу.',
    way: 'Время обмена неизвестно: оно входит в ожидание.',
  },
  overlap: (ms) => `Клиент и сервер ${ms} мс работали одновременно.`,
  wayHidden: (ms) => `PING занимает ${ms} мс; часть этого – CPU, здесь он посчитан у клиента и сервера.`,
  wayTooLong: (ms) =>
    `PING занимал ${ms} мс, дольше всего этого обмена: машина была тогда занята сильнее, и путь не выделить.`,
  busyClient: (percent) => `Поток клиента занят на ${percent}: соединения ждут его.`,
  busyServer: (percent) => `Сервер занят на ${percent}: соединения ждут его.`,
  wire: (writes, segments, out, back) =>
    `Записей в сокет: ${writes}, сегментов TCP по 1460 байт: ${segments}; туда ${bytes(out)}, обратно ${bytes(back)}.`,
  semantics: {
    short: 'Что гарантируется',
    title: (lane) => `${lane}: что гарантируется`,
    atomic: 'Атомарно',
    onFailure: 'При ошибке',
    blocksOthers: 'Блокирует других',
    cluster: 'В кластере',
    writes: 'Записи',
    bytes: 'Байты',
  },
};
