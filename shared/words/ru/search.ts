import type { SearchWords } from '../search-words.ts';
import { numbers } from './numbers.ts';
import { strategy } from './strategies.ts';
import { counted, noun } from './plural.ts';
import { verdict } from './verdict.ts';
import { warning } from './warning.ts';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
/** As it is called everywhere else, within a sentence: "по одной", but "MULTI/EXEC". */
const nameOf = (id: string) => (strategy(id)?.label ?? id).replace(/^\p{Lu}(?=\p{Ll})/u, lower);
/** A way has commas in it. */
const quoted = (way: string) => `«${way}»`;
const notToldApart = (same: string) => (same === '' ? '' : ` (столько же в пределах интервала: ${same})`);

const notWorth = (own: boolean) => `${own ? 'Свои пакеты' : 'Пакеты'} здесь того не стоят:`;

/** The answer of a search and what it rests on, in Russian. */
export const search: SearchWords = {
  numbers,
  verdict,
  name: nameOf,
  way: (name, batchSize) => `${name}, по ${batchSize}`,
  rate: (perSecond) => `${perSecond} команд/с`,
  p99InSlices: (p99, range) => `${p99} (по заходам ${range} мс)`,
  incomparable: 'нечто несравнимое',
  then: '; ',

  batch: ({ way, rate, gain, baseline, p99, baselineP99 }) => [
    `Пакет: ${way}.`,
    `${rate}, ${gain} против ${quoted(baseline)}; p99 ${p99} вместо ${baselineP99}.`,
  ],
  batchUnsure: ({ way, rate, gain, baseline, p99, baselineP99 }) => [
    'Пакеты окупаются; их размер пока неясен.',
    `Лучшее до сих пор: ${way}, ${rate}, ${gain} против ${quoted(baseline)}; p99 ${p99} вместо ${baselineP99}. Прежде чем выбрать его, ищите дольше.`,
  ],
  batchForP99: ({ way, rate, gain, baseline, p99, baselineP99 }) => [
    `Пакет: ${way}.`,
    `Время ответа p99 – ${p99} вместо ${baselineP99} у ${quoted(baseline)}${gain === null ? '' : `, короче: ${gain}`}, при ${rate}.`,
  ],
  inconclusive: ({ way, gain, baseline, least }) => [
    'Слишком большой разброс, чтобы судить: ищите дольше.',
    `${quoted(capital(way))} даёт ${gain} против ${quoted(baseline)}, и стоит ли того пакет, по этому не сказать: меньше × ${least} – не стоит.`,
  ],
  outOfReach: ({ boundMs, p99, way, rate, withoutBatch }) => [
    `Ничто из сравнённого не держит p99 ниже ${boundMs === null ? '–' : numbers.count(boundMs)} мс.`,
    `Наименьший p99 – ${p99}: ${quoted(way)}, ${rate}.${withoutBatch ? ' Значит, дело не в пакетах.' : ''}`,
  ],
  notCompared: ({ boundMs, baseline, way, rate, p99 }) => [
    `Не решено: из сравнённого ${baseline === null ? 'ничто не держит' : `только ${quoted(baseline)} держит`} p99 ниже ${numbers.count(boundMs)} мс, но пробовалось не только оно.`,
    `За один короткий заход у ${quoted(way)} был p99 ${p99}, ${rate}. Поиск с этим пределом, или более долгий, сравнит и это.`,
  ],
  nearBound: ({ boundMs, baseline, way, rate, p99 }) => [
    `Не решено: надёжно p99 ниже ${numbers.count(boundMs)} мс ${baseline === null ? 'не держит ни один размер пакета' : `держит только ${quoted(baseline)}`}.`,
    `Ближе всех ${quoted(way)}, но лишь в части заходов: p99 ${p99}, ${rate}. Ищите дольше и на свободной машине.`,
  ],
  baselineOnEdge: ({ way, p99, boundMs }) => [
    `Не решено: даже ${quoted(way)} не держит p99 ниже ${numbers.count(boundMs)} мс надёжно.`,
    `Его p99 – ${p99}, и ни один пакет не держит предел. Ищите дольше и на свободной машине.`,
  ],
  noBatchServes: ({ own, way, underBound, atRate, rate, p99 }) => [
    notWorth(own),
    `${quoted(capital(way))} – ${underBound || atRate ? `единственное из найденного, что держит ${atRate ? 'темп' : ''}${atRate && underBound ? ' и ' : ''}${underBound ? 'предел' : ''}` : 'лучшее из найденного'}: ${rate}, p99 ${p99}.`,
  ],
  tooLittle: ({ own, way, gain, percent }) => [
    notWorth(own),
    `${quoted(capital(way))} даёт ${gain} – меньше тех ${percent} %, что окупили бы код и задержку.`,
  ],

  gathers: (library, baseline) =>
    `${library} всегда шлёт вместе то, что накопилось за оборот цикла событий. Поэтому база – ${quoted(baseline)}, без своих пакетов.`,
  choice: ({ batchSize, share, underBound, knee, kneeShare, kneeP99, p99 }) =>
    `Для массовой загрузки – ${batchSize}${share === null ? '' : `: ${share} от лучшего${underBound ? ' под пределом' : ''}`}. Где важна задержка – ${knee}, колено: ${kneeShare} % от пропускной способности ${batchSize}, p99 ${kneeP99} вместо ${p99}. Дальше задержка растёт быстрее пропускной способности.`,
  mostUnderBound: ({ boundMs, way, rate, p99 }) =>
    `Наибольшая пропускная способность при p99 ниже ${numbers.count(boundMs)} мс – ${quoted(way)}: ${rate}, p99 ${p99}.`,
  noneMoreUnderBound: (boundMs) =>
    `Больше пропускной способности при p99 ниже ${numbers.count(boundMs)} мс не дало ничто другое из сравнённого.`,
  edge: ({ way, rate, p99, steady }) =>
    `${quoted(capital(way))} даёт больше, ${rate}, но на грани: p99 ${p99}. Больше всех из державших предел в каждом заходе – ${quoted(steady)}.`,
  edgeByP99: ({ way, p99, steady }) =>
    `У ${quoted(way)} p99 в целом короче, но на грани: ${p99}. Самый короткий из державших предел в каждом заходе – у ${quoted(steady)}.`,
  withoutBound: ({ way, rate, p99 }) =>
    `Без предела больше всего из сравнённого даёт ${quoted(way)}: ${rate}, p99 ${p99}.`,
  onEdge: (way, atRate) =>
    `Это на грани: p99 у ${quoted(way)} в части заходов был выше предела, как и у всех ${atRate ? 'пакетов, которые держат темп' : 'сравнённых пакетов'}.`,

  nothingKeepsUp: (perSecond) =>
    `Темп ${perSecond}/с не выдержало ничто из сравнённого; здесь речь о наибольшей пропускной способности.`,
  doesNotKeepUp: (way) => `${quoted(capital(way))} не держит темп.`,
  reaches: ({ share, best, figure, same }) =>
    `Это ${share} от лучшего; лучший – ${quoted(best)}, ${figure}${notToldApart(same)}.`,
  reachesUnderBound: (share) => `Это ${share} от лучшего под пределом.`,
  p99BesideBest: ({ times, best, figure, same }) =>
    `Его p99 – ${times} от лучшего; лучший – ${quoted(best)}, ${figure}${notToldApart(same)}.`,
  bestIs: ({ best, figure, same }) => `Лучший – ${quoted(best)}, ${figure}${notToldApart(same)}.`,
  isBest: (same) => `Это лучший результат; столько же в пределах интервала: ${same}.`,
  stillClimbing: (batchSize, all) =>
    `На ${batchSize} пропускная способность ещё росла; ${all ? 'глубже не помещается в память поиска' : 'глубже не пробовали'}.`,
  kneeAt: ({ name, batchSize, rate, p99 }) =>
    `Колено у ${quoted(name)} – на ${batchSize} (${rate}, p99 ${p99}): дальше задержка растёт быстрее пропускной способности.`,
  otherWays: (ways) => `Другие способы: ${ways}.`,
  otherWay: (way, figure) => `${way} – ${figure}`,

  reason: (way, verdict) => `${capital(way)}: ${lower(verdict)}`,
  noise: (ways, aboutP99) =>
    `Заходы расходятся${aboutP99 ? ' по p99' : ''} (коэффициент вариации: ${ways}): машину или сеть занимало что-то ещё. Повторите, когда станет тихо, или ищите дольше.`,
  strays: (way, percent) => `${way} – ${percent} %`,
  littleInFlight: (inFlight, clients) =>
    `При таком темпе в пути одновременно ${inFlight === null ? 'почти нет команд' : `около ${inFlight} команды`}, на ${counted(clients, 'соединение', 'соединения', 'соединений')}: собирать в пакет почти нечего.`,
  holdsFor: (batchSize, clients) =>
    `Это верно для программы, у которой на каждом из ${clients} ${noun(clients, 'соединения', 'соединений', 'соединений')} сразу наготове ${batchSize} ${noun(batchSize, 'команда', 'команды', 'команд')}. Той, что ждёт каждого ответа перед следующей командой, собирать в пакет нечего.`,
  holds: (ms, largest) =>
    `Сервер выполняет его шагами примерно по ${ms}, и столько ждут другие.${largest === null ? '' : ` Пакеты примерно до ${largest} команд держат это ниже 1 мс.`}`,
  multiKey:
    'MSET, MGET и DEL выполняются или отклоняются целиком, других в это время не обслуживают, а в кластере все ключи должны быть в одном слоте.',

  unusable: {
    'not-measured': () => 'не измерено',
    'no-replies': () => 'ответов не было',
    'commands-failed': ({ failed, classes }) =>
      `с ошибкой: ${counted(failed, 'команда', 'команды', 'команд')} (${classes.join(', ')})`,
    'broke-off': ({ message }) => message,
  },
  nothingUsable: (reasons) => `не измерено ничего, что можно рекомендовать: ${reasons}`,
  warning: {
    ...warning,
    'no-room-for-larger': ({ batchSize }) =>
      `пакеты больше ${batchSize} не пробовали: сервер вытесняет ключи, и для того, что они держат в пути, у него мало места`,
    'out-of-time': ({ candidates }) =>
      `время вышло раньше, чем были испытаны большие пакеты: ${candidates.map(({ strategy, batchSize }) => `${nameOf(strategy)} больше ${batchSize}`).join(', ')}; более долгий поиск испытает и их`,
  },
};
