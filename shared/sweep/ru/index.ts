import { capital, counted } from '../../words/ru/plural.ts';
import { numbers } from '../../words/ru/numbers.ts';
import { warning } from '../../words/ru/warning.ts';
import type { RecipeLanguage } from '../recipe-in-words.ts';
import type { RecipeWords, Translated } from '../recipe-words.ts';
import { distanceInWords, type words as englishDistances } from '../distances.ts';
import type { words as english } from '../load-curve.ts';

const words = import.meta.glob<RecipeWords>('../../recipes/ru/*.ts', { eager: true, import: 'words' });

const relations = {
  'at least': 'не меньше',
  'less than': 'меньше',
  'not told apart from': 'неотличимо от',
} as const;
const rangeRelations = {
  within: 'в пределах',
  outside: 'вне пределов',
  'not told apart from': 'то ли в пределах, то ли вне',
} as const;

const labels: RecipeLanguage['labels'] = {
  list: ({ parts }, { label, list }) => list(parts.map(label)),
  versus: ({ of, than }, { label, count }) =>
    `${label(of)} против ${typeof than === 'number' ? count(than) : label(than)}`,
  'per-second': 'команд/с',
  'units-per-second': 'единиц/с',
  interval: 'интервал 95 %',
  'its-interval': 'интервал',
  published: 'опубликовано',
  'ratio-to-published': 'отношение',
  'against-count': ({ count }, say) => `к ${say.count(count)}`,
  latency: ({ key }) => ({ mean: 'среднее', min: 'мин.', max: 'макс.', p50: key, p95: key, p99: key })[key],
  'server-cpu': 'CPU сервера',
  'raw-socket': 'прямой сокет',
  'one-by-one': 'по одной',
  pipeline: 'конвейер',
  pipelines: 'конвейеры',
  'auto-pipelining': 'автоконвейер',
  'lua-script': 'скрипт Lua',
  count: ({ count }, say) => say.count(count),
  connections: ({ count }) => counted(count, 'соединение', 'соединения', 'соединений'),
  threads: ({ count }) => counted(count, 'поток', 'потока', 'потоков'),
  depth: ({ depth }) => `глубина ${depth}`,
  bytes: ({ bytes }) => counted(bytes, 'байт', 'байта', 'байт'),
  round: ({ round }) => `круг ${round}`,
  'pipelines-of': ({ commands }, { count }) => `конвейеры по ${count(commands)}`,
  direct: 'напрямую',
  'through-link': ({ mbit }) => `через ${numbers.count(mbit)} Мбит/с`,
  'at-trip': ({ rttMs }) => `при ${numbers.count(rttMs)} мс`,
};

const sentences: RecipeLanguage['sentences'] = {
  'not-measured': ({ what }, { label }) => `${capital(label(what))}: не измерено.`,
  'measured-once': ({ what, ratio }, say) =>
    `${capital(say.label(what))}: ${say.ratio(ratio)}, измерено один раз: интервала, по которому можно судить, нет.`,
  compared: ({ what, ratio, relation, bound }, say) =>
    `${capital(say.label(what))}: ${say.ratio(ratio)}, ${relations[relation]} ${bound}.`,
  'in-range': ({ what, ratio, relation, low, high }, say) =>
    `${capital(say.label(what))}: ${say.ratio(ratio)}, ${rangeRelations[relation]} ${low}–${high}.`,
  'one-machine': 'Клиент и сервер на одной машине: на loopback нет сетевых пакетов по 1500 байт.',
  'sweep-machine-busy': ({ lanes, of }) => `машина была слишком занята: ${lanes} из ${of} дорожек ждали ядра`,
  'sweep-lanes-scatter': ({ lanes, of, share }) =>
    `заходы ${lanes} из ${of} дорожек расходятся больше чем на ${numbers.share(share)}: машина была занята чем-то ещё, или заходы слишком коротки. Настолько же широки и интервалы`,
  'sweep-counts-differ': ({ lanes, of }) =>
    `у ${lanes} из ${of} дорожек сервер насчитал не столько вызовов, сколько они отправили`,
  'sweep-commands-failed': ({ failed }) =>
    `с ошибкой завершилось: ${counted(failed, 'команда', 'команды', 'команд')}`,
};

const loadCurve: Translated<typeof english> = {
  title: 'Задержка под нагрузкой',
  question: 'Какой темп выдерживает каждая дорожка и каково её время ответа?',
  method:
    'Все дорожки измеряются в одном и том же темпе, от низкого к высокому. При каждом темпе они измеряются по очереди, кругами. Время ответа считается с момента, когда команда должна была уйти, поэтому ожидание входит в него.',
  source: '',
  ask: '',
  choices: {},
  takeaway: () => '',
  claims: {},
  labels: {
    'at-rate': ({ rps }, { count }) => `${count(rps)}/с`,
    'by-rate': 'Время ответа при каждом темпе',
    'by-lane': 'Что выдерживает каждая дорожка',
    offered: 'задано',
    lane: 'дорожка',
    reached: 'достигнуто/с',
    queue: 'очередь',
    'queue-state': ({ state }) =>
      ({
        kept: 'темп выдержан',
        grows: 'растёт',
        short: 'неясно',
        failed: 'сбой дорожки',
        stopped: 'остановлена',
      })[state],
    'kept-rate': 'наибольший выдержанный темп',
    'grows-from': 'очередь растёт при',
  },
  sentences: {
    answer: ({ keeping, highest }, { count, list }) => {
      const [first, ...others] = keeping;
      if (!first) return '';
      type Keeping = (typeof keeping)[number];
      const rate = ({ kept, isUnclear = false }: Keeping) =>
        kept !== null ? `${count(kept)}/с` : isUnclear ? 'ни одного темпа наверняка' : 'ни одного темпа';
      if (others.length === 0 && first.lanes.length > 1)
        return first.kept === null
          ? first.isUnclear
            ? 'Ни об одной дорожке нельзя сказать наверняка, что она выдержала хоть какой-то темп'
            : 'Ни одна дорожка не выдержала ни одного темпа'
          : `Все дорожки выдерживают ${rate(first)}${first.kept === highest ? ', наибольший из измеренных' : ''}`;
      return [
        `${list(first.lanes)} ${first.lanes.length === 1 ? 'выдерживает' : 'выдерживают'} ${rate(first)}`,
        ...others.map((one) => `${list(one.lanes)} – ${rate(one)}`),
      ].join('; ');
    },
    keeps: ({ lane, kept, grows, highest, more = false, unclear = [] }, { count, list }) =>
      [
        kept !== null
          ? `${lane}: выдерживает ${count(kept)}/с`
          : `${lane}: ${unclear.length > 0 ? 'ни об одном темпе нельзя сказать, что он выдержан' : 'не выдержан ни один темп'}`,
        unclear.length > 0 ? `; ${list(unclear.map((rate) => `${count(rate)}/с`))}: неясно` : '',
        grows !== null
          ? `; при ${count(grows)}/с очередь растёт`
          : kept === highest
            ? more
              ? ', наибольший из измеренных до сих пор'
              : ', наибольший из заданных'
            : unclear.length > 0
              ? ''
              : '; растёт ли очередь выше, неясно',
        '.',
      ].join(''),
    disturbed: ({ lane, rates, kept }, { count, list }) =>
      `${lane}: очередь росла при ${list(rates.map((rate) => `${count(rate)}/с`))}, хотя ${count(kept)}/с выдержаны: мешало что-то другое.`,
    wakes: ({ lane, slow, fast }, { count }) =>
      `${lane}: при более высоком темпе ответ быстрее (p50 ${numbers.inMs(slow.p50Ms)} при ${count(slow.rps)}/с, ${numbers.inMs(fast.p50Ms)} при ${count(fast.rps)}/с): при низком клиент и сервер засыпают между командами, и пробуждение занимает время.`,
    fills: ({ lane, batch, slow, fast }, { count }) =>
      `${lane}: при более высоком темпе ответ быстрее (p50 ${numbers.inMs(slow.p50Ms)} при ${count(slow.rps)}/с, ${numbers.inMs(fast.p50Ms)} при ${count(fast.rps)}/с): пакет из ${batch} сначала должен наполниться.`,
  },
};

/** As it was given: 12.75 is no rounder figure. */
const inMs = (rttMs: number) => `${String(rttMs).replace('.', ',')} мс`;

const distances: Translated<typeof englishDistances> = {
  title: 'Выигрыш и расстояние',
  question: 'Насколько каждая дорожка быстрее первой, когда время обмена растёт?',
  method:
    'Одни и те же дорожки при каждом времени обмена, от близкого к далёкому. При каждом они измеряются по очереди, кругами; отношение берётся по кругам этого расстояния.',
  source: '',
  ask: '',
  choices: {},
  takeaway: () => '',
  claims: {},
  labels: {
    'at-distance': ({ rttMs }) =>
      distanceInWords(
        rttMs,
        {
          machine: 'эта машина',
          zone: 'та же зона',
          office: 'офис',
          continent: 'континент',
          overseas: 'за океаном',
        },
        'мс',
      ),
    'by-distance': 'Выигрыш на каждом расстоянии',
    'lane-at-distance': 'дорожка, расстояние',
    gain: '×',
  },
  sentences: {
    gains: ({ lane, gains }, { ratio, list }) =>
      `${lane}: ${list(gains.map((gain) => `${ratio(gain.ratio)} при ${inMs(gain.rttMs)}`))}.`,
    limit: ({ lanes, inFlight, of, limit }, { count, list, ratio }) =>
      `Предел ${ratio({ ratio: limit, ci95: null })}: ${list(lanes)} – команд в пути ${count(inFlight)} вместо ${count(of)}. Где дорожки только ждут обмена, больше не даст никакое расстояние.`,
    'limit-of-units': ({ lanes, trips, of, limit }, { count, list, ratio }) =>
      `Предел ${ratio({ ratio: limit, ci95: null })}: ${list(lanes)} – обменов на единицу ${count(trips)} вместо ${count(of)}. Где дорожки только ждут обмена, больше не даст никакое расстояние.`,
    provisional: ({ rtts }, { list }) =>
      `Широкие интервалы при ${list(rtts.map((rttMs) => inMs(rttMs)))}: эти отношения предварительные.`,
  },
};

const ofPlans: Partial<Record<string, RecipeWords>> = { 'load-curve': loadCurve, distances };

/** Recipes in Russian. */
export const recipeLanguage: RecipeLanguage = {
  lang: 'ru',
  comma: ', ',
  between: ' ',
  numbers,
  labels,
  sentences,
  warning,
  topics: {
    why: 'Почему обмены дороги',
    depth: 'Какой размер пакета',
    cost: 'Чего это стоит',
    breaks: 'Когда это ломается',
  },
  recorded: (when: string, on: string) => `Записано на свободной машине ${when}: ${on}`,
  showRecorded: 'Показать записанный итог',
  hideRecorded: 'Скрыть записанный итог',
  doneOn: (when: string) => `Пройден ${when}`,
  allFigures: 'Все цифры',
  countedClaims: {
    holds: 'подтверждено',
    'does not hold here': 'не подтверждено',
    'cannot be seen here': 'не видно',
  },
  recipe: (id) => ofPlans[id] ?? words[`../../recipes/ru/${id}.ts`],
};
