import type { LaneResult, Sample, SerialisedError, Settings } from '../../shared/events.ts';
import { drift, summariseThroughput } from '../../shared/statistics.ts';
import {
  latencyKinds,
  type LaneState,
  type LatencyKind,
  type Phase,
  type ServerFigures,
} from '../../shared/terms.ts';
import { toHdr } from './latency/hdr-export.ts';
import { add, emptyCounts, since, summarise } from './latency/histogram.ts';
import { addServer, noServer, serverFigures, type ServerWindow } from './server-figures.ts';
import { addFailures, addTallies, addWire, noTally, noWire, type LaneTotals } from './thread-merge.ts';
import type { Tally } from './recorder.ts';
import type { SocketFigures } from './socket-meter.ts';

type Latencies = Record<LatencyKind, Float64Array>;
const noLatencies = (): Latencies => ({
  command: emptyCounts(),
  batch: emptyCounts(),
  response: emptyCounts(),
});

/** Totals of a lane over several slices. */
interface Sums {
  tally: Tally;
  wire: SocketFigures;
  elapsedMs: number;
  busyMs: number;
  /** Largest of all slices. */
  memoryBytes: number;
  cpuMs: number | null;
  offered: number;
  /** What offering them took at the requested rate. */
  offeringMs: number;
  /** What sending them took: longer when the lane could not keep up. */
  sendingMs: number;
}
const noSums = (): Sums => ({
  tally: noTally,
  wire: noWire,
  elapsedMs: 0,
  busyMs: 0,
  memoryBytes: 0,
  cpuMs: 0,
  offered: 0,
  offeringMs: 0,
  sendingMs: 0,
});

export interface SampleMoment {
  slice: number;
  phase: Phase;
  atMs: number;
  settings: Settings;
  /** Of the whole slice; only with its last sample. */
  server: ServerWindow | null;
  /** The slice was ended long before its time. */
  cut: boolean;
}

/** Keeps the books of one lane: turns totals of a slice into samples, and all slices into the lane's result. */
export class LaneAccount {
  /** Counted slices that ran to their end, commands per second. */
  readonly slices: number[] = [];
  /** Warm-up slices, likewise. */
  readonly warmupSlices: number[] = [];
  readonly #id: string;
  readonly #latencies = noLatencies();
  #sums = noSums();
  #warmupCommands = 0;
  #server = noServer;
  #laneMs = 0;
  /** What the slice that goes on had when its last sample was taken. */
  #earlier: LaneTotals | null = null;
  #earlierLatencies: Latencies | null = null;

  constructor(id: string) {
    this.#id = id;
  }

  /** Takes the totals of the running slice in; returns the sample of what is new in them. */
  sample(totals: LaneTotals, latencies: Latencies, moment: SampleMoment): Sample {
    const earlier = this.#earlier;
    const spanMs = totals.elapsedMs - (earlier?.elapsedMs ?? 0);
    const tally = earlier ? subtractTally(totals.tally, earlier.tally) : totals.tally;
    const writes = totals.wire.writes - (earlier?.wire.writes ?? 0);
    const fresh = (kind: LatencyKind) =>
      summarise(
        this.#earlierLatencies ? since(latencies[kind], this.#earlierLatencies[kind]) : latencies[kind],
      );
    const cpuMs = totals.cpuMs === null ? null : totals.cpuMs - (earlier?.cpuMs ?? 0);
    const openLoop = moment.settings.rps !== null;
    const sample: Sample = {
      lane: this.#id,
      slice: moment.slice,
      phase: moment.phase,
      endsSlice: totals.endsSlice,
      atMs: moment.atMs,
      laneMs: this.#laneMs + totals.elapsedMs,
      elapsedMs: spanMs,
      completed: tally.completed,
      failed: tally.failed,
      failures: tally.failures,
      throughput: perSecond(tally.completed, spanMs),
      bytesOut: totals.wire.bytesOut - (earlier?.wire.bytesOut ?? 0),
      bytesIn: totals.wire.bytesIn - (earlier?.wire.bytesIn ?? 0),
      writes,
      effectiveBatch: writes > 0 ? (tally.completed + tally.failed) / writes : null,
      hits: tally.hits,
      misses: tally.misses,
      latencyMs: {
        command: fresh('command'),
        batch: fresh('batch'),
        response: openLoop ? fresh('response') : null,
      },
      offered: openLoop ? totals.offered - (earlier?.offered ?? 0) : null,
      backlog: openLoop ? totals.outstanding : null,
      client: {
        cpu: cpuMs === null || spanMs <= 0 ? null : cpuMs / spanMs,
        eventLoopUtilisation: spanMs > 0 ? Math.min(1, (totals.busyMs - (earlier?.busyMs ?? 0)) / spanMs) : 0,
        memoryBytes: totals.memoryBytes,
      },
      server: moment.server && serverFigures(moment.server),
      settings: moment.settings,
    };
    if (totals.endsSlice) this.#closeSlice(totals, latencies, moment);
    else {
      this.#earlier = totals;
      this.#earlierLatencies = latencies;
    }
    return sample;
  }

  /** The result of the lane, but for what only the run knows. */
  result(): Omit<
    LaneResult,
    | 'id'
    | 'strategy'
    | 'label'
    | 'state'
    | 'error'
    | 'rooflineShare'
    | 'perWrite'
    | 'roundTrip'
    | 'bystander'
    | 'verdict'
    | 'countsAgree'
  > & { server: ServerFigures } {
    const { tally, wire, elapsedMs, cpuMs, busyMs, memoryBytes, offered, offeringMs, sendingMs } = this.#sums;
    const latency = Object.fromEntries(
      latencyKinds.map((kind) => [kind, summarise(this.#latencies[kind])]),
    ) as Record<LatencyKind, ReturnType<typeof summarise>>;
    const throughput = summariseThroughput(this.slices);
    const openLoop = latency.response !== null;
    const looked = tally.hits + tally.misses;
    return {
      commands: tally.completed,
      failed: tally.failed,
      failures: tally.failures,
      warmupCommands: this.#warmupCommands,
      throughput,
      elapsedMs,
      latencyMs: {
        command: latency.command,
        batch: latency.batch,
        ...(openLoop ? { response: latency.response } : {}),
      },
      effectiveBatch: wire.writes > 0 ? (tally.completed + tally.failed) / wire.writes : null,
      ...wire,
      hitRate: looked > 0 ? tally.hits / looked : null,
      rate: openLoop
        ? { offered: perSecond(offered, offeringMs), achieved: perSecond(tally.completed, sendingMs) }
        : null,
      client: {
        cpu: cpuMs === null || elapsedMs === 0 ? null : cpuMs / elapsedMs,
        eventLoopUtilisation: elapsedMs > 0 ? Math.min(1, busyMs / elapsedMs) : 0,
        memoryBytes,
      },
      server: serverFigures(this.#server),
      warnings: throughput ? warningsOf(throughput.cv, drift(this.slices), this.slices.length) : [],
      histograms: {
        command: toHdr(this.#latencies.command),
        batch: toHdr(this.#latencies.batch),
        response: toHdr(this.#latencies.response),
      },
    };
  }

  /** Calls that the server should have counted, warm-up included, and those that it did. */
  get calls(): { sent: number; counted: number | null } {
    return { sent: this.#sent, counted: this.#counted };
  }
  #sent = 0;
  #counted: number | null = 0;

  #closeSlice(
    totals: LaneTotals,
    latencies: Latencies,
    { phase, server, cut, settings }: SampleMoment,
  ): void {
    this.#earlier = this.#earlierLatencies = null;
    this.#laneMs += totals.elapsedMs;
    this.#sent += totals.settled.calls + totals.tally.calls;
    this.#counted = this.#counted === null || server?.calls == null ? null : this.#counted + server.calls;
    this.#warmupCommands += totals.settled.completed + totals.settled.failed;
    if (phase === 'warmup') {
      this.#warmupCommands += totals.tally.completed + totals.tally.failed;
      this.warmupSlices.push(perSecond(totals.tally.completed, totals.elapsedMs));
      return;
    }
    const sums = this.#sums;
    const offeringMs = settings.rps === null ? 0 : (totals.offered * 1000) / settings.rps;
    this.#sums = {
      tally: addTallies(sums.tally, totals.tally),
      wire: addWire(sums.wire, totals.wire),
      elapsedMs: sums.elapsedMs + totals.elapsedMs,
      busyMs: sums.busyMs + totals.busyMs,
      memoryBytes: Math.max(sums.memoryBytes, totals.memoryBytes),
      cpuMs: sums.cpuMs === null || totals.cpuMs === null ? null : sums.cpuMs + totals.cpuMs,
      offered: sums.offered + totals.offered,
      offeringMs: sums.offeringMs + offeringMs,
      sendingMs: sums.sendingMs + Math.max(offeringMs, totals.sendingMs),
    };
    for (const kind of latencyKinds) add(this.#latencies[kind], latencies[kind]);
    if (server) this.#server = addServer(this.#server, server);
    // A slice that broke off is counted, but says nothing of throughput.
    if (totals.fatal === null && totals.elapsedMs > 0 && !cut)
      this.slices.push(perSecond(totals.tally.completed, totals.elapsedMs));
  }
}

export const perSecond = (count: number, ms: number): number => (ms > 0 ? (count * 1000) / ms : 0);

function subtractTally(later: Tally, earlier: Tally): Tally {
  const negative = Object.fromEntries(
    Object.entries(earlier.failures).map(([name, count]) => [name, -count]),
  );
  const failures = Object.entries(addFailures(later.failures, negative)).filter(([, count]) => count !== 0);
  return {
    completed: later.completed - earlier.completed,
    failed: later.failed - earlier.failed,
    failures: Object.fromEntries(failures),
    hits: later.hits - earlier.hits,
    misses: later.misses - earlier.misses,
    calls: later.calls - earlier.calls,
  };
}

const cvWorthAWarning = 0.1;
const driftWorthAWarning = 0.1;

function warningsOf(cv: number, drifted: number, slices: number): string[] {
  const warnings: string[] = [];
  if (slices > 1 && cv > cvWorthAWarning)
    warnings.push(`slices disagree: coefficient of variation ${(cv * 100).toFixed(0)} %, over 10 %`);
  if (Math.abs(drifted) > driftWorthAWarning)
    warnings.push(
      `throughput ${drifted > 0 ? 'rose' : 'fell'} by about ${Math.abs(drifted * 100).toFixed(0)} % over the run`,
    );
  return warnings;
}

/** How a lane ended. */
export const laneState = (error: SerialisedError | null, stopped: boolean): LaneState =>
  error ? 'failed' : stopped ? 'stopped' : 'completed';
