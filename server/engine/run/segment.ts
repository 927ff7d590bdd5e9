import type { CommandLatency, LaneResult } from '../../../shared/contract/lane-result.ts';
import type {
  BystanderFigures,
  LatencySlices,
  LinkFigures,
  ProxyFigures,
  RoundTripFigures,
  ServerFigures,
  Throughput,
} from '../../../shared/contract/figures.ts';
import { commands as commandTable, type CommandDescription } from '../../../shared/contract/commands.ts';
import type { Workload } from '../../../shared/contract/workload.ts';
import type { Settings } from '../../../shared/contract/run-events.ts';
import { summariseThroughput } from '../../../shared/statistics/throughput.ts';
import { latencyKinds, type LatencyKind } from '../../../shared/contract/enums.ts';
import { median } from '../../../shared/statistics/statistics.ts';
import { summariseRoundTrips } from '../../network/pinger.ts';
import type { Traffic } from '../../network/network.ts';
import { busiestThread, type ThreadTimes } from '../../network/thread-times.ts';
import { toHdr } from '../latency/hdr-export.ts';
import { add, emptyCounts, summarise, total } from '../latency/histogram.ts';
import type { CommandCounts } from '../lane/lane.ts';
import { addSeen, bystanderFigures, nothingSeen, type BystanderSeen } from '../probes/bystander.ts';
import { addServer, noServer, serverFigures, type ServerWindow } from '../probes/server-figures.ts';
import { AgentSums, type AgentFigures } from './agent-sums.ts';
import type { SlicesToCompare } from './comparisons.ts';
import { backlogWarnings, queueGrows, sliceWarnings } from './lane-warnings.ts';
import { addTallies, addWire, noTally, noWire, sentOf, sumOfAll, type LaneTotals } from '../lane/merge.ts';

export interface Latencies extends Record<LatencyKind, Float64Array> {
  /** In a mix, of a whole slice: command latencies of each of its commands. */
  byCommand?: readonly CommandCounts[];
  /** Of a whole slice beside a writer: how long what was read had been replaced. */
  stale?: Float64Array;
  /** Where agents carry the lane out, of a whole slice: of each. */
  byAgent?: readonly Float64Array[];
}
const noLatencies = () => ({
  command: emptyCounts(),
  batch: emptyCounts(),
  response: emptyCounts(),
});

/** Totals of a lane over several slices; of its memory the largest. */
type Sums = Pick<
  LaneTotals,
  | 'tally'
  | 'wire'
  | 'elapsedMs'
  | 'busyMs'
  | 'memoryBytes'
  | 'cpuMs'
  | 'coreWaitMs'
  | 'offered'
  | 'offeringMs'
> & { ratedMs: number };
const noSums = (): Sums => ({
  tally: noTally,
  wire: noWire,
  elapsedMs: 0,
  busyMs: 0,
  memoryBytes: 0,
  cpuMs: 0,
  coreWaitMs: 0,
  offered: 0,
  offeringMs: 0,
  ratedMs: 0,
});

/** What was measured beside a lane while it had its slice. */
export interface ProbeFigures {
  /** Of PINGs over its network, ms. */
  roundTripsMs: readonly number[];
  /** What the busiest thread of its proxy took, its settling moment included; `null`: nothing is in between. */
  proxy: ThreadTimes | null;
  /** What passed its link of the kernel, its settling moment included; `null`: nobody counts that. */
  traffic: Traffic | null;
  /** What the bystander saw; `null`: there was none, or it watched others as well. */
  bystander: BystanderSeen | null;
}
export const noProbeFigures: ProbeFigures = { roundTripsMs: [], proxy: null, traffic: null, bystander: null };

interface ProxyTimes extends ThreadTimes {
  loadMs: number;
}

const addProxy = (
  sum: ProxyTimes | null,
  { cpuMs, coreWaitMs }: ThreadTimes,
  { settledMs, elapsedMs }: LaneTotals,
): ProxyTimes => ({
  cpuMs: sumOfAll([sum ? sum.cpuMs : 0, cpuMs]),
  coreWaitMs: sumOfAll([sum ? sum.coreWaitMs : 0, coreWaitMs]),
  loadMs: (sum?.loadMs ?? 0) + settledMs + elapsedMs,
});

function proxyFigures({ cpuMs, coreWaitMs, loadMs }: ProxyTimes): ProxyFigures {
  // The looks at the thread lie around the load, on a busy machine by more than the load takes.
  const ofMs = Math.max(loadMs, (cpuMs ?? 0) + (coreWaitMs ?? 0));
  const share = (ms: number | null) => (ms === null || loadMs === 0 ? null : ms / ofMs);
  return { cpu: share(cpuMs), coreWait: share(coreWaitMs) };
}

/** The link of a lane while it had something to send. */
interface LinkTraffic extends Traffic {
  commands: number;
  loadMs: number;
}

function addTraffic(sum: LinkTraffic | null, traffic: Traffic, totals: LaneTotals): LinkTraffic {
  const { tally, settled, settledMs, elapsedMs } = totals;
  const commands = tally.completed + tally.failed + settled.completed + settled.failed;
  return {
    packetsOut: (sum?.packetsOut ?? 0) + traffic.packetsOut,
    packetsIn: (sum?.packetsIn ?? 0) + traffic.packetsIn,
    bytesOut: (sum?.bytesOut ?? 0) + traffic.bytesOut,
    bytesIn: (sum?.bytesIn ?? 0) + traffic.bytesIn,
    commands: (sum?.commands ?? 0) + commands,
    loadMs: (sum?.loadMs ?? 0) + settledMs + elapsedMs,
  };
}

function linkFigures({ commands, loadMs, ...traffic }: LinkTraffic): LinkFigures | null {
  if (commands === 0 || loadMs === 0) return null;
  const mbit = (bytes: number) => (bytes * 8) / 1000 / loadMs;
  return {
    packetsOutPerCommand: traffic.packetsOut / commands,
    packetsInPerCommand: traffic.packetsIn / commands,
    mbitOut: mbit(traffic.bytesOut),
    mbitIn: mbit(traffic.bytesIn),
  };
}

/** What is known of a slice besides its totals. */
export interface SliceMoment {
  settings: Settings;
  /** Of the whole slice. */
  server: ServerWindow | null;
  /** Which start of the lane it is of, from 0. */
  start: number;
  /** The slice was ended long before its time. */
  cut: boolean;
  /** Of the whole slice. */
  probes: ProbeFigures;
}

/** What a lane sends, as far as its figures are read by it. */
export type SegmentWork = Partial<Pick<Workload, 'arrivals' | 'commands' | 'writesPerSecond'>> & {
  hasCache?: boolean;
};

const findsFilledKeys = (id: Workload['commands'][number]): boolean => {
  const { filled, changes }: CommandDescription = commandTable[id];
  return filled && !changes;
};

/** What a lane did in counted slices between two live changes of its settings. */
export class Segment implements SlicesToCompare {
  /** Those that ran to their end, commands per second. */
  readonly slices: number[] = [];
  /** Of the same slices, ms. */
  readonly #p50Ms: (number | null)[] = [];
  #latencyKind: LatencySlices['kind'] = 'command';
  /** How many of them each start of the lane has. */
  readonly starts: number[] = [];
  #newestStart = -1;
  /** Of the lane. */
  readonly id: string;
  /** The slice that it begins with. */
  readonly countedFrom: number;
  readonly #arrivals: Workload['arrivals'];
  readonly #findsKeys: boolean;
  readonly #hasCache: boolean;
  readonly #isWritten: boolean;
  readonly #latencies = noLatencies();
  readonly #stale = emptyCounts();
  readonly #byCommand = new Map<string, Float64Array>();
  readonly #agents = new AgentSums();
  #sums = noSums();
  #server = noServer;
  /** At a rate: commands that were due and not sent as each slice ended. */
  readonly #backlogs: number[] = [];
  readonly #roundTripsMs: number[] = [];
  #proxy: ProxyTimes | null = null;
  #traffic: LinkTraffic | null = null;
  #bystander: BystanderSeen | null = null;
  #revision: number | null = null;
  /** Of code of the user: units carried out alone, with what they sent. */
  #alone = { units: 0, commands: 0, trips: 0, isMixed: false };
  /** Of processes: what an empty line took before each slice, ms; `null`: they take it for a unit. */
  #linesMs: (number | null)[] = [];
  /** Its units while the server counted, those that were not counted included. */
  #unitsOnServer = 0;

  constructor(
    id: string,
    countedFrom: number,
    { arrivals, commands = [], writesPerSecond = 0, hasCache = false }: SegmentWork,
  ) {
    this.#hasCache = hasCache;
    this.#isWritten = writesPerSecond > 0;
    this.id = id;
    this.countedFrom = countedFrom;
    this.#arrivals = arrivals;
    this.#findsKeys = commands.length > 0 && commands.every(findsFilledKeys);
  }

  /** Commands that were answered, failed ones as well. */
  get commands(): number {
    return this.#sums.tally.completed + this.#sums.tally.failed;
  }

  /** Of the settings that its slices were sent with; `null`: there is none. */
  get revision(): number | null {
    return this.#revision;
  }

  /** Share of the commands that found what they asked for; `null`: they ask for nothing. */
  get hitRate(): number | null {
    const { hits, misses } = this.#sums.tally;
    return hits + misses > 0 ? hits / (hits + misses) : null;
  }

  /** Whether keys that were written before the run, and that nothing of it removes, are no longer there. */
  get keysGone(): boolean {
    return this.#findsKeys && this.hitRate !== null && this.hitRate < 0.1;
  }

  /** Whether more of its commands failed than succeeded. */
  get mostlyFailed(): boolean {
    return this.#sums.tally.failed > this.#sums.tally.completed;
  }

  add(totals: LaneTotals, latencies: Latencies, { server, cut, settings, probes, start }: SliceMoment): void {
    const sums = this.#sums;
    const ratedMs = settings.rps === null ? totals.elapsedMs : ratedMsOf(totals);
    this.#sums = {
      tally: addTallies(sums.tally, totals.tally),
      wire: addWire(sums.wire, totals.wire),
      elapsedMs: sums.elapsedMs + totals.elapsedMs,
      busyMs: sums.busyMs + totals.busyMs,
      memoryBytes: Math.max(sums.memoryBytes, totals.memoryBytes),
      cpuMs: sumOfAll([sums.cpuMs, totals.cpuMs]),
      coreWaitMs: sumOfAll([sums.coreWaitMs, totals.coreWaitMs]),
      offered: sums.offered + totals.offered,
      offeringMs: sums.offeringMs + totals.offeringMs,
      ratedMs: sums.ratedMs + ratedMs,
    };
    for (const kind of latencyKinds) add(this.#latencies[kind], latencies[kind]);
    for (const { command, counts } of latencies.byCommand ?? []) add(this.#countsOf(command), counts);
    if (latencies.stale) add(this.#stale, latencies.stale);
    this.#agents.add(totals, latencies.byAgent ?? []);
    if (totals.alone) {
      const { units, commands, trips, isMixed, lineMs } = totals.alone;
      if (lineMs !== undefined) this.#linesMs.push(lineMs);
      const sum = this.#alone;
      this.#alone = {
        units: sum.units + units,
        commands: sum.commands + commands,
        trips: sum.trips + trips,
        isMixed: sum.isMixed || isMixed,
      };
      const { tally, settled } = totals;
      this.#unitsOnServer += tally.completed + tally.failed + settled.completed + settled.failed;
    }
    if (settings.rps !== null) this.#backlogs.push(totals.outstanding);
    if (server) this.#server = addServer(this.#server, server);
    this.#revision = settings.revision;
    this.#roundTripsMs.push(...probes.roundTripsMs);
    const proxy = busiestThread([probes.proxy, totals.port].filter((times) => times != null));
    if (proxy) this.#proxy = addProxy(this.#proxy, proxy, totals);
    if (probes.traffic) this.#traffic = addTraffic(this.#traffic, probes.traffic, totals);
    if (probes.bystander) addSeen((this.#bystander ??= nothingSeen()), probes.bystander);
    // A slice that broke off is counted, but says nothing of throughput.
    if (totals.fatal !== null || totals.elapsedMs <= 0 || cut) return;
    this.#countInStart(start);
    this.slices.push(perSecond(totals.tally.completed, ratedMs));
    this.#latencyKind = settings.rps === null ? 'command' : 'response';
    this.#p50Ms.push(summarise(latencies[this.#latencyKind])?.p50 ?? null);
  }

  #countsOf(command: string): Float64Array {
    const counts = this.#byCommand.get(command) ?? emptyCounts();
    this.#byCommand.set(command, counts);
    return counts;
  }

  /** Of a cache, and of what was read while somebody wrote. */
  #readFigures(): Pick<LaneResult, 'cache' | 'staleness'> {
    const { tally, elapsedMs } = this.#sums;
    if (!tally.reads) return {};
    const { local, invalidations, written, judged } = tally.reads;
    const age = summarise(this.#stale);
    return {
      ...(this.#hasCache && {
        cache: {
          answeredLocally: local,
          sent: sentOf(tally),
          hitRate: sentOf(tally) + local === 0 ? null : local / (sentOf(tally) + local),
          invalidationsPerSecond: perSecond(invalidations, elapsedMs),
        },
      }),
      ...(this.#isWritten && {
        staleness: {
          writesPerSecond: perSecond(written, elapsedMs),
          reads: judged,
          stale: total(this.#stale),
          ageMicros: age && { p50: age.p50 * 1000, p99: age.p99 * 1000, max: age.max * 1000 },
        },
      }),
    };
  }

  get throughput(): Throughput | null {
    return summariseThroughput(this.slices, this.starts);
  }

  /** `undefined`: no slice ran to its end. */
  get latencySlices(): LatencySlices | undefined {
    return this.#p50Ms.length === 0 ? undefined : { kind: this.#latencyKind, p50Ms: [...this.#p50Ms] };
  }

  /** Of all slices together, ms; `null`: nothing was answered. */
  get p50Ms(): number | null {
    return summarise(this.#latencies[this.#latencyKind])?.p50 ?? null;
  }

  #countInStart(start: number): void {
    if (start !== this.#newestStart) this.starts.push(0);
    this.#newestStart = start;
    this.starts.push((this.starts.pop() ?? 0) + 1);
  }

  #latenciesByCommand(): CommandLatency[] {
    return [...this.#byCommand].map(([command, counts]) => ({
      command,
      answered: total(counts),
      latencyMs: summarise(counts),
    }));
  }

  /** By agent; `undefined`: there are none. */
  get agents(): AgentFigures | undefined {
    return this.#agents.figures();
  }

  get countsUnits(): boolean {
    return this.#alone.units > 0;
  }

  /** Of code of the user: what one unit sends; `null`: it is none. */
  perUnit(isPrivate: boolean): NonNullable<LaneResult['perUnit']> | null {
    const { units, commands, trips, isMixed } = this.#alone;
    if (units === 0) return null;
    // Beside others, the server counts what is theirs as well.
    const counted = isPrivate ? this.#server.calls : null;
    const ofEach =
      counted === null || this.#unitsOnServer === 0 ? commands / units : counted / this.#unitsOnServer;
    // Few units are carried out alone. Where they differ, all are taken to have as many trips a command.
    return { commands: ofEach, trips: isMixed ? (trips * ofEach) / commands : trips / units };
  }

  /** Of processes: what a line to one and its answer cost, ms; `null`: not known. `undefined`: it is none. */
  get lineMs(): number | null | undefined {
    if (this.#linesMs.length === 0) return undefined;
    const known = this.#linesMs.filter((ms) => ms !== null);
    return known.length === 0 ? null : median(known);
  }

  /** What was measured beside it; `null`: nothing. */
  probes(): {
    roundTrip: RoundTripFigures | null;
    roundTripsMs: readonly number[];
    proxy: ProxyFigures | null;
    link: LinkFigures | null;
    bystander: Omit<BystanderFigures, 'rps'>;
  } {
    return {
      roundTripsMs: this.#roundTripsMs,
      proxy: this.#proxy && proxyFigures(this.#proxy),
      link: this.#traffic && linkFigures(this.#traffic),
      roundTrip: this.#roundTripsMs.length === 0 ? null : summariseRoundTrips(this.#roundTripsMs),
      bystander: bystanderFigures(this.#bystander),
    };
  }

  /** The result of the lane, but for what only the run knows. */
  figures(): Omit<
    LaneResult,
    | 'id'
    | 'strategy'
    | 'label'
    | 'state'
    | 'error'
    | 'rooflineShare'
    | 'perWrite'
    | 'roundTrip'
    | 'proxy'
    | 'link'
    | 'bystander'
    | 'verdict'
    | 'countsAgree'
    | 'warmupCommands'
  > & { server: ServerFigures } {
    const { tally, wire, elapsedMs, busyMs, memoryBytes, offered, offeringMs, ratedMs } = this.#sums;
    const share = (ms: number | null) => (ms === null || elapsedMs === 0 ? null : ms / elapsedMs);
    const latency = Object.fromEntries(
      latencyKinds.map((kind) => [kind, summarise(this.#latencies[kind])]),
    ) as Record<LatencyKind, ReturnType<typeof summarise>>;
    const { throughput } = this;
    const openLoop = latency.response !== null;
    const { latencySlices } = this;
    return {
      commands: tally.completed,
      failed: tally.failed,
      failures: tally.failures,
      ...(tally.failed > 0 ? { errors: tally.errors } : {}),
      throughput,
      elapsedMs,
      latencyMs: {
        command: latency.command,
        batch: latency.batch,
        ...(openLoop ? { response: latency.response } : {}),
      },
      ...(this.#byCommand.size > 0 ? { byCommand: this.#latenciesByCommand() } : {}),
      ...(latencySlices ? { latencySlices } : {}),
      effectiveBatch: wire.writes > 0 ? sentOf(tally) / wire.writes : null,
      ...wire,
      hitRate: this.hitRate,
      ...this.#readFigures(),
      rate: openLoop
        ? {
            offered: perSecond(offered, offeringMs),
            achieved: perSecond(tally.completed, ratedMs),
            backlog: this.#backlogs.at(-1) ?? 0,
            growing: queueGrows(this.#backlogs, offered),
          }
        : null,
      client: {
        cpu: share(this.#sums.cpuMs),
        coreWait: share(this.#sums.coreWaitMs),
        eventLoopUtilisation: elapsedMs > 0 ? Math.min(1, busyMs / elapsedMs) : 0,
        memoryBytes,
      },
      server: serverFigures(this.#server),
      warnings: [
        // Slices with random arrivals differ at random, which says nothing of the lane.
        ...(openLoop && this.#arrivals === 'poisson' ? [] : sliceWarnings(this.slices)),
        ...backlogWarnings(this.#backlogs, offered),
      ],
      histograms: {
        command: toHdr(this.#latencies.command),
        batch: toHdr(this.#latencies.batch),
        response: toHdr(this.#latencies.response),
      },
    };
  }
}

export const perSecond = (count: number, ms: number): number => (ms > 0 ? (count * 1000) / ms : 0);

/**
 * What the commands of a slice at a rate are divided by, ms. The wait for the last replies is no time in which more was
 * asked for. But where commands are left over, the lane has waited for its own: what it had in flight took that wait.
 */
function ratedMsOf({ offeringMs, sendingMs, elapsedMs, outstanding }: LaneTotals): number {
  const askedMs = Math.max(offeringMs, sendingMs);
  const ms = outstanding > 0 ? Math.max(askedMs, elapsedMs - sendingMs) : askedMs;
  return ms > 0 ? ms : elapsedMs;
}
