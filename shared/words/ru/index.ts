import { writtenRange } from '../written-range.ts';
import type { GainWords } from '../gain.ts';
import { factorsInAnswer, type HeadlineWords } from '../headline.ts';
import { pointOf, ratioAlone, type LatencyWords } from '../latency.ts';
import type { SettingPhrases } from '../settings.ts';
import type { AnswerWords, DoubtWords, FigureWords, Words } from '../words.ts';
import { numbers } from './numbers.ts';
import { counted, noun } from './plural.ts';
import { withEnd } from '../as-sentence.ts';
import { repliesInWords, toldTogether, type Refused } from '../told-together.ts';
import { verdict } from './verdict.ts';
import { warning } from './warning.ts';

const answer: AnswerWords = {
  factors: (of) => `${factorsInAnswer(of, factors, numbers).join(', ')}.`,
  ahead: ({ lane, baseline, ...ratio }) => headline.ahead(lane, ratioAlone(ratio, numbers), baseline),
  'one-round': ({ lane, baseline, ratio }) =>
    `${headline.ahead(lane, numbers.ratio(ratio), baseline)}, за один круг`,
  inconclusive: ({ baseline }) => `Неясно: нет значимого отличия от базы (${baseline})`,
  noisy: ({ baseline }) => `Слишком большой разброс, чтобы сравнить с базой (${baseline})`,
  slower: ({ baseline }) => `Быстрее, чем «${baseline}», здесь нет ничего`,
  behind: ({ lane, baseline, ...ratio }) =>
    headline.behind(lane, pointOf(ratio, numbers), baseline, ratio.ci95 && numbers.interval(ratio.ci95)),
  'at-rate': ({ rate, keeping, all, soonest }) => {
    const asked = `${numbers.rate(rate)} команд/с`;
    const lanes = keeping.join(', ');
    const kept =
      keeping.length === 0 && !all
        ? `Ни одна дорожка не поспевает: ${asked}.`
        : !all
          ? `${keeping.length === 1 ? 'Поспевает' : 'Поспевают'} только ${lanes}: ${asked}.`
          : keeping.length === 1
            ? `${lanes} поспевает: ${asked}.`
            : `Все дорожки поспевают: ${asked}.`;
    if (soonest === null) return kept;
    const { lane, baseline, ratio, ci95 } = soonest;
    return ratio === null
      ? `${kept} Раньше всех отвечает ${lane}.`
      : `${kept} Время ответа, ${lane}: ${ratioAlone({ ratio, ci95 }, numbers)} к «${baseline}».`;
  },
  single: ({ lane, rate, units }) => `${lane}: ${numbers.rate(rate)} ${units ? 'единиц' : 'команд'}/с`,
  'left-out': ({ share, names }) =>
    `Вывода нет: ${Math.round(100 * share)} % записанных команд пропущено${names.length > 0 ? ` (${names.join(', ')})` : ''}`,
  none: () => 'Сравнивать нечего',
  'all-failed': () => 'Все команды завершились ошибкой',
  failed: () => 'Прогон не удался',
};

const refusedInWords = (refused: Refused) =>
  `${refused.share === 1 ? 'все команды' : `${Math.floor(100 * refused.share)} % команд`} с ошибкой: ${repliesInWords(refused, numbers, (times) => `${numbers.count(times)} ${noun(times, 'раз', 'раза', 'раз')}`)}`;

const factors = {
  waiting: {
    times: (ratio: string) => `${ratio} даёт отправка без ожидания ответов`,
    nothing: 'Выигрыш от отправки без ожидания не доказан',
    noisy: 'Выигрыш от отправки без ожидания теряется в разбросе',
  },
  batching: {
    times: (ratio: string, lane: string) => `пакеты${lane && ` (${lane})`} дают ещё ${ratio}`,
    nothing: 'дальнейший выигрыш от пакетов не доказан',
    noisy: 'выигрыш от пакетов теряется в разбросе',
  },
};

const typical = {
  command: 'Типичная команда',
  response: 'Типичный ответ',
  unit: 'Типичная единица работы',
} as const;

const headline: HeadlineWords = {
  fastest: (lane, ratio, interval) => `Быстрее всех: ${lane}, ${ratio} (${interval}).`,
  fastestRanked: (lane, ratio, interval) =>
    `Быстрее всех, о ком можно судить: ${lane}, ${ratio} (${interval}).`,
  batching: (lane, ratio) => `С пакетами: ${lane}, ${ratio}.`,
  ahead: (lane, ratio, baseline) => `${lane}: ${ratio} к «${baseline}»`,
  behind: (lane, ratio, baseline, interval) =>
    `${lane}: скорость ${ratio} от «${baseline}»${interval === null ? '' : ` (${interval})`}`,
  interval: (ends) => `95 % интервал: × ${ends}.`,
  and: ' и ',
  level: (lane, more) =>
    `Может быть, не медленнее (разница неясна): ${lane}${more === 0 ? '' : ` и ещё ${more}`}.`,
  scattered: (lane, more) =>
    `Слишком большой разброс, чтобы назвать место: ${lane}${more === 0 ? '' : ` и ещё ${more}`}.`,
  takes: {
    times: (kind, times, [was, is], inFlight) =>
      `${typical[kind]} занимает × ${times} времени (p50 ${was} → ${is} мс)${inFlight === null ? '' : `: на каждом соединении ждут ответа ${inFlight[1]}, а не ${inFlight[0]}`}.`,
    asLong: (kind, ms) => `${typical[kind]} (p50) занимает столько же времени, что и в базе: ${ms}.`,
    unclear: (kind, [was, is]) => `${typical[kind]}: дольше ли, неясно (p50 ${was} → ${is} мс).`,
  },
  inconclusiveMore:
    'Интервалы содержат × 1. Это не доказывает равенство: разницу может показать более долгое измерение или несколько запусков.',
  noisyMore: 'Интервалы так широки, что ничего не говорят.',
  slowerMore: 'Каждое значимое отличие – замедление.',
  singleMore: 'Для сравнения добавьте вторую дорожку.',
  noneMore: 'Для сравнения нужен хотя бы один полный круг с зачётом.',
  allFailedMore: (classes) =>
    `Ошибки: ${classes}. Если ответил так сервер, redis-cli покажет ошибку целиком.`,
  responses: (times) => `Время ответа, p50: ${times}.`,
  queues: (lanes) => `Очередь растёт: ${lanes}.`,
};

const waits = (lanes: readonly { waiting: number }[]): string =>
  writtenRange(
    lanes.map(({ waiting }) => waiting),
    numbers.percent,
  );

const doubt: DoubtWords = {
  'too-busy': ({ lanes = [] }) =>
    lanes.length === 0
      ? 'Машина была слишком занята: дорожки ждали процессора.'
      : `Машина была слишком занята: ${waits(lanes)} времени ждали процессора (${lanes.length > 2 ? `дорожек: ${lanes.length}` : lanes.map(({ lane }) => lane).join(', ')}).`,
  'proxy-bound': ({ lanes }) => `Предел – собственный прокси Roundtrip, а не Redis: ${lanes.join(', ')}.`,
  'stopped-early': ({ counted }) =>
    counted
      ? 'Остановлено раньше срока: цифры по измеренному до этого.'
      : 'Остановлен до первых зачётных цифр.',
  'lane-failed': ({ lanes }) =>
    lanes.length === 0
      ? 'Одна дорожка отказала: её цифры по измеренному до этого.'
      : withEnd(
          toldTogether(lanes, refusedInWords)
            .map(({ names, message }) => `${names.join(', ')}: отказ – ${message}`)
            .join('; '),
        ),
  noisy: ({ lanes }) =>
    `Большой разброс: заходы расходились на ${lanes.map(({ lane, cv }) => `${numbers.percent(cv)} (${lane})`).join(', ')}.`,
  drifted: ({ lanes }) =>
    `За прогон пропускная способность сместилась: ${lanes.map(({ lane, change }) => `${lane} ${change > 0 ? 'вверх' : 'вниз'} примерно на ${numbers.percent(Math.abs(change))}`).join(', ')}.`,
  race: () => 'Гонка, для наглядности: дорожки мешали друг другу.',
  'settings-changed': () => 'Считается с последней смены настроек.',
  'unlike-commands': () => 'Дорожки шлют разные команды: отношения сравнивают не только способ отправки.',
  'one-round': () => 'По одному кругу интервала нет. Прежде чем ссылаться, измеряйте дольше.',
  'wide-interval': () => 'Большой разброс: измеряйте дольше или освободите машину.',
};

const figures: FigureWords = {
  lane: 'Дорожка',
  rate: 'команд/с',
  unitRate: 'единиц/с',
  mixedRate: 'команд или единиц/с',
  whole: (rate) => `${rate}, все заходы`,
  commandsPerUnit: 'Команд/ед.',
  tripsPerUnit: 'Обменов/ед.',
  timesBaseline: '× к базе',
  perWrite: 'Пакет',
  failed: 'Сбои',
  inconclusive: 'неясно',
  noInterval: {
    'one-round': 'один круг: интервала нет',
    scattered: 'круги слишком разные: интервала нет',
  },
};

const gain: GainWords = {
  numbers,
  factors: (waiting, batching) => `${waiting} без ожидания, ещё ${batching} с пакетами.`,
  inconclusive: 'не доказано',
  evidence: (concurrent, figures) =>
    `Что пакеты изменили по сравнению с «${concurrent}»: ${figures.join(', ')}.`,
  perWrite: (batching, concurrent) => `${batching} команд на одну запись вместо ${concurrent}`,
  perRead: (batching, concurrent) => `${batching} на одно чтение сервера вместо ${concurrent}`,
  serverCpu: (batching, concurrent) => `${batching} мкс процессора сервера на команду вместо ${concurrent}`,
  bytes: (batching, concurrent) => `${batching} отправленных байт на команду вместо ${concurrent}`,
};

const latency: LatencyWords = {
  numbers,
  p50: { command: 'p50', response: 'p50 времени ответа' },
  beside: (throughput, change) => `${throughput}; ${change}`,
  noInterval: (change) => `${change} (без интервала)`,
};

const setting: SettingPhrases = {
  direct: 'напрямую',
  byKernel: 'канал Linux',
  rttMs: (ms) => `${numbers.count(ms)} мс RTT`,
  cutEveryMs: (ms) => `обрыв каждые ${numbers.duration(ms)}`,
  jitterMs: (ms) => `джиттер ${numbers.count(ms)} мс`,
  pipeline: (count) => `пакет ${count}`,
  clients: (count) => counted(count, 'клиент', 'клиента', 'клиентов'),
  ownCommand: 'своя команда',
  threads: (count) => counted(count, 'поток', 'потока', 'потоков'),
  dataSize: numbers.exactBytes,
  rps: (count) => `${count}/с`,
  clientTimeout: 'с тайм-аутами библиотеки',
  access: { password: 'пароль', 'acl-user': 'пользователь ACL' },
  persistence: { 'aof-everysec': 'AOF раз в секунду', 'aof-always': 'AOF всегда', rdb: 'снимки RDB' },
  ioThreads: (count) => `${count} ${noun(count, 'поток', 'потока', 'потоков')} I/O`,
  mebibytes: (count) => `не больше ${count} МиБ`,
};

export const russian: Words = {
  answer,
  doubt,
  figures,
  headline,
  gain,
  numbers,
  latency,
  setting,
  verdict,
  warning,
};
