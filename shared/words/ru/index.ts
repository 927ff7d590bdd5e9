import type { GainWords } from '../gain.ts';
import type { HeadlineWords } from '../headline.ts';
import type { PraiseWords } from '../praise.ts';
import type { SettingPhrases } from '../settings.ts';
import type { SustainedRateWords } from '../sustained-rate.ts';
import type { DoubtWords, FigureWords, Words } from '../words.ts';
import { numbers } from './numbers.ts';
import { counted, noun, timesOver } from './plural.ts';
import { verdict } from './verdict.ts';
import { warning } from './warning.ts';

const commandsOf = (count: number) =>
  `${numbers.size(count)} ${noun(count < 9.95 ? Number(count.toFixed(1)) : Math.round(count), 'команда', 'команды', 'команд')}`;

const headline: HeadlineWords = {
  interval: (low, high) =>
    `Сравнение по кругам; 95 % доверительный интервал: от ${numbers.times(low)} до ${numbers.times(high)} раза.`,
  wideInterval: '95 % доверительный интервал.',
  and: ' и ',
  level: (lane, more) =>
    `Может быть, не медленнее (разница неясна): ${lane}${more === 0 ? '' : ` и ещё ${more}`}.`,
  scattered: (lane, more) =>
    `Слишком большой разброс, чтобы назвать место: ${lane}${more === 0 ? '' : ` и ещё ${more}`}.`,
  whyShared: (commands, p50Ms, baseline) =>
    `${commandsOf(commands)} на один обмен; «${baseline}» ждёт каждую ${numbers.ms(p50Ms)} мс (p50).`,
  whyFewer: (many, few) =>
    `За одну запись в сокет уходит команд: ${numbers.size(many)}, а не ${numbers.size(few)}.`,
  whyNoWaiting: (baseline) => `Шлёт дальше, не дожидаясь ответа; «${baseline}» ждёт каждого.`,
  inconclusive: (baseline) => `Неясно: нет значимого отличия от базы (${baseline})`,
  inconclusiveMore:
    'Интервалы содержат 1. Это не доказывает равенство: разницу может показать более долгое измерение или несколько запусков.',
  noisy: (baseline) => `Слишком большой разброс, чтобы сравнить с базой (${baseline})`,
  noisyMore: 'Интервалы так широки, что ничего не говорят.',
  slower: (baseline) => `Быстрее, чем «${baseline}», здесь нет ничего`,
  slowerMore: 'Каждое значимое отличие – замедление.',
  single: (lane, figure) => `${lane}: ${figure} команд/с`,
  singleMore: 'Для сравнения добавьте вторую дорожку.',
  none: 'Сравнивать нечего',
  noneMore: 'Для сравнения нужен хотя бы один полный круг с зачётом.',
  allFailed: 'Все команды завершились ошибкой',
  allFailedMore: (classes) =>
    `Ошибки: ${classes}. Если ответил так сервер, redis-cli покажет ошибку целиком.`,
  oneRound: (lane, ratio) => `${lane}: ${timesOver(numbers.times(ratio))} быстрее за один круг`,
  failed: 'Прогон не удался',
};

const doubt: DoubtWords = {
  'too-busy': () => 'Машина была слишком занята: дорожки ждали ядра.',
  'proxy-bound': ({ lanes }) => `Предел – собственный прокси Roundtrip, а не Redis: ${lanes.join(', ')}.`,
  'stopped-early': ({ counted }) =>
    counted
      ? 'Остановлено раньше срока: цифры по измеренному до этого.'
      : 'Остановлен до первых зачётных цифр.',
  'lane-failed': () => 'Одна дорожка отказала: её цифры по измеренному до этого.',
  race: () => 'Гонка, для наглядности: дорожки мешали друг другу.',
  'settings-changed': () => 'Считается с последней смены настроек.',
  'one-round': () => 'По одному кругу интервала нет. Прежде чем ссылаться, измеряйте дольше.',
  'wide-interval': () => 'Большой разброс: измеряйте дольше или освободите машину.',
};

const figures: FigureWords = {
  lane: 'Дорожка',
  rate: 'команд/с',
  wholeRate: 'команд/с, все отрезки',
  timesBaseline: '× к базе',
  perWrite: 'Пакет',
  failed: 'Сбои',
  inconclusive: 'неясно',
  oneRound: 'один круг: интервала нет',
};

const gain: GainWords = {
  numbers,
  factors: (gain, waiting, batching, apart) =>
    `${gain} – это два множителя${apart ? ', каждый измерен сам по себе' : ''}: ${waiting} за счёт отправки без ожидания, ${batching} за счёт пакетов.`,
  inconclusive: 'разница не видна',
  evidence: (concurrent, figures) =>
    `Что пакеты изменили по сравнению с «${concurrent}»: ${figures.join(', ')}.`,
  perWrite: (batching, concurrent) => `${batching} команд на одну запись вместо ${concurrent}`,
  perRead: (batching, concurrent) => `${batching} на одно чтение сервера вместо ${concurrent}`,
  serverCpu: (batching, concurrent) => `${batching} мкс процессора сервера на команду вместо ${concurrent}`,
  bytes: (batching, concurrent) => `${batching} отправленных байт на команду вместо ${concurrent}`,
};

const typical = { command: 'обычная команда', response: 'обычный ответ' } as const;

const praise: PraiseWords = {
  numbers,
  p50: { command: 'p50', response: 'p50 времени ответа' },
  beside: (throughput, latency) => `${throughput}; ${latency}`,
  noInterval: (change) => `${change} (без интервала)`,
  range: (low, high) => `${low}–${high}`,
  faster: (lane, times, baseline) => `${lane}: ${timesOver(times)} быстрее, чем «${baseline}»`,
  throughput: (lane, times, baseline) =>
    `${lane}: ${timesOver(times)} больше команд в секунду, чем «${baseline}»`,
  takes: {
    times: (kind, times) => `${typical[kind]} занимает ${timesOver(times)} больше времени (p50)`,
    longer: (kind, share) => `${typical[kind]} занимает на ${share} больше времени (p50)`,
    less: (kind, share) => `${typical[kind]} занимает на ${share} меньше времени (p50)`,
  },
};

const sustainedRate: SustainedRateWords = {
  kept: (rate) => `Все дорожки поспевают: ${rate} команд/с`,
  missed: (rate, lanes, count) =>
    `${lanes === '' ? 'Ни одна дорожка не поспевает' : `${count === 1 ? 'Поспевает' : 'Поспевают'} только ${lanes}`}: ${rate} команд/с.`,
  responses: (times) => `Какая лучше, говорит время ответа; p50: ${times}.`,
};

const setting: SettingPhrases = {
  direct: 'напрямую',
  byKernel: 'канал Linux',
  rttMs: (ms) => `${numbers.count(ms)} мс RTT`,
  jitterMs: (ms) => `джиттер ${numbers.count(ms)} мс`,
  pipeline: (count) => `пакет ${count}`,
  clients: (count) => counted(count, 'клиент', 'клиента', 'клиентов'),
  threads: (count) => counted(count, 'поток', 'потока', 'потоков'),
  dataSize: numbers.bytes,
  rps: (count) => `${count}/с`,
  clientTimeout: 'с тайм-аутами библиотеки',
  access: { password: 'пароль', 'acl-user': 'пользователь ACL' },
  persistence: { 'aof-everysec': 'AOF раз в секунду', 'aof-always': 'AOF всегда', rdb: 'снимки RDB' },
  ioThreads: (count) => `${count} ${noun(count, 'поток', 'потока', 'потоков')} I/O`,
  mebibytes: (count) => `не больше ${count} МиБ`,
};

export const russian: Words = {
  doubt,
  figures,
  headline,
  gain,
  sustainedRate,
  numbers,
  praise,
  setting,
  verdict,
  warning,
};
