import type { CommandLatency, LaneResult } from '../../../shared/contract/lane-result.ts';
import type {
  BystanderFigures,
  LatencySlices,
  LinkFigures,
  ProxyFigures,
  RoundTripFigures,
  ServerFigures,
} from '../../../shared/contract/figures.ts';
import { onlyFinds } from '../../../shared/commands/workload.ts';
import type { Workload } from '../../../shared/contract/workload.ts';
import type { Settings } from '../../../shared/contract/run-events.ts';
import { type SlicesInFigures, summariseThroughput } from '../../../shared/statistics/throughput.ts';
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
import { sentOf, type LaneTotals } from '../lane/merge.ts';
import {
  addAlone,
  addProxy,
  addSums,
  addTraffic,
  linkFigures,
  noSums,
  proxyFigures,
  type Alone,
  type LinkTraffic,
  type ProxyTimes,
} from './slice-sums.ts';

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
  /** True where the server counts no commands of others. */
  isPrivate?: boolean;
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
  readonly #isPrivate: boolean;
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
  #alone: Alone = { units: 0, commands: 0, trips: 0, isMixed: false };
  /** Of processes: what an empty line took before each slice, ms; `null`: they take it for a unit. */
  #linesMs: (number | null)[] = [];
  /** Its units while the server counted, those that were not counted included. */
  #unitsOnServer = 0;

  constructor(
    id: string,
    countedFrom: number,
    { arrivals, commands = [], writesPerSecond = 0, hasCache = false, isPrivate = false }: SegmentWork,
  ) {
    this.#isPrivate = isPrivate;
    this.#hasCache = hasCache;
    this.#isWritten = writesPerSecond > 0;
    this.id = id;
    this.countedFrom = countedFrom;
    this.#arrivals = arrivals;
    this.#findsKeys = commands.length > 0 && commands.every(onlyFinds);
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
    const ratedMs = settings.rps === null ? totals.elapsedMs : ratedMsOf(totals);
    this.#sums = addSums(this.#sums, { ...totals, ratedMs });
    for (const kind of latencyKinds) add(this.#latencies[kind], latencies[kind]);
    for (const { command, counts } of latencies.byCommand ?? []) add(this.#countsOf(command), counts);
    if (latencies.stale) add(this.#stale, latencies.stale);
    this.#agents.add(totals, latencies.byAgent ?? []);
    if (totals.alone) {
      const { lineMs } = totals.alone;
      if (lineMs !== undefined) this.#linesMs.push(lineMs);
      this.#alone = addAlone(this.#alone, totals.alone);
      const { tally, settled } = totals;
      this.#unitsOnServer += tally.completed + tally.failed + settled.completed + settled.failed;
    }
    if (settings.rps !== null) this.#backlogs.push(totals.outstanding);
    if (server) this.#server = addServer(this.#server, server);
    this.#revision = settings.revision;
    for (const one of probes.roundTripsMs) this.#roundTripsMs.push(one);
    const { tally, settled, settledMs, elapsedMs } = totals;
    const loadMs = settledMs + elapsedMs;
    const proxy = busiestThread([probes.proxy, totals.port].filter((times) => times != null));
    if (proxy) this.#proxy = addProxy(this.#proxy, { ...proxy, loadMs });
    if (probes.traffic) {
      const commands = tally.completed + tally.failed + settled.completed + settled.failed;
      this.#traffic = addTraffic(this.#traffic, { ...probes.traffic, commands, loadMs });
    }
    if (probes.bystander) addSeen((this.#bystander ??= nothingSeen()), probes.bystander);
    // A slice that broke off is counted, but says nothing of throughput.
    if (totals.fatal !== null || totals.elapsedMs <= 0 || cut) return;
    this.#countInStart(start);
    this.slices.push(perSecond(totals.tally.completed, ratedMs));
    this.#latencyKind = settings.rps === null ? 'command' : 'response';
    this.#p50Ms.push(summarise(latencies[this.#latencyKind])?.p50 ?? null);
  }

  /**
   * Adds the slices of a segment that follows this one, of the same settings and the same start of the lane. Agents
   * have no part in it: a run by agents has one segment for each change of settings.
   */
  absorb(later: Segment): void {
    // Nothing was counted in it.
    if (later.#revision === null) return;
    this.#sums = addSums(this.#sums, later.#sums);
    for (const kind of latencyKinds) add(this.#latencies[kind], later.#latencies[kind]);
    for (const [command, counts] of later.#byCommand) add(this.#countsOf(command), counts);
    add(this.#stale, later.#stale);
    this.#alone = addAlone(this.#alone, later.#alone);
    for (const one of later.#linesMs) this.#linesMs.push(one);
    this.#unitsOnServer += later.#unitsOnServer;
    for (const one of later.#backlogs) this.#backlogs.push(one);
    this.#server = addServer(this.#server, later.#server);
    this.#revision = later.#revision;
    for (const one of later.#roundTripsMs) this.#roundTripsMs.push(one);
    if (later.#proxy) this.#proxy = addProxy(this.#proxy, later.#proxy);
    if (later.#traffic) this.#traffic = addTraffic(this.#traffic, later.#traffic);
    if (later.#bystander) addSeen((this.#bystander ??= nothingSeen()), later.#bystander);
    for (const _ of later.slices) this.#countInStart(Math.max(this.#newestStart, 0));
    for (const one of later.slices) this.slices.push(one);
    for (const one of later.#p50Ms) this.#p50Ms.push(one);
    if (later.slices.length > 0) this.#latencyKind = later.#latencyKind;
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

  get throughput(): SlicesInFigures | null {
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

  /** Commands and trips of one unit of the user's code; `null` where the lane runs no such code. */
  get perUnit(): NonNullable<LaneResult['perUnit']> | null {
    const { units, commands, trips, isMixed } = this.#alone;
    if (units === 0) return null;
    // Beside others, the server counts what is theirs as well.
    const counted = this.#isPrivate ? this.#server.calls : null;
    const ofEach =
      counted === null || this.#unitsOnServer === 0 ? commands / units : counted / this.#unitsOnServer;
    // Few units are carried out alone. Where they differ, all are taken to have as many trips a command.
    return {
      commands: ofEach,
      trips: isMixed && commands > 0 ? (trips * ofEach) / commands : trips / units,
    };
  }

  get commandsPerUnit(): number | null {
    return this.perUnit?.commands ?? null;
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
    | 'gain'
    | 'throughput'
    | 'warmupCommands'
  > & { server: ServerFigures; throughput: SlicesInFigures | null } {
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
