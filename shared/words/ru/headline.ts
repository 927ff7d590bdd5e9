import type { DoubtWords } from '../words.ts';
import type { HeadlineWords } from '../headline.ts';
import { numbers } from './numbers.ts';
import { noun, timesOver } from './plural.ts';

const commandsOf = (count: number) =>
  `${numbers.size(count)} ${noun(count < 9.95 ? Number(count.toFixed(1)) : Math.round(count), 'команда', 'команды', 'команд')}`;

export const headline: HeadlineWords = {
  interval: (low, high) =>
    `Сравнение по кругам, это не частное двух медиан; 95 % доверительный интервал: от ${numbers.times(low)} до ${numbers.times(high)} раза.`,
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

export const doubt: DoubtWords = {
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
