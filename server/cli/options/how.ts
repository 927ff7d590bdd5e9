import { limits } from '../../../shared/limits.ts';
import { parseCount, parseDuration, parsePercent } from './units.ts';
import { UsageError } from '../usage/usage-error.ts';
import { asIs, eitherOf, parseSwitch, schedule, seconds, workload, type BenchOption } from './option.ts';

const mostAutoWarmupMs = 10_000;

/** Said in per cent, as it is given. Throws UsageError. */
function parsePrecision(text: string, option: string): number {
  const { min, max } = limits.precision;
  const share = parsePercent(text, option);
  if (share >= min && share <= max) return share;
  throw new UsageError(`${option} takes a share from ${min * 100}% to ${max * 100}%, not "${text}"`);
}

/** Throws UsageError. */
/** Options that say how much is measured, and how. */
export const howOptions: readonly BenchOption[] = [
  {
    name: 'requests',
    short: 'n',
    argument: 'n',
    group: 'How much',
    help: 'commands per lane, exactly; instead of --duration',
    plan: workload('requests', parseCount),
  },
  {
    name: 'duration',
    argument: '5s',
    group: 'How much',
    help: `counted time per lane (${seconds(limits.durationMs.default)})`,
    plan: workload('durationMs', parseDuration),
  },
  {
    name: 'warmup',
    argument: '2s',
    group: 'How much',
    help: `time per lane before counting begins (${seconds(limits.warmupMs.default)}); auto: until throughput is level, at most ${seconds(mostAutoWarmupMs)}`,
    plan: workload('warmupMs', (text, option) =>
      text === 'auto' ? mostAutoWarmupMs : parseDuration(text, option),
    ),
  },
  {
    name: 'precision',
    argument: '3%',
    group: 'How much',
    help: 'run until the interval of every ratio is within this share of the ratio: at least --duration, at most --max-duration',
    plan: schedule('precision', parsePrecision),
  },
  {
    name: 'max-duration',
    argument: '60s',
    group: 'How much',
    help: `with --precision: counted time per lane at most (${seconds(limits.maxDurationMs.default)})`,
    plan: schedule('maxDurationMs', parseDuration),
  },
  {
    name: 'starts',
    argument: 'n',
    group: 'How',
    help: 'start the threads and connections of a lane so many times in one run; intervals then include how starts differ (1)',
    plan: schedule('starts', parseCount),
  },
  {
    name: 'slice',
    argument: '1s',
    group: 'How',
    help: 'time of one turn of a lane (a twentieth of its time, at least 0.1 s and ten round trips, at most 1 s)',
    plan: schedule('sliceMs', parseDuration),
  },
  {
    name: 'schedule',
    argument: 'turns|race',
    group: 'How',
    help: 'turns: each lane has the machine to itself; race: all at once, as a demo (turns)',
    plan: schedule('mode', asIs),
  },
  {
    name: 'order',
    argument: 'mirrored|rotating|random',
    group: 'How',
    help: 'of the lanes from round to round; mirrored: A B C, C B A (random)',
    plan: schedule('order', asIs),
  },
  {
    name: 'rps',
    argument: 'n',
    group: 'How',
    help: 'open loop: commands per second, per lane',
    plan: workload('rps', parseCount),
  },
  {
    name: 'load-curve',
    argument: '1k..100k',
    group: 'How',
    help: `response time over load: all lanes at each of ${limits.loadPoints.default} rates from the first to the second, or at so many (1k..100k:12), or at these (1k,5k,20k)`,
  },
  {
    name: 'arrivals',
    argument: 'even|poisson',
    group: 'How',
    help: 'open loop: commands become due at equal distances, or at random moments, as from many users (even)',
    plan: workload('arrivals', asIs),
  },
  {
    name: 'backlog',
    argument: 'n',
    group: 'How',
    help: `open loop: give up when so many are due but not sent (${limits.backlog.default})`,
    plan: workload('backlog', parseCount),
  },
  {
    name: 'resp',
    argument: '2|3',
    group: 'How',
    help: 'protocol (3)',
    plan: workload('resp', Number),
  },
  {
    name: 'keepalive',
    argument: '0|1',
    group: 'How',
    help: '0: a new connection for each command or batch (1)',
    plan: workload('keepalive', parseSwitch),
  },
  {
    name: 'timeout',
    argument: '10s',
    group: 'How',
    help: `a lane without a reply for this long has failed (${seconds(limits.timeoutMs.default)})`,
    plan: workload('timeoutMs', parseDuration),
  },
  {
    name: 'client-timeout',
    argument: 'none|library',
    group: 'How',
    help: 'library: client libraries keep their own timeout for each command, and GLIDE its bound of commands in flight (none)',
    choices: ['none', 'library'],
    plan: workload('clientTimeout', eitherOf('none', 'library')),
  },
  {
    name: 'bystander',
    argument: 'n',
    group: 'How',
    help: 'watch with a separate client that sends so many GETs a second',
    plan: { path: ['bystander', 'rps'], read: parseCount },
  },
];
