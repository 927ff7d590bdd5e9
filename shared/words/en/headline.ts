import type { DoubtWords } from '../words.ts';
import type { HeadlineWords } from '../headline.ts';
import { numbers } from './numbers.ts';

export const headline: HeadlineWords = {
  interval: (low, high) =>
    `Compared round by round, 95 % confidence interval ${numbers.times(low)} to ${numbers.times(high)} times. Ratios of the figures below may differ.`,
  wideInterval: '95 % confidence interval.',
  and: ' and ',
  level: (lanes, more, count) =>
    `${lanes}${more === 0 ? '' : ` and ${more} more`} may be just as fast: the ${count === 1 ? 'difference is' : 'differences are'} inconclusive.`,
  scattered: (lanes, more, count) =>
    `${lanes}${more === 0 ? '' : ` and ${more} more`} ${count === 1 ? 'is' : 'are'} too noisy to rank.`,
  whyShared: (commands, p50Ms, baseline) =>
    `${numbers.size(commands)} commands share one trip; ${baseline} waits ${numbers.ms(p50Ms)} ms for each (p50).`,
  whyFewer: (many, few) => `${numbers.size(many)} commands travel in one write, not ${numbers.size(few)}.`,
  whyNoWaiting: (baseline) => `It sends on without waiting; ${baseline} waits for each reply.`,
  inconclusive: (baseline) => `Inconclusive: no significant difference from ${baseline}`,
  inconclusiveMore:
    'The intervals include 1×. This doesn’t prove equality: a longer run, or one with several starts, may show a difference.',
  noisy: (baseline) => `Too noisy to compare with ${baseline}`,
  noisyMore: 'The intervals are so wide that they say nothing.',
  slower: (baseline) => `Nothing beats ${baseline} here`,
  slowerMore: 'Every significant difference is a slowdown.',
  single: (lane, figure) => `${lane}: ${figure} commands/s`,
  singleMore: 'Add a second lane to compare.',
  none: 'No lane can be compared',
  noneMore: 'Every comparison needs one full round of counted turns.',
  allFailed: 'Every command failed',
  allFailedMore: (classes) =>
    `Failures: ${classes}. If the server gave this error, redis-cli shows it whole.`,
  oneRound: (lane, ratio) => `${lane} was ${numbers.times(ratio)} times as fast in one round`,
  failed: 'The run failed',
};

export const doubt: DoubtWords = {
  'too-busy': () => 'This machine was too busy: lanes had to wait for a core.',
  'proxy-bound': ({ lanes }) =>
    `Roundtrip’s own proxy was the bottleneck of ${lanes.join(', ')}: Redis is not the limit there.`,
  'stopped-early': ({ counted }) =>
    counted
      ? 'Stopped early: the figures cover what was measured until then.'
      : 'Stopped before anything was counted.',
  'lane-failed': () => 'A lane failed: its figures cover what was measured until then.',
  race: () => 'A race is a demo: the lanes interfered with one another.',
  'settings-changed': () => 'Counted since the settings were changed.',
  'one-round': () => 'One round has no interval. Run longer before you quote it.',
  'wide-interval': () => 'Noisy results: run longer or reduce background load.',
};
