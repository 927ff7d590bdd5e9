import { commandIds } from '../commands/workload.ts';
import { hashTags, keyPatterns, splits } from '../contract/enums.ts';
import { defaultsOf, oneTwoFive, type SettingLabels, type Manual, type SettingRows } from './setting.ts';

const dataSize = { min: 1, max: 16_777_216, default: 100, unit: 'bytes' } as const;
const ofWeight = { min: 1, max: 1000, default: 1, unit: '' } as const;
/** Commands of a mix: a server has few more that are not rare. */
const mostCommands = 24;
const seconds = [0.5, 1, 2, 3, 5, 8, 10, 15, 20, 30, 45, 60, 120, 300];

/** Characters of a line of one's own: a script fits as well. */
const longestLine = 65_536;

/** Longest warm-up that ends by itself. */
export const mostAutoWarmupMs = 10_000;

/** What is sent. Names follow redis-benchmark and memtier_benchmark; sizes in bytes, times in ms. */
export const workloadSettings = {
  commands: {
    list: { choice: commandIds },
    least: 1,
    most: mostCommands,
    default: ['set'],
  },
  ratio: { list: { whole: ofWeight }, most: mostCommands },
  customCommand: { text: { min: 1, max: longestLine }, sharing: 'private' },
  customCommands: {
    list: { text: { min: 1, max: longestLine } },
    least: 2,
    most: mostCommands,
    sharing: 'private',
  },
  clients: {
    whole: { min: 1, max: 1000, default: 10, unit: 'connections' },
    live: true,
    slider: { stops: [1, 2, 3, 5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1000] },
  },
  /** Never more than its connections. */
  threads: {
    whole: { min: 1, max: 64, default: 1, unit: 'threads' },
    slider: { stops: [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64] },
  },
  /** They await their replies, and share the connections of the lane. */
  callers: { whole: { min: 1, max: 10_000, unit: 'callers' } },
  pipeline: {
    whole: { min: 1, max: 100_000, default: 16, unit: 'commands' },
    live: true,
    slider: { stops: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096] },
  },
  /** Of the strategy that gathers by time. Timers are 1 ms coarse: what is shorter is waited for by polling. */
  gatherMs: { real: { min: 0, max: 1000, default: 0.1, unit: 'ms' }, optional: true },
  maxBatch: { whole: { min: 1, max: 100_000, default: 200, unit: 'commands' }, optional: true },
  /** Of another client, beside each lane. */
  writesPerSecond: { whole: { min: 0, max: 100_000, unit: 'writes/s' } },
  maxBatchBytes: { whole: { min: 1, max: 1_073_741_824, default: 131_072, unit: 'bytes' }, optional: true },
  dataSize: { whole: dataSize, live: true, slider: { stops: oneTwoFive(1_000_000) } },
  dataSizeRange: { pair: { whole: dataSize } },
  data: { choice: ['text', 'random', 'json'], default: 'text' },
  keyspace: {
    whole: { min: 1, max: 1_000_000_000, default: 10_000, unit: 'keys' },
    slider: { stops: oneTwoFive(10_000_000) },
  },
  /** Members of each key that holds any: they are written before the run. */
  members: { whole: { min: 1, max: 5_000_000, unit: 'members' } },
  keyPrefix: { text: { min: 1, max: 200, pattern: /^[\w:.-]{1,200}$/ }, sharing: 'private' },
  keyPattern: { choice: keyPatterns, default: 'R' },
  hashTag: { choice: hashTags, default: 'none' },
  splitBy: { choice: splits },
  zipfExponent: { real: { min: 0.1, max: 5, default: 1, unit: '' } },
  requests: { whole: { min: 1, max: 1_000_000_000, unit: 'commands' } },
  durationMs: {
    whole: { min: 100, max: 3_600_000, default: 5000, unit: 'ms' },
    slider: { stops: seconds.map((value) => value * 1000), bare: 1000 },
  },
  warmupMs: { whole: { min: 0, max: 60_000, default: 2000, unit: 'ms' } },
  /** Open loop: of a whole lane. */
  rps: {
    whole: { min: 1, max: 10_000_000, unit: 'commands/s' },
    live: true,
    slider: { stops: oneTwoFive(10_000_000), start: 1000 },
  },
  arrivals: { choice: ['even', 'poisson'] },
  /** Open loop: commands due but not yet answered at which a lane gives up. */
  backlog: { whole: { min: 1, max: 1_000_000, default: 100_000, unit: 'commands' } },
  ttlSeconds: { whole: { min: 1, max: 2_592_000, default: 3600, unit: 's' } },
  seed: { whole: { min: 0, max: 4_294_967_295, default: 1, unit: '' } },
  keepalive: { flag: true },
  resp: { choice: [2, 3], default: 3 },
  /** A lane with commands in flight and no reply for this long has failed. */
  timeoutMs: { whole: { min: 100, max: 600_000, default: 10_000, unit: 'ms' } },
  clientTimeout: { choice: ['library'] },
  replies: { choice: ['buffer'] },
  readFrom: { choice: ['replica'] },
} as const satisfies SettingRows;

const sent = { group: 'What is sent' } as const;
const how = { group: 'How' } as const;
const commandList = () => commandIds.filter((id) => id !== 'custom').join(', ');

/**
 * Bytes that one lane may hold in flight: clients × pipeline × what a command takes, its payload and a client's
 * bookkeeping. A batch has to fit into the memory of the client, and its replies into that of the server.
 */
export const maxBytesInFlight = 1_073_741_824;
/** What a client library holds for a command besides its payload. */
export const bytesPerCommand = 300;

/** `usual`: what it is by default, for the help. */
export const workloadManual = (usual = defaultsOf(workloadSettings)): Manual<typeof workloadSettings> => ({
  commands: {
    ...sent,
    meaning: 'Commands that are sent.',
    argument: 'command',
    help: `what is sent (set): ${commandList()}; or several, with --ratio`,
  },
  ratio: {
    ...sent,
    meaning: 'Weights of the commands; absent for one command.',
    argument: '1:10',
    help: 'weights of the commands of -t; with no -t, of set:get',
  },
  customCommand: {
    ...sent,
    meaning: 'Line of the command "custom", with __key__, __data__ and __rand_int__.',
    argument: '"LINE"',
    help: 'a command line of your own, with __key__, __data__ and __rand_int__; several, each with its --weight, are a mix',
  },
  customCommands: {
    ...sent,
    meaning:
      'Lines of the commands "custom", in their order, where there are several; they replace customCommand.',
  },
  clients: {
    ...sent,
    meaning: 'Connections of the lane.',
    help: `connections per lane (${usual.clients})`,
  },
  callers: {
    ...sent,
    meaning:
      'Callers of the lane, each of which awaits its reply before it sends again: one-by-one lends them its connections as a pool does, strategies that send at once share them; absent: as many as may be in flight.',
    help: 'callers that share the connections: one-by-one is a pool, the others send at once; with -c 1,5,20 a lane each',
  },
  threads: {
    ...sent,
    meaning: 'Worker threads of the lane.',
    help: `worker threads per lane (${usual.threads})`,
  },
  pipeline: {
    ...sent,
    meaning: 'Batch size, commands; for the strategies that do not batch, commands in flight per connection.',
    help: `batch size; for concurrent, nagle, auto-pipeline and gather the commands in flight per connection (${usual.pipeline})`,
  },
  gatherMs: {
    ...how,
    meaning: 'Of gather: how long the first command of a batch waits for others, ms; absent: 0.1.',
    argument: '100us',
    help: 'of gather: how long commands are collected (100us); below 1ms by polling, which takes a core',
  },
  maxBatch: {
    ...how,
    meaning: 'Of gather: a batch is sent as soon as it has so many commands; absent: 200.',
    help: `of gather: send as soon as there are so many commands (${workloadSettings.maxBatch.whole.default})`,
  },
  maxBatchBytes: {
    ...how,
    meaning: 'Of gather: a batch is sent as soon as it has so many bytes; absent: 131072.',
    argument: 'bytes',
    help: 'of gather: send as soon as there are so many bytes (128k)',
  },
  writesPerSecond: {
    ...how,
    meaning:
      'Writes per second of another client to the keys that a lane gets, while its slices run: how many reads are stale is then in the result; 0 or absent: none.',
    help: 'another client writes the keys of each lane that often while it is measured: shows how stale reads are (0)',
  },
  dataSize: { ...sent, meaning: 'Payload, bytes.', argument: 'bytes', help: `payload (${usual.dataSize})` },
  dataSizeRange: {
    ...sent,
    meaning: 'Smallest and largest payload, bytes, drawn evenly; overrides dataSize.',
    argument: '10-2000',
    help: 'payloads of sizes spread evenly between two',
  },
  data: {
    ...sent,
    meaning: 'What payloads are made of.',
    help: 'what payloads are made of: letters, random bytes, which do not compress, or JSON (text)',
  },
  keyspace: {
    ...sent,
    meaning: 'Number of keys that are drawn from.',
    help: `keys drawn from this many (${usual.keyspace})`,
  },
  members: {
    ...sent,
    meaning:
      'Members of each key, written before the run: elements of lists, fields of hashes, entries of streams, members of sets; __rand_int__ is then a number below it. Absent: keys hold what the commands need, and __rand_int__ is below the keyspace.',
    help: 'members of each list, set, sorted set, hash, stream: written before the run, and drawn from (with -r 1: one big key)',
  },
  keyPrefix: {
    ...sent,
    meaning: 'Text in each key, behind the prefix of the run; absent: none.',
    argument: 'text',
    help: 'text in each key, behind the prefix of the run (none)',
  },
  keyPattern: {
    ...sent,
    meaning: 'How keys are drawn: R random, S sequential, Z Zipf, G Gaussian.',
    help: 'random, sequential, zipf, gaussian (R)',
  },
  zipfExponent: {
    ...sent,
    meaning: 'Exponent of the pattern Z, no unit.',
    argument: 'x',
    help: `exponent of Z (${usual.zipfExponent})`,
  },
  hashTag: {
    ...sent,
    meaning:
      'Hash tag of the keys: none, or the same for all keys of the lane, so that they are in one slot.',
    help: 'lane: all keys of a lane in one slot of a cluster, as multi, multi-key and lua need it (none)',
  },
  splitBy: {
    ...sent,
    meaning:
      'In a cluster: whether a batch of pipeline or multi-key is sent whole, by node, or multi-key by slot; absent: pipeline by node, multi-key whole.',
    help: 'in a cluster, how pipeline and multi-key split a batch: slot is for multi-key, pipeline then splits by node (pipeline: node; multi-key: none)',
  },
  ttlSeconds: {
    ...sent,
    meaning: 'Time to live that setex and expire set, s.',
    argument: '3600s',
    help: `of setex and expire (${usual.ttlSeconds}s)`,
  },
  seed: {
    ...sent,
    meaning: 'The same seed draws the same commands, keys and payloads.',
    help: `the same seed sends the same commands (${usual.seed})`,
  },
  requests: {
    group: 'How much',
    meaning: 'Commands per lane; absent when the lane stops after durationMs.',
    help: 'commands per lane, exactly; instead of --duration',
  },
  durationMs: {
    group: 'How much',
    meaning: 'Counted time of the lane, ms; without meaning where requests is given.',
    argument: '5s',
    help: `counted time per lane (${usual.durationMs / 1000}s; of a race 10s)`,
  },
  warmupMs: {
    group: 'How much',
    meaning: 'Time of the lane before counting begins, ms.',
    argument: '2s',
    help: `time per lane before counting begins (${usual.warmupMs / 1000}s); auto: until throughput is level, at most ${mostAutoWarmupMs / 1000}s`,
  },
  rps: {
    ...how,
    meaning: 'Open loop: commands per second for the whole lane; absent for a closed loop.',
    help: 'open loop: commands per second, per lane',
  },
  arrivals: {
    ...how,
    meaning:
      'Open loop: how commands become due, at equal distances or at random moments (Poisson); absent: even.',
    help: 'open loop: commands become due at equal distances, or at random moments, as from many users (even)',
  },
  backlog: {
    ...how,
    meaning: 'Open loop: commands due but not answered at which the lane gives up.',
    help: `open loop: give up when so many are due but not sent (${usual.backlog})`,
  },
  resp: { ...how, meaning: 'Version of the protocol.', help: 'protocol (3)' },
  keepalive: {
    ...how,
    meaning: 'Whether connections are kept; false: a new one for each command or batch.',
    help: '0: a new connection for each command or batch (1)',
  },
  timeoutMs: {
    ...how,
    meaning: 'A lane without a reply for this long has failed, ms.',
    argument: '10s',
    help: `a lane without a reply for this long has failed (${usual.timeoutMs / 1000}s)`,
  },
  clientTimeout: {
    ...how,
    meaning:
      'library: a client library keeps the timeout for each command that it has by default; absent: lanes have none.',
    help: 'library: client libraries keep their own timeout for each command, and GLIDE its bound of commands in flight (none)',
  },
  replies: {
    ...how,
    meaning:
      'buffer: client libraries give bulk strings as Buffers, as a program with binary values needs them; absent: as strings.',
    help: 'what client libraries make of values: strings, or Buffers as binary values need them (string)',
  },
  readFrom: {
    group: 'Where',
    meaning: 'In a cluster: replica: reads go to replicas; absent: all commands go to masters.',
    help: 'in a cluster: which nodes read; all else goes to masters (master)',
  },
});

export const workloadLabels: SettingLabels<typeof workloadSettings> = {
  commands: 'Commands',
  ratio: 'Weights',
  customCommand: 'Own command',
  customCommands: 'Own commands',
  clients: { label: 'Clients', unit: 'connections', hint: 'Connections of each lane.' },
  callers: 'Callers',
  threads: {
    label: 'Threads',
    unit: 'per lane',
    hint: 'Worker threads; each takes its share of the clients.',
  },
  pipeline: { label: 'Batch size', unit: 'commands', hint: 'Commands per batch or in flight.' },
  gatherMs: 'Gathered for, ms',
  maxBatch: 'Gathered commands, at most',
  maxBatchBytes: 'Gathered bytes, at most',
  writesPerSecond: 'Writes beside, per second',
  dataSize: {
    label: 'Payload',
    unit: 'bytes',
    hint: 'Value of each SET; what each GET brings back. 1k is 1,024.',
  },
  dataSizeRange: 'Payloads',
  data: 'Payload data',
  keyspace: { label: 'Keyspace', unit: 'keys', hint: 'Keys are drawn from this many.' },
  members: 'Members of a key',
  keyPrefix: 'Key prefix',
  keyPattern: 'Key pattern',
  hashTag: 'Keys of a lane',
  splitBy: 'Batches split by',
  zipfExponent: 'Zipf exponent',
  requests: 'Commands per lane',
  durationMs: {
    label: 'Duration',
    unit: 's per lane',
    hint: 'Counted time of each lane, after its warm-up.',
  },
  warmupMs: 'Warm-up',
  rps: { label: 'Rate', unit: 'commands/s', hint: 'Target rate per lane (open loop).' },
  arrivals: 'Arrivals',
  backlog: 'Backlog',
  ttlSeconds: 'Expiry, s',
  seed: 'Seed',
  keepalive: 'Keep-alive',
  resp: 'RESP',
  timeoutMs: 'Timeout',
  clientTimeout: 'Client timeouts',
  replies: 'Replies',
  readFrom: 'Reads go to',
};
