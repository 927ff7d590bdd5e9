import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { Sample } from '../../../shared/contract/run-events.ts';
import type { SerialisedError } from '../../../shared/contract/figures.ts';
import type { LaneState, LatencyKind, NotCounted, Phase } from '../../../shared/contract/enums.ts';
import { since, summarise, microsOf, type Counts, latencySpreadOf } from '../latency/histogram.ts';
import type { Tally } from '../lane/recorder.ts';
import { serverFigures, type ServerWindow } from '../probes/server-figures.ts';
import { perSecond, Segment, type Latencies, type SegmentWork, type SliceMoment } from './segment.ts';
import { addFailures, addReads, sentOf, type LaneTotals } from '../lane/merge.ts';

export interface SampleMoment extends SliceMoment {
  slice: number;
  phase: Phase;
  atMs: number;
  /** Of the whole slice; only with its last sample. */
  server: ServerWindow | null;
  /** Commands in flight at most, over all connections. */
  inFlight: number;
}

/** A counted slice of a round that is not over: it counts unless the round is void. */
interface HeldSlice {
  segment: Segment;
  totals: LaneTotals;
  latencies: Latencies;
  moment: SliceMoment;
  isVoid: boolean;
}

/** Keeps the books of one lane: turns totals of a slice into samples, and all slices into the lane's result. */
export class LaneStats {
  /** Warm-up slices, likewise. */
  readonly warmupSlices: number[] = [];
  readonly #id: string;
  readonly #work: SegmentWork;
  #segment: Segment;
  /** Parts of the window of a run without an end, but for the newest; oldest first. */
  readonly #parts: Segment[] = [];
  /** All parts of the window together, while nothing new is counted. */
  #window: Segment | null = null;
  /** What is counted since the newest change, until a whole round of it is over. */
  #since: Segment | null = null;
  #held: HeldSlice | null = null;
  /** Of the settings of the newest slice. */
  #revision = 0;
  #warmupCommands = 0;
  #laneMs = 0;
  /** What the slice in progress had when its last sample was taken. */
  #earlier: LaneTotals | null = null;
  #earlierLatencies: Latencies | null = null;

  constructor(id: string, work: SegmentWork = {}) {
    this.#id = id;
    this.#work = work;
    this.#segment = new Segment(id, 0, work);
  }

  /** What would be quoted now. Before the first whole round of all, what there is has to do. */
  get standing(): Segment {
    this.#keepHeld();
    const counted = this.#parts.length === 0 ? this.#segment : (this.#window ??= this.#joined());
    return this.#since && counted.commands === 0 ? this.#since : counted;
  }

  #joined(): Segment {
    const [first, ...others] = [...this.#parts, this.#segment];
    const window = new Segment(this.#id, first.countedFrom, this.#work);
    for (const part of [first, ...others]) window.absorb(part);
    return window;
  }

  /**
   * Of a run without an end: a new part of the window begins with this slice. Of `most` parts and more the oldest no
   * longer counts. Between a change of settings and the end of its first round there is no window.
   */
  beginPart(slice: number, most: number): void {
    this.#keepHeld();
    if (this.#since) return;
    this.#parts.push(this.#segment);
    this.#segment = new Segment(this.#id, slice, this.#work);
    while (this.#parts.length >= most) this.#forget(this.#parts.splice(0, 1));
  }

  /** Moves the commands of these segments to the warm-up. */
  #forget(segments: readonly Segment[]): void {
    for (const { commands } of segments) this.#warmupCommands += commands;
    this.#window = null;
  }

  /** Takes the totals of the running slice in; returns the sample of what is new in them. */
  sample(totals: LaneTotals, latencies: Latencies, moment: SampleMoment): Sample {
    const earlier = this.#earlier;
    const spanMs = totals.elapsedMs - (earlier?.elapsedMs ?? 0);
    const tally = earlier ? subtractTally(totals.tally, earlier.tally) : totals.tally;
    const writes = totals.wire.writes - (earlier?.wire.writes ?? 0);
    const fresh = (kind: LatencyKind) =>
      this.#earlierLatencies ? since(latencies[kind], this.#earlierLatencies[kind]) : latencies[kind];
    const cpuMs = totals.cpuMs === null ? null : totals.cpuMs - (earlier?.cpuMs ?? 0);
    const openLoop = moment.settings.rps !== null;
    const command = fresh('command');
    const response = openLoop ? fresh('response') : null;
    const latencySpread = latencySpreadOf(response ?? command);
    const sample: Sample = {
      lane: this.#id,
      slice: moment.slice,
      phase: moment.phase,
      notCounted: this.#notCounted(totals, moment),
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
      // Before the end of a slice some of what was written is in flight.
      effectiveBatch:
        totals.endsSlice && totals.wire.writes > 0 ? sentOf(totals.tally) / totals.wire.writes : null,
      hits: tally.hits,
      misses: tally.misses,
      latencyMs: {
        command: summarise(command),
        batch: summarise(fresh('batch')),
        response: response && summarise(response),
      },
      ...(latencySpread ? { latencySpread } : {}),
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
  result(): ReturnType<Segment['figures']> & Pick<LaneResult, 'warmupCommands'> {
    const standing = this.standing;
    const left = this.#since && this.#since !== standing ? this.#since.commands : 0;
    return { ...standing.figures(), warmupCommands: this.#warmupCommands + left };
  }

  /** Settings were changed, and no whole round has been counted since. */
  get isBetween(): boolean {
    return this.#since !== null;
  }

  /** Whether the figures of the newest slice contradict one another: its round is then to be void. */
  get contradicts(): boolean {
    return this.#held?.isVoid ?? false;
  }

  /**
   * A whole round is over: what was counted before the newest change no longer counts. Of a void round nothing does,
   * in any lane, so that slices of the same rounds stay pairs.
   */
  endRound(slice: number, isVoid = false): void {
    if (isVoid) this.#dropHeld();
    this.#keepHeld();
    if (!this.#since || slice < this.#since.countedFrom) return;
    this.#forget([...this.#parts.splice(0), this.#segment]);
    this.#segment = this.#since;
    this.#since = null;
  }

  /**
   * Settings were changed, so that slices from this one on stand for themselves; those of the round in progress for
   * nothing. Only for a lane that will have such slices.
   */
  countFrom(slice: number): void {
    this.#dropHeld();
    this.warmupSlices.length = 0;
    this.#warmupCommands += this.#since?.commands ?? 0;
    this.#since = new Segment(this.#id, slice, this.#work);
  }

  /** Calls that the server should have counted, warm-up included, and those that it did. */
  get calls(): { sent: number; counted: number | null } {
    return { sent: this.#sent, counted: this.#counted };
  }
  #sent = 0;
  #counted: number | null = 0;

  #notCounted({ endsSlice, fatal }: LaneTotals, { phase, slice, cut }: SampleMoment): NotCounted | null {
    const isCut = endsSlice && (cut || fatal !== null);
    if (phase === 'warmup') return isCut ? 'stopped' : 'warm-up';
    if (slice < (this.#since ?? this.#segment).countedFrom) return 'change';
    return isCut ? 'stopped' : null;
  }

  #closeSlice(
    totals: LaneTotals,
    latencies: Latencies,
    { slice, phase, inFlight, ...moment }: SampleMoment,
  ): void {
    const { server, settings } = moment;
    this.#keepHeld();
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
    const segment = this.#since ?? this.#segment;
    if (slice >= segment.countedFrom) {
      // With settings that were changed within the slice, nobody knows what the lane could have done.
      const isVoid =
        settings.revision === this.#revision &&
        breaksLittlesLaw(meanElapsedMs(totals), latencies.command, inFlight);
      this.#held = { segment, totals, latencies, moment, isVoid };
    } else this.#warmupCommands += totals.tally.completed + totals.tally.failed;
    this.#revision = settings.revision;
  }

  #dropHeld(): void {
    if (!this.#held) return;
    const { completed, failed } = this.#held.totals.tally;
    this.#warmupCommands += completed + failed;
    this.#held = null;
  }

  #keepHeld(): void {
    if (!this.#held) return;
    const { segment, totals, latencies, moment } = this.#held;
    this.#held = null;
    segment.add(totals, latencies, moment);
    this.#window = null;
  }
}

function subtractTally(later: Tally, earlier: Tally): Tally {
  const negative = Object.fromEntries(
    Object.entries(earlier.failures).map(([name, count]) => [name, -count]),
  );
  const failures = Object.entries(addFailures(later.failures, negative)).filter(([, count]) => count !== 0);
  return {
    completed: later.completed - earlier.completed,
    failed: later.failed - earlier.failed,
    failures: Object.fromEntries(failures),
    errors: later.errors,
    hits: later.hits - earlier.hits,
    misses: later.misses - earlier.misses,
    calls: later.calls - earlier.calls,
    ...(later.reads && earlier.reads ? { reads: addReads(later.reads, earlier.reads, -1) } : {}),
  };
}

/** Agents end at moments of their own: each has its part of the connections busy for its own time. */
const meanElapsedMs = ({ elapsedMs, agents }: LaneTotals): number =>
  agents ? agents.reduce((sum, agent) => sum + agent.elapsedMs, 0) / agents.length : elapsedMs;

export const laneState = (error: SerialisedError | null, stopped: boolean): LaneState =>
  error ? 'failed' : stopped ? 'stopped' : 'completed';

/** Clocks of several threads, and what is rounded. */
const tolerance = 1.1;
const toleranceMs = 10;

/**
 * Whether the figures of a slice contradict one another, as where a clock has jumped. By Little's law, throughput ×
 * mean latency is the mean number of commands in flight: at most `inFlight`, which is what the lane sends at once over
 * all its connections. (That a thread works for no longer than the slice lasts cannot be held to in the same way: its
 * processor time is read some milliseconds around the slice.)
 */
export function breaksLittlesLaw(elapsedMs: number, commandLatencies: Counts, inFlight: number): boolean {
  let micros = 0;
  for (const [bucket, count] of commandLatencies.entries())
    if (count !== 0) micros += count * microsOf(bucket);
  return micros / 1000 > inFlight * (tolerance * elapsedMs + toleranceMs);
}
