import type { GainWords } from '../gain.ts';
import type { HeadlineWords } from '../headline.ts';
import type { PraiseWords } from '../praise.ts';
import type { SettingPhrases } from '../settings.ts';
import type { SustainedRateWords } from '../sustained-rate.ts';
import type { DoubtWords, FigureWords, Words } from '../words.ts';
import { counted } from './counted.ts';
import { numbers } from './numbers.ts';
import { verdict } from './verdict.ts';
import { warning } from './warning.ts';

const headline: HeadlineWords = {
  interval: (low, high) =>
    `Compared round by round, 95 % confidence interval ${numbers.times(low)} to ${numbers.times(high)} times.`,
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

const doubt: DoubtWords = {
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

const figures: FigureWords = {
  lane: 'Lane',
  rate: 'commands/s',
  wholeRate: 'commands/s, all turns',
  timesBaseline: '× baseline',
  perWrite: 'Cmds/write',
  failed: 'Failed',
  inconclusive: 'inconclusive',
  oneRound: 'one round: no interval',
};

const gain: GainWords = {
  numbers,
  factors: (gain, waiting, batching, apart) =>
    `${gain} in two factors${apart ? ', each measured by itself' : ''}: ${waiting} from not waiting, ${batching} from batching.`,
  inconclusive: 'inconclusive',
  evidence: (concurrent, figures) => `What batching changed against ${concurrent}: ${figures.join(', ')}.`,
  perWrite: (batching, concurrent) => `${batching} commands per write instead of ${concurrent}`,
  perRead: (batching, concurrent) => `${batching} per server read instead of ${concurrent}`,
  serverCpu: (batching, concurrent) => `${batching} µs of server CPU per command instead of ${concurrent}`,
  bytes: (batching, concurrent) => `${batching} bytes sent per command instead of ${concurrent}`,
};

const praise: PraiseWords = {
  numbers,
  p50: { command: 'p50', response: 'response p50' },
  beside: (throughput, latency) => `${throughput}; ${latency}`,
  noInterval: (change) => `${change} (no interval)`,
  range: (low, high) => `${low} to ${high}`,
  faster: (lane, times, baseline) => `${lane} is ${times} times as fast as ${baseline}`,
  throughput: (lane, times, baseline) => `${lane} does ${times} times the throughput of ${baseline}`,
  takes: {
    times: (kind, times) => `a typical ${kind} takes ${times} times as long (p50)`,
    longer: (kind, share) => `a typical ${kind} takes ${share} longer (p50)`,
    less: (kind, share) => `a typical ${kind} takes ${share} less time (p50)`,
  },
};

const sustainedRate: SustainedRateWords = {
  kept: (rate) => `Every lane keeps up with ${rate} commands/s`,
  missed: (rate, lanes, count) =>
    lanes === ''
      ? `No lane keeps up with ${rate} commands/s.`
      : `Only ${lanes} ${count === 1 ? 'keeps' : 'keep'} up with ${rate} commands/s.`,
  responses: (times) => `Which is better, response times tell; p50: ${times}.`,
};

const setting: SettingPhrases = {
  direct: 'direct',
  byKernel: 'link made by Linux',
  rttMs: (ms) => `${ms} ms round trip`,
  jitterMs: (ms) => `${ms} ms jitter`,
  pipeline: (count) => `batch ${count}`,
  clients: (count) => counted(count, 'client'),
  threads: (count) => counted(count, 'thread'),
  dataSize: numbers.bytes,
  rps: (count) => `${count}/s`,
  clientTimeout: 'with client timeouts',
  access: { password: 'password', 'acl-user': 'ACL user' },
  persistence: { 'aof-everysec': 'AOF every second', 'aof-always': 'AOF always', rdb: 'RDB snapshots' },
  ioThreads: (count) => `${count} I/O threads`,
  mebibytes: (count) => `${count} MiB at most`,
};

export const english: Words = {
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
