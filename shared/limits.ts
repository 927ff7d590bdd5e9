/**
 * Every number a plan may hold: its bounds, its default and its unit. The server checks them, the page's
 * sliders and the command line's help read them.
 */
export interface Limit {
  readonly min: number;
  readonly max: number;
  /** Used where a plan says nothing; absent where saying nothing has a meaning of its own. */
  readonly default?: number;
  readonly unit: string;
}

/** Lanes that the page offers to have: more do not fit on a projector. */
export const lanesOnPage = 8;

export const limits = {
  /** Lanes in one plan. */
  lanes: { min: 1, max: 12, unit: 'lanes' },
  /** Connections per lane. */
  clients: { min: 1, max: 1000, default: 10, unit: 'connections' },
  /** Worker threads per lane; never more than its connections. */
  threads: { min: 1, max: 64, default: 1, unit: 'threads' },
  /** Batch size; for the strategies that do not batch, the commands in flight per connection. */
  pipeline: { min: 1, max: 100_000, default: 16, unit: 'commands' },
  dataSize: { min: 1, max: 16_777_216, default: 100, unit: 'bytes' },
  keyspace: { min: 1, max: 1_000_000_000, default: 10_000, unit: 'keys' },
  zipfExponent: { min: 0.1, max: 5, default: 1, unit: '' },
  requests: { min: 1, max: 1_000_000_000, unit: 'commands' },
  durationMs: { min: 100, max: 3_600_000, default: 5000, unit: 'ms' },
  warmupMs: { min: 0, max: 60_000, default: 2000, unit: 'ms' },
  /** Absent: by the lane's time and the round trip (defaultSliceMs). */
  sliceMs: { min: 100, max: 60_000, unit: 'ms' },
  /** How far the ends of an interval may be from their ratio, a share. */
  precision: { min: 0.005, max: 0.5, default: 0.03, unit: '' },
  /** How many times threads and connections are made in one run. */
  starts: { min: 1, max: 20, default: 1, unit: 'starts' },
  /** With a precision: counted time of a lane at most. */
  maxDurationMs: { min: 100, max: 3_600_000, default: 60_000, unit: 'ms' },
  settleMs: { min: 0, max: 5000, default: 50, unit: 'ms' },
  /** Open loop: commands per second for a whole lane. */
  rps: { min: 1, max: 10_000_000, unit: 'commands/s' },
  /** Rates of a load curve. */
  loadPoints: { min: 2, max: 40, default: 8, unit: 'rates' },
  /** Open loop: commands due but not yet answered at which a lane gives up. */
  backlog: { min: 1, max: 1_000_000, default: 100_000, unit: 'commands' },
  ttlSeconds: { min: 1, max: 2_592_000, default: 3600, unit: 's' },
  seed: { min: 0, max: 4_294_967_295, default: 1, unit: '' },
  weight: { min: 1, max: 1000, default: 1, unit: '' },
  /** A lane with commands in flight and no reply for this long has failed. */
  timeoutMs: { min: 100, max: 600_000, default: 10_000, unit: 'ms' },
  /** Added to every round trip. */
  rttMs: { min: 0, max: 500, default: 0, unit: 'ms' },
  jitterMs: { min: 0, max: 250, default: 0, unit: 'ms' },
  /** Absent: no limit. */
  bandwidthMbit: { min: 1, max: 10_000, unit: 'Mbit/s' },
  /** Of a private server: threads that read and write sockets. */
  ioThreads: { min: 1, max: 128, default: 1, unit: 'threads' },
  /** Of a private server. Absent: half of the memory that there is, and at most 4 GiB. */
  maxMemoryBytes: { min: 1_048_576, max: 1_099_511_627_776, unit: 'bytes' },
  /** From the beginning of a run to the moving of slots. */
  afterMs: { min: 0, max: 3_600_000, unit: 'ms' },
  /** Of a search: the largest batch that is tried. */
  deepest: { min: 2, max: 100_000, default: 1024, unit: 'commands' },
  /** Of a search: what p99 has to stay under. Absent: no bound. */
  p99BoundMs: { min: 0.001, max: 600_000, unit: 'ms' },
  /** Of a search: what it may take. Absent: a minute, over a slow network what it needs. */
  budgetMs: { min: 1000, max: 3_600_000, unit: 'ms' },
  /** A guess at how many times as fast something is: nothing is 0 times as fast. */
  guess: { min: 0.01, max: 10_000, unit: '×' },
  /** A guess at what share is left. */
  guessedShare: { min: 0.01, max: 100, unit: '%' },
  /** Viewers whose guesses are gathered for one lesson. */
  guesses: { min: 0, max: 1000, unit: 'guesses' },
  bystanderRps: { min: 1, max: 10_000, default: 100, unit: 'GET/s' },
} as const satisfies Record<string, Limit>;

/** Load machines that carry a run out together. */
export const agentsInRun = { min: 1, max: 1000, unit: 'agents' } as const satisfies Limit;

/** Bounds of a guess at the outcome of a lesson, by the unit that it asks for. */
export const guessLimits = { '×': limits.guess, '%': limits.guessedShare } as const;
export type GuessUnit = keyof typeof guessLimits;

/** How often one viewer may guess about a lesson: the first time, and each change of mind. */
export const guessesOfOneViewer = 10;

/** Reading commands have their keys written first; more than this would take minutes. */
export const mostKeysToFill = 5_000_000;

/** How long the bystander watches without load, before the lanes. */
export const bystanderAloneMs = 2000;

/**
 * Bytes that one lane may hold in flight: clients × pipeline × what a command takes, its payload and a client's
 * bookkeeping. A batch has to fit into the memory of the client, and its replies into that of the server.
 */
export const maxBytesInFlight = 1_073_741_824;
/** What a client library holds for a command besides its payload. */
export const bytesPerCommand = 300;

/** One reply to what is asked beside the lanes, such as INFO, bytes. */
export const largestAdminReply = 67_108_864;
/** What Redis itself takes for one value, unless it is told otherwise (proto-max-bulk-len), bytes. */
export const largestValue = 536_870_912;
/** Of a reply beside its values, bytes; an error has to fit as well. */
const replySlack = 1_048_576;
/** Values in one reply: of MGET and LRANGE. */
const valuesPerReply = 10;
/** What stands around a value in a reply, bytes. */
const perValue = 64;

interface AnsweredWorkload {
  commands: readonly string[];
  dataSize: number;
  dataSizeRange?: readonly [number, number] | undefined;
  pipeline: number;
}

/**
 * Bytes that one reply to this workload can have, also where a whole batch is answered by one reply. What a command
 * of one's own reads, and a value that APPEND has grown, is bounded by Redis alone.
 */
export function largestReply({ commands, dataSize, dataSizeRange, pipeline }: AnsweredWorkload): number {
  if (commands.includes('custom') || commands.includes('append')) return maxBytesInFlight;
  const value = Math.max(dataSize, ...(dataSizeRange ?? [])) + perValue;
  return Math.min(maxBytesInFlight, replySlack + pipeline * valuesPerReply * value);
}

/** What the history keeps, and what may be said of an entry. */
export const historyLimits = {
  /** Beyond either of these the oldest go, those first that have neither name nor tags. Bytes as they are stored. */
  entries: 2000,
  bytes: 536_870_912,
  nameLength: 80,
  tags: 10,
  tagLength: 30,
  searchLength: 200,
  /** On one page of the list. */
  page: { default: 50, max: 200 },
} as const;

/** A result that is sent for export, bytes. */
export const largestUpload = 16_777_216;

/** A file that the server makes of a run, bytes. */
export const largestExport = 33_554_432;

/** Texts and lists of a document that comes from elsewhere: a result, the outcome of a recipe, a search. */
export const documentLimits = {
  /** Characters of a sentence, such as an error's message. What the program itself keeps of one is cut here. */
  text: 10_000,
  /** Characters of an id or a name. */
  name: 200,
  /** Code with the advised settings. */
  code: 100_000,
  /** A histogram in base64. */
  histogram: 6_000_000,
  /** What a phrase of a recipe holds, characters and entries of all its parts together. */
  phrase: 50_000,
  /** Entries of a list. */
  list: 1000,
  /** Slices of a lane: a run that ends by a count may have many. */
  slices: 1_000_000,
  /** Changes during a run. */
  tunings: 10_000,
} as const;

/** Samples of each lane that a page gets on connecting. */
export const snapshotSamples = 600;

/** Coarse buckets of latencies: each doubling, from an eighth of a microsecond to over 60 s, in four equal parts. */
export const spreadBuckets = { perDoubling: 4, smallestExponent: -3, count: 116 } as const;

/** Characters of an id, and of a step, where a presenter is; a comparison of a dozen runs names them all. */
export const longestPlaceName = 400;
