import { counted } from '../workload.ts';

/** What reports say around figures and findings, in English. */
export const report = {
  lane: 'lane',
  baseline: 'baseline',
  rate: 'commands/s',
  units: 'units',
  commandsPerUnit: 'commands/unit',
  tripsPerUnit: 'trips/unit',
  resourcesOfUnits: 'Units and resources; CPU as a share of one core',
  unitsTitle: 'Throughput, units per second',
  interval: '95 % interval',
  againstFirst: 'against the first',
  inconclusive: 'inconclusive',
  inconclusiveMeans: 'inconclusive: the interval includes 1',
  latency: 'latency, ms',
  fromDue: 'from due',
  counts: 'counts',
  batch: 'batch',
  commands: 'commands',
  failed: 'failed',
  boundBy: 'bound by',
  byAgent: 'by agent',
  agent: (name: string) => `agent ${name}`,
  cpu: 'CPU',
  throughputTitle: 'Throughput, commands per second',
  latencyTitle: 'Latency, ms',
  resourcesTitle: 'Commands and resources; CPU as a share of one core',
  from: {
    command: 'from call to reply',
    response: 'from when due to reply',
    batch: 'from flush to last reply',
  },
  where: 'Where and how it was measured',
  facts: {
    server: 'Server',
    client: 'Client',
    machine: 'Machine',
    network: 'Network',
    schedule: 'Schedule',
    measured: 'Measured',
    published: 'Published',
  },
  run: (id: string) => `run ${id}`,
  ping: (ms: string) => `ping ${ms} ms`,
  ioThreads: (count: number) => counted(count, 'I/O thread'),
  cores: (count: number) => counted(count, 'core'),
  shared: 'shared with the server',
  apart: 'the server on another',
  race: 'race, all at once: a demo, not a fair comparison',
  turns: (slice: string) => `turns of ${slice}`,
  untilPrecise: (asked: string, reached: string) => `until every ratio was known to ±${asked} (±${reached})`,
  starts: (count: number) => `${count} starts`,
  method: (race: boolean, slices: number, atRate: boolean) =>
    `${
      race
        ? 'All lanes ran at once and shared the machine: their ratios are a demo only.'
        : 'Lanes took turns, so that each had the machine to itself.'
    } Throughput is the estimate of one fit over all lanes and ${counted(slices, 'counted slice')} of each, with its 95 % interval; warm-up is not counted. Ratios are quotients of these; where the interval includes 1, the comparison is inconclusive. Latency is that of a command, from its call to its reply${atRate ? '; the response time counts from the moment when it was due' : ''}.`,
  ownSettings: (settings: string) => `settings of its own: ${settings}`,
  stoppedEarly: 'stopped before its end',
  failures: (classes: string) => `failures: ${classes}`,
  noneSucceeded: (classes: string) => `no command succeeded: ${classes || 'none was counted'}`,
  cycle: (micros: string) => `the server’s event loop took ${micros} a turn, on average`,
  evictedKeys: (keys: number) => `${counted(keys, 'key')} evicted by the server during its turns`,
  hitRate: (share: string) => `hit rate ${share}`,
  cache: ({
    local,
    sent,
    share,
    invalidations,
  }: Record<'local' | 'sent' | 'share' | 'invalidations', string>) =>
    `commands answered by the cache ${local} (${share}), sent to the server ${sent}; ${invalidations} invalidations/s`,
  staleness: (
    writes: string,
    seen: Record<'stale' | 'reads', string> | null,
    age: Record<'p50' | 'p99' | 'max', string> | null,
  ) =>
    `another client wrote ${writes}/s: ${
      seen === null
        ? 'this strategy does not look at what it reads'
        : `${seen.stale} of ${seen.reads} reads were stale`
    }${age === null ? '' : `, for ${age.p50} µs (p50), ${age.p99} µs (p99), at most ${age.max} µs`}`,
  offered: (offered: string, achieved: string) => `offered ${offered}/s, achieved ${achieved}/s`,
  bystander: (seen: string, max: string, parts: { lag: string; wait: string } | null) =>
    `bystander ${seen}, max ${max} ms${parts ? ` (send lag ${parts.lag}; wait ${parts.wait})` : ''}`,
  roundTrip: (before: string, during: string | null) =>
    `measured round trip ${before} before${during === null ? '' : `, ${during} during`}`,
  perWrite: (bytes: string, segments: number) =>
    `${bytes} a write: ${counted(segments, 'TCP segment')} at an MTU of 1500`,
  packets: (out: string, back: string) => `packets for each command: ${out} to the server, ${back} from it`,
  callsByNode: (nodes: string) => `calls by node: ${nodes}`,
  redirections: (counts: string | null) => `redirections: ${counts ?? 'this server does not count them'}`,
  slotsMoved: (move: {
    after: string;
    took: string;
    slots: string;
    keys: string;
    from: string;
    to: string;
  }) =>
    `${move.after} after the beginning, slots ${move.slots} moved with ${move.keys} keys from ${move.from} to ${move.to}, within ${move.took}.`,
  laneFigures: (rate: string | null, p99: string, failed: number, ofUnits: boolean) =>
    `${rate ?? 'no'} ${ofUnits ? 'units' : 'commands'}/s, p99 ${p99} ms, ${failed} failed`,
  prediction: 'Prediction',
  predictionWith: (ask: string, found: string) => `Prediction: ${ask} Measured: ${found}`,
  measuredIs: (found: string) => `measured: ${found}`,
  nothingRun: 'nothing, the lanes that it is about have not run',
  publishedIn: (source: string) => `Published: ${source}.`,
  claimsJudged: (counts: string) => `Published claims, judged here: ${counts}`,
  rule: (rule: string) => `Rule: ${rule}`,
  reading: 'What was measured says',
  inForm: (form: string, took: string) => `${form} form, ${took}`,
  coresOf: (cores: number, cpu: string) => `${cores} cores of ${cpu}`,
  notInstalled: (programs: string) => `not installed: ${programs}`,
  stepColumns: ['step', 'server', 'network', 'schedule'],
  took: 'took',
  stepsLeft: 'the steps that are left',
  stoppedBefore: 'stopped before they began',
  againstOf: (was: string) => `against ${was}`,
  comparedFigures: { throughput: 'commands/s', ratios: 'ratio to the first lane' },
  was: 'was',
  is: 'is',
  isByWas: 'is / was',
  outcome: 'outcome',
  outcomes: { better: 'better', worse: 'worse', inconclusive: 'inconclusive' },
  oneSliceHas: 'one slice has no interval',
  elsewhere: 'not measured in the same place',
  elsewhereAnd: {
    throughput: 'not measured in the same place; --compare ratios survives that better:',
    ratios: 'not measured in the same place; ratios survive that better than throughput:',
  },
  noAdvice: 'Stopped before the batch sizes could be compared: no advice.',
  connections: (count: number) => counted(count, 'connection'),
  rateAsked: (rate: string) => `${rate}/s asked for`,
  p99Asked: (ms: number) => `p99 under ${ms} ms asked for`,
  searchedFor: (duration: string) => `searched for ${duration}`,
  throughput: 'throughput',
  p99: 'p99, ms',
  p99OfSlices: 'p99, ms (slices)',
  surveyed: 'one short slice, to see where to look; the others took turns and are compared',
};
