import { limits } from '../../shared/limits.ts';
import { commandIds } from '../../shared/commands.ts';
import { strategies } from '../engine/strategies/index.ts';
import { eventReporters, reporters } from './reporters/index.ts';
import { parseBandwidth, parseCount, parseDuration, parseSize, parseSizeRange } from './units.ts';
import { UsageError } from './usage-error.ts';

/** One option of `bench`. Parsing, help and the wording of errors follow from this table. */
export interface BenchOption {
  name: string;
  short?: string;
  /** What its argument is called in the help; absent for a switch. */
  argument?: string;
  help: string;
  group: 'What is sent' | 'How much' | 'How' | 'Where' | 'Output';
  /** May be given more than once. */
  repeatable?: boolean;
  /** Where its value goes in the plan, and how it is read. */
  plan?: { path: readonly string[]; read: (text: string, option: string) => unknown };
}

const workload = (field: string, read: (text: string, option: string) => unknown) => ({
  path: ['workload', field],
  read,
});
const schedule = (field: string, read: (text: string, option: string) => unknown) => ({
  path: ['schedule', field],
  read,
});
const list = (text: string) => text.split(',').map((word) => word.trim());
const asIs = (text: string) => text;

function parseRatio(text: string, option: string): number[] {
  return text.split(':').map((part) => parseCount(part, option));
}

function parseSwitch(text: string, option: string): boolean {
  if (text !== '0' && text !== '1') throw new UsageError(`${option} takes 0 or 1, not "${text}"`);
  return text === '1';
}

const mostAutoWarmupMs = 10_000;
const seconds = (ms: number) => `${ms / 1000}s`;

export const benchOptions: readonly BenchOption[] = [
  {
    name: 'strategy',
    argument: 'a,b,…',
    group: 'What is sent',
    help: `lanes, in order; the first is the baseline (one-by-one,auto-pipeline,pipeline). One of ${strategies.map(({ id }) => id).join(', ')}`,
  },
  {
    name: 'tests',
    short: 't',
    argument: 'command',
    group: 'What is sent',
    help: `what is sent (set): ${commandIds.filter((id) => id !== 'custom').join(', ')}; or several, with --ratio`,
    plan: workload('commands', list),
  },
  {
    name: 'ratio',
    argument: '1:10',
    group: 'What is sent',
    help: 'weights of the commands of -t; with no -t, of set:get',
    plan: workload('ratio', parseRatio),
  },
  {
    name: 'command',
    argument: '"LINE"',
    group: 'What is sent',
    help: 'a command line of your own, with __key__, __data__ and __rand_int__',
    plan: workload('customCommand', asIs),
  },
  {
    name: 'clients',
    short: 'c',
    argument: 'n',
    group: 'What is sent',
    help: `connections per lane (${limits.clients.default})`,
    plan: workload('clients', parseCount),
  },
  {
    name: 'threads',
    argument: 'n',
    group: 'What is sent',
    help: `worker threads per lane (${limits.threads.default})`,
    plan: workload('threads', parseCount),
  },
  {
    name: 'pipeline',
    short: 'P',
    argument: 'n',
    group: 'What is sent',
    help: `batch size; for concurrent, nagle and auto-pipeline the commands in flight per connection (${limits.pipeline.default})`,
    plan: workload('pipeline', parseCount),
  },
  {
    name: 'data-size',
    short: 'd',
    argument: 'bytes',
    group: 'What is sent',
    help: `payload (${limits.dataSize.default})`,
    plan: workload('dataSize', parseSize),
  },
  {
    name: 'data-size-range',
    argument: '10-2000',
    group: 'What is sent',
    help: 'payloads of sizes spread evenly between two',
    plan: workload('dataSizeRange', parseSizeRange),
  },
  {
    name: 'random-data',
    argument: '0|1',
    group: 'What is sent',
    help: 'payload of random bytes instead of text (0)',
    plan: workload('data', (text, option) => (parseSwitch(text, option) ? 'random' : 'text')),
  },
  {
    name: 'keyspace',
    short: 'r',
    argument: 'n',
    group: 'What is sent',
    help: `keys drawn from this many (${limits.keyspace.default})`,
    plan: workload('keyspace', parseCount),
  },
  {
    name: 'key-pattern',
    argument: 'R|S|Z|G',
    group: 'What is sent',
    help: 'random, sequential, zipf, gaussian (R)',
    plan: workload('keyPattern', asIs),
  },
  {
    name: 'key-zipf-exp',
    argument: 'x',
    group: 'What is sent',
    help: `exponent of Z (${limits.zipfExponent.default})`,
    plan: workload('zipfExponent', Number),
  },
  {
    name: 'ttl',
    argument: '3600s',
    group: 'What is sent',
    help: `of setex and expire (${limits.ttlSeconds.default}s)`,
    plan: workload('ttlSeconds', (text, option) => parseDuration(text, option) / 1000),
  },
  {
    name: 'seed',
    argument: 'n',
    group: 'What is sent',
    help: `the same seed sends the same commands (${limits.seed.default})`,
    plan: workload('seed', parseCount),
  },
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
    name: 'slice',
    argument: '1s',
    group: 'How',
    help: `time of one turn of a lane (${seconds(limits.sliceMs.default)})`,
    plan: schedule('sliceMs', parseDuration),
  },
  {
    name: 'schedule',
    argument: 'turns|race',
    group: 'How',
    help: 'turns: each lane has the machine to itself; race: all at once, for show (turns)',
    plan: schedule('mode', asIs),
  },
  {
    name: 'order',
    argument: 'mirrored|rotating|random',
    group: 'How',
    help: 'of the lanes from round to round (mirrored: A B C, C B A)',
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
    name: 'bystander',
    argument: 'n',
    group: 'How',
    help: 'watch with a separate client that sends so many GETs a second',
    plan: { path: ['bystander', 'rps'], read: parseCount },
  },
  {
    name: 'rtt',
    argument: '20ms',
    group: 'Where',
    help: 'add so much to every round trip (0)',
    plan: { path: ['network', 'rttMs'], read: parseDuration },
  },
  {
    name: 'jitter',
    argument: '2ms',
    group: 'Where',
    help: 'by which round trips stray at most (0)',
    plan: { path: ['network', 'jitterMs'], read: parseDuration },
  },
  {
    name: 'bandwidth',
    argument: '1000mbit',
    group: 'Where',
    help: 'that passes in each direction (no limit)',
    plan: { path: ['network', 'bandwidthMbit'], read: parseBandwidth },
  },
  {
    name: 'url',
    short: 'u',
    argument: 'URL',
    group: 'Where',
    help: 'the server to measure: redis://, rediss://, redis+sentinel:// or unix:// (a private one is started)',
  },
  {
    name: 'target',
    argument: 'ID',
    group: 'Where',
    help: 'the server of this name in ROUNDTRIP_TARGETS; or embedded, a private one',
  },
  {
    name: 'plan',
    argument: 'FILE',
    group: 'Where',
    help: 'a plan as JSON, in place of all options above but --url and --target',
  },
  ...[...reporters, ...eventReporters].map(({ id, help }): BenchOption => ({
    name: id,
    argument: 'FILE',
    group: 'Output',
    help: `${help}; - for stdout`,
    repeatable: true,
  })),
  {
    name: 'quiet',
    short: 'q',
    group: 'Output',
    help: 'no table and no progress',
  },
  {
    name: 'no-progress',
    group: 'Output',
    help: 'no progress',
  },
  {
    name: 'help',
    short: 'h',
    group: 'Output',
    help: 'this text',
  },
];

/** How an option is called in messages: `-c, --clients`. */
export const nameOf = ({ name, short }: BenchOption): string => `${short ? `-${short}, ` : ''}--${name}`;
