import { writtenRange } from '../written-range.ts';
import type { GainWords } from '../gain.ts';
import { factorsInAnswer, type HeadlineWords } from '../headline.ts';
import { pointOf, ratioAlone, type LatencyWords } from '../latency.ts';
import type { SettingPhrases } from '../settings.ts';
import type { AnswerWords, DoubtWords, FigureWords, Words } from '../words.ts';
import { counted } from './counted.ts';
import { numbers } from './numbers.ts';
import { withEnd } from '../as-sentence.ts';
import { repliesInWords, toldTogether, type Refused } from '../told-together.ts';
import { verdict } from './verdict.ts';
import { warning } from './warning.ts';

const answer: AnswerWords = {
  factors: (of) => `${factorsInAnswer(of, factors, numbers).join(', ')}.`,
  ahead: ({ lane, baseline, ...ratio }) => headline.ahead(lane, ratioAlone(ratio, numbers), baseline),
  'one-round': ({ lane, baseline, ratio }) =>
    `${headline.ahead(lane, numbers.ratio(ratio), baseline)} in one round`,
  inconclusive: ({ baseline }) => `Inconclusive: no significant difference from ${baseline}`,
  noisy: ({ baseline }) => `Too noisy to compare with ${baseline}`,
  slower: ({ baseline }) => `Nothing beats ${baseline} here`,
  behind: ({ lane, baseline, ...ratio }) =>
    headline.behind(lane, pointOf(ratio, numbers), baseline, ratio.ci95 && numbers.interval(ratio.ci95)),
  'at-rate': ({ rate, keeping, all, soonest }) => {
    const asked = `${numbers.rate(rate)} commands/s`;
    const lanes = keeping.join(', ');
    const kept =
      keeping.length === 0 && !all
        ? `No lane keeps up with ${asked}.`
        : !all
          ? `Only ${lanes} ${keeping.length === 1 ? 'keeps' : 'keep'} up with ${asked}.`
          : keeping.length === 1
            ? `${lanes} keeps up with ${asked}.`
            : `All lanes keep up with ${asked}.`;
    if (soonest === null) return kept;
    const { lane, baseline, ratio, ci95 } = soonest;
    return ratio === null
      ? `${kept} ${lane} responds soonest.`
      : `${kept} Response time of ${lane}: ${ratioAlone({ ratio, ci95 }, numbers)} against ${baseline}.`;
  },
  single: ({ lane, rate, units }) => `${lane}: ${numbers.rate(rate)} ${units ? 'units' : 'commands'}/s`,
  'left-out': ({ share, names }) =>
    `No verdict: ${Math.round(100 * share)} % of the recorded commands were left out${names.length > 0 ? ` (${names.join(', ')})` : ''}`,
  none: () => 'No lane can be compared',
  'all-failed': () => 'Every command failed',
  failed: () => 'The run failed',
};

const refusedInWords = (refused: Refused) =>
  `${refused.share === 1 ? 'All' : `${Math.floor(100 * refused.share)} %`} of its commands failed: ${repliesInWords(refused, numbers, (times) => `${numbers.count(times)} ${times === 1 ? 'time' : 'times'}`)}`;

const factors = {
  waiting: {
    times: (ratio: string) => `${ratio} by not waiting for each reply`,
    nothing: 'No gain by not waiting is proven',
    noisy: 'The gain by not waiting is too noisy to tell',
  },
  batching: {
    times: (ratio: string, lane: string) => `then ${ratio} by batching${lane && ` (${lane})`}`,
    nothing: 'no further gain by batching is proven',
    noisy: 'the gain by batching is too noisy to tell',
  },
};

const headline: HeadlineWords = {
  fastest: (lane, ratio, interval) => `Fastest: ${lane}, ${ratio} (${interval}).`,
  fastestRanked: (lane, ratio, interval) => `Fastest that can be ranked: ${lane}, ${ratio} (${interval}).`,
  batching: (lane, ratio) => `With batching: ${lane}, ${ratio}.`,
  ahead: (lane, ratio, baseline) => `${lane}: ${ratio} against ${baseline}`,
  behind: (lane, ratio, baseline, interval) =>
    `${lane} is ${ratio} as fast as ${baseline}${interval === null ? '' : ` (${interval})`}`,
  interval: (ends) => `95 % interval: × ${ends}.`,
  and: ' and ',
  level: (lanes, more, count) =>
    `${lanes}${more === 0 ? '' : ` and ${more} more`} may be just as fast: the ${count === 1 ? 'difference is' : 'differences are'} inconclusive.`,
  scattered: (lanes, more, count) =>
    `${lanes}${more === 0 ? '' : ` and ${more} more`} ${count === 1 ? 'is' : 'are'} too noisy to rank.`,
  takes: {
    times: (kind, times, [was, is], inFlight) =>
      `A typical ${kind} takes ${times} times as long (p50 ${was} → ${is} ms)${inFlight === null ? '' : `: ${inFlight[1]} are in flight on each connection instead of ${inFlight[0]}`}.`,
    asLong: (kind, ms) => `A typical ${kind} takes as long as in the baseline (p50 ${ms}).`,
    unclear: (kind, [was, is]) =>
      `Whether a typical ${kind} takes longer is inconclusive (p50 ${was} → ${is} ms).`,
  },
  inconclusiveMore:
    'The intervals include × 1. This doesn’t prove equality: a longer run, or one with several starts, may show a difference.',
  noisyMore: 'The intervals are so wide that they say nothing.',
  slowerMore: 'Every significant difference is a slowdown.',
  singleMore: 'Add a second lane to compare.',
  noneMore: 'Every comparison needs one full round of counted turns.',
  allFailedMore: (classes) =>
    `Failures: ${classes}. If the server gave this error, redis-cli shows it whole.`,
  responses: (times) => `Response times, p50: ${times}.`,
  queues: (lanes) => `Queue grows: ${lanes}.`,
};

/** The least and the most of several lanes: `30 – 62 %`. */
const waits = (lanes: readonly { waiting: number }[]): string =>
  writtenRange(
    lanes.map(({ waiting }) => waiting),
    numbers.percent,
  );

const doubt: DoubtWords = {
  'too-busy': ({ lanes = [] }) =>
    lanes.length === 0
      ? 'The machine was too busy: lanes had to wait for a CPU.'
      : `The machine was too busy: ${lanes.length > 2 ? `${lanes.length} lanes` : lanes.map(({ lane }) => lane).join(', ')} waited for a CPU ${waits(lanes)} of the time.`,
  'proxy-bound': ({ lanes }) =>
    `Roundtrip’s own proxy was the bottleneck of ${lanes.join(', ')}: Redis is not the limit there.`,
  'stopped-early': ({ counted }) =>
    counted
      ? 'Stopped early: the figures cover what was measured until then.'
      : 'Stopped before anything was counted.',
  'lane-failed': ({ lanes }) =>
    lanes.length === 0
      ? 'A lane failed: its figures cover what was measured until then.'
      : withEnd(
          toldTogether(lanes, refusedInWords)
            .map(({ names, message }) => `${names.join(', ')} failed: ${message}`)
            .join('; '),
        ),
  noisy: ({ lanes }) =>
    `Noisy: turns varied by ${lanes.map(({ lane, cv }) => `${numbers.percent(cv)} (${lane})`).join(', ')}.`,
  drifted: ({ lanes }) =>
    `Throughput drifted over the run: ${lanes.map(({ lane, change }) => `${lane} ${change > 0 ? 'rose' : 'fell'} by about ${numbers.percent(Math.abs(change))}`).join(', ')}.`,
  race: () => 'A race is a demo: the lanes interfered with one another.',
  'settings-changed': () => 'Counted since the settings were changed.',
  'unlike-commands': () =>
    'The lanes send different commands: their ratios compare more than the way of sending.',
  'one-round': () => 'One round has no interval. Run longer before you quote it.',
  'wide-interval': () => 'Noisy results: run longer or reduce background load.',
};

const figures: FigureWords = {
  lane: 'Lane',
  rate: 'commands/s',
  unitRate: 'units/s',
  mixedRate: 'commands or units/s',
  whole: (rate) => `${rate}, all turns`,
  commandsPerUnit: 'Cmds/unit',
  tripsPerUnit: 'Trips/unit',
  timesBaseline: '× baseline',
  perWrite: 'Cmds/write',
  failed: 'Failed',
  inconclusive: 'inconclusive',
  noInterval: {
    'one-round': 'one round: no interval',
    scattered: 'rounds differ too much: no interval',
  },
};

const gain: GainWords = {
  numbers,
  factors: (waiting, batching) => `${waiting} by not waiting, then ${batching} by batching.`,
  inconclusive: 'not proven',
  evidence: (concurrent, figures) => `What batching changed against ${concurrent}: ${figures.join(', ')}.`,
  perWrite: (batching, concurrent) => `${batching} commands per write instead of ${concurrent}`,
  perRead: (batching, concurrent) => `${batching} per server read instead of ${concurrent}`,
  serverCpu: (batching, concurrent) => `${batching} µs of server CPU per command instead of ${concurrent}`,
  bytes: (batching, concurrent) => `${batching} bytes sent per command instead of ${concurrent}`,
};

const latency: LatencyWords = {
  numbers,
  p50: { command: 'p50', response: 'response p50' },
  beside: (throughput, change) => `${throughput}; ${change}`,
  noInterval: (change) => `${change} (no interval)`,
};

const setting: SettingPhrases = {
  direct: 'direct',
  byKernel: 'link made by Linux',
  rttMs: (ms) => `${ms} ms round trip`,
  cutEveryMs: (ms) => `cut every ${numbers.duration(ms)}`,
  jitterMs: (ms) => `${ms} ms jitter`,
  pipeline: (count) => `batch ${count}`,
  clients: (count) => counted(count, 'client'),
  threads: (count) => counted(count, 'thread'),
  ownCommand: 'own command',
  dataSize: numbers.exactBytes,
  rps: (count) => `${count}/s`,
  clientTimeout: 'with client timeouts',
  access: { password: 'password', 'acl-user': 'ACL user' },
  persistence: { 'aof-everysec': 'AOF every second', 'aof-always': 'AOF always', rdb: 'RDB snapshots' },
  ioThreads: (count) => `${count} I/O threads`,
  mebibytes: (count) => `${count} MiB at most`,
};

export const english: Words = {
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
