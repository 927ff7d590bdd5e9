import { EvenArrivals, type Arrivals } from './arrivals.ts';
import { Batch, type LaneClient } from './batch.ts';
import type { Clock } from './clock.ts';
import { overloaded } from './failure-class.ts';
import type { Recorder } from './recorder.ts';
import type { WriteLedger } from './write-ledger.ts';
import type { ReadJudge } from './staleness.ts';
import type { SharedCount } from './shared-count.ts';
import type { DrawnFrom } from '../workload/command-source.ts';

/** What one thread does in one slice. At least one of `durationMs` and `commands` ends it. */
export interface SliceTask {
  /** Its number in the run, from 0. */
  slice?: number;
  /** When its time begins; without it, with the first call. */
  startsAt?: number | null;
  durationMs: number | null;
  /** Exactly so many commands; in a closed loop, of all threads together where they share a count. */
  commands: number | null;
  /** Open loop: commands per second of this thread; `null`: closed loop, as fast as replies come back. */
  rps: number | null;
  /** Open loop: commands due but not sent at which the slice is given up. */
  backlog: number;
  /** Open loop: what becomes of commands that are due and find no free place before the end. */
  rest?: Rest;
  /** Open loop: for so long after the end such commands are sent all the same, ms. */
  overtimeMs?: number;
  /** Open loop: what the slice before has left comes first, as late as it was. */
  withCarried?: boolean;
  /** Open loop: the time for which the arrivals of the slice before went on after its end, ms. */
  passedMs?: number;
}

/**
 * `send`: they are sent after the end. `carry`: they are left to the next slice. `drop`: they are never sent, so that a
 * slice that is not counted lasts its time.
 */
type Rest = 'send' | 'carry' | 'drop';

export interface SliceEnd {
  /** From the first call to the last reply: all that was sent is answered. */
  elapsedMs: number;
  /** Open loop: commands that became due. */
  offered: number;
  /** Open loop: the time in which they did. */
  offeringMs: number;
  /** Open loop: commands that were due and not sent at the end of the slice's time. */
  backlog: number;
  /** From the start to the last call: longer than the slice when the lane could not keep up. */
  sendingMs: number;
  /** Why no further slice can follow. */
  fatal: string | null;
}

interface LaneLoopParts {
  clock: Clock;
  recorder: Recorder;
  source: DrawnFrom;
  ledger?: WriteLedger | null;
  clients: readonly LaneClient[];
  /** Commands handed over together. */
  batchSize: number;
  /** Batches in flight, over all connections. */
  places: number;
  /** When commands are due in an open loop; without it at equal distances. */
  arrivals?: Arrivals;
  /** Open loop: whether the lag in sending is told apart from the wait. Only for strategies that write at once. */
  timesWrites?: boolean;
  /** Closed loop: what slices that end by count take their commands from. */
  count?: SharedCount | null;
  /** While another client writes the keys of the lane. */
  judge?: ReadJudge | null;
}

/** A library that refuses at once while it has no connection would leave itself no time to make one. */
const retryAfterMs = 1;

const leaseOver = 'the coordinator of the run was not heard of in time';

/** Waits longer than this are slept through; the rest is spent polling, since timers are 1 ms coarse. */
const pollBelowMs = 2.5;
const sleepShortMs = 1.5;

/**
 * The measuring loop of one thread: keeps every connection busy until the slice is over, then waits for all
 * replies, so that what it counted is what was sent. It knows neither threads nor Redis, and its only time is
 * the clock it is given.
 */
export class LaneLoop {
  /** Open loop: time spent waiting for the next command to be due, which is no work of the client. */
  idleMs = 0;
  /** Nothing is sent from this moment on: a process that was frozen looks at the clock before its next command. */
  lease = Infinity;
  readonly #parts: LaneLoopParts;
  readonly #batches: Batch[] = [];
  readonly #arrivals: Arrivals;
  readonly #polling: readonly LaneClient[];
  #slice: Slice | null = null;
  /** Open loop: when the time of the last slice was over. */
  #endedAt = Infinity;

  constructor(parts: LaneLoopParts) {
    this.#parts = parts;
    this.#arrivals = parts.arrivals ?? new EvenArrivals();
    this.#polling = parts.clients.filter((client) => client.isPolling);
    const settled = (batch: Batch, now: number) => {
      this.#settled(batch, now);
    };
    const again = (now: number) => {
      const slice = this.#slice;
      if (slice?.task.rps !== null || now >= this.lease || !isActive(slice, now)) return false;
      return take(slice, 1, now) > 0;
    };
    // Connections take turns, so that an open loop spreads its commands over all of them.
    for (let place = 0; place < parts.places; place++) {
      const client = parts.clients[place % parts.clients.length];
      if (client) this.#batches.push(new Batch({ ...parts, client, settled, again }));
    }
  }

  /** Runs one slice; one at a time. */
  run(task: SliceTask): Promise<SliceEnd> {
    return new Promise((resolve) => {
      const startedAt = task.startsAt ?? this.#parts.clock.now();
      if (task.rps !== null)
        this.#arrivals.begin({
          ...{ ...task, rps: task.rps, at: startedAt },
          // A forged start of an agent asks for a burst: arrivals need the time that has passed since the last slice.
          passedMs: Math.min(task.passedMs ?? 0, Math.max(0, startedAt - this.#endedAt)),
        });
      this.#slice = {
        task,
        startedAt,
        isClosed: false,
        deadline: startedAt + (task.durationMs ?? Infinity),
        left: task.commands ?? Infinity,
        count: task.commands === null ? null : (this.#parts.count ?? null),
        sent: 0,
        lastSentAt: startedAt,
        active: 0,
        free: [...this.#batches],
        fatal: null,
        leftAtDeadline: null,
        wakesAt: Infinity,
        cancelWake: () => undefined,
        idleSince: null,
        resolve,
      };
      if (task.rps === null) this.#fillUp(this.#slice);
      else this.#pump(this.#slice, startedAt);
    });
  }

  /** Sends nothing more in this slice. */
  pause(): void {
    const slice = this.#slice;
    if (!slice) return;
    const now = this.#parts.clock.now();
    slice.deadline = now;
    if (slice.task.rps === null) return;
    slice.task = { ...slice.task, commands: slice.sent };
    // Nothing more is due: what is asleep until then ends at once.
    this.#pump(slice, now);
  }

  /** Gives up: what is outstanding failed for this reason, and nothing more is sent. */
  abort(error: Error): void {
    if (this.#slice) this.#slice.fatal ??= error.message;
    for (const batch of this.#batches) batch.abort(error);
  }

  /** Whether something that was sent has not been answered. */
  get isWaiting(): boolean {
    return (this.#slice?.active ?? 0) > 0;
  }

  /** Commands sent and not answered, or due and not sent, at this moment. */
  get outstanding(): number {
    const slice = this.#slice;
    if (!slice) return 0;
    const due = slice.task.rps === null ? 0 : this.#due(slice, this.#parts.clock.now()) - slice.sent;
    return slice.active * this.#parts.batchSize + Math.max(0, due);
  }

  /** Open loop: commands due so far in this slice. */
  get offered(): number {
    const slice = this.#slice;
    return slice?.task.rps == null ? 0 : this.#due(slice, this.#parts.clock.now()) - this.#arrivals.carried;
  }

  #fillUp(slice: Slice): void {
    const places = slice.free.splice(0);
    slice.active = places.length;
    for (const batch of places) this.#next(slice, batch, this.#parts.clock.now());
  }

  #settled(batch: Batch, now: number): void {
    const slice = this.#slice;
    if (!slice) return;
    slice.fatal ??= batch.fatal;
    if (slice.idleSince !== null) {
      // A reply came while the next command was waited for: from here on the client works.
      this.idleMs += now - slice.idleSince;
      slice.idleSince = null;
    }
    if (slice.task.rps === null) {
      const { clock } = this.#parts;
      if (batch.isReconnecting && slice.fatal === null)
        clock.after(retryAfterMs, () => {
          this.#next(slice, batch, clock.now());
        });
      else this.#next(slice, batch, now);
      return;
    }
    slice.active--;
    // A place that is free only after the end is one of the next slice.
    if (!isPastOvertime(slice, now)) slice.free.push(batch);
    this.#pump(slice, now);
  }

  /** Closed loop: the next batch in this place, or one place less. */
  #next(slice: Slice, batch: Batch, now: number): void {
    if (now >= this.lease) slice.fatal ??= leaseOver;
    const size = isActive(slice, now) ? take(slice, this.#parts.batchSize, now) : 0;
    if (size === 0) {
      if (--slice.active === 0) this.#finish(slice, now);
      return;
    }
    batch.begin(size, now);
    batch.client.send(batch);
  }

  /** Open loop: sends what is due, as far as there are free places, and sets the alarm for the next. */
  #pump(slice: Slice, now: number): void {
    if (this.#slice !== slice) return;
    const { batchSize } = this.#parts;
    const arrivals = this.#arrivals;
    const due = this.#due(slice, now);
    const over = now >= slice.deadline || (slice.task.commands !== null && due >= slice.task.commands);
    const enough = over ? 1 : batchSize;
    if (now >= this.lease) slice.fatal ??= leaseOver;
    if (due - slice.sent > slice.task.backlog) slice.fatal ??= overloaded(slice.task.backlog);
    while (slice.fatal === null && !slice.isClosed && due - slice.sent >= enough) {
      const batch = slice.free.shift();
      if (!batch) break;
      const size = Math.min(batchSize, due - slice.sent);
      batch.begin(size, now, arrivals, slice.sent);
      slice.sent += size;
      arrivals.sent(slice.sent);
      slice.lastSentAt = now;
      slice.active++;
      batch.client.send(batch);
      if (this.#parts.timesWrites) batch.written();
    }
    if (this.#slice !== slice) return;
    if (now >= slice.deadline) slice.leftAtDeadline ??= due - slice.sent;
    slice.isClosed ||= over && isPastOvertime(slice, now);
    const isDone = slice.fatal !== null || (over && (slice.isClosed || slice.sent >= due));
    if (slice.active === 0 && isDone) this.#finish(slice, now);
    else if (!over && slice.fatal === null) {
      // The last batch of a count is as large as what is left of it.
      const filled = Math.min(slice.sent + enough, slice.task.commands ?? Infinity);
      this.#pace(slice, now, arrivals.dueAt(filled - 1));
    }
  }

  #pace(slice: Slice, now: number, nextAt: number): void {
    const { clock } = this.#parts;
    // Without a free place the next reply pumps; this only keeps an eye on the backlog and the end.
    const waitMs = Math.min(slice.free.length > 0 ? nextAt : now + 10, slice.deadline) - now;
    const polls = waitMs <= pollBelowMs;
    const wakesAt = polls ? now : now + waitMs - sleepShortMs;
    // A reply may free a place long before the wake that was set while there was none.
    if (slice.wakesAt <= wakesAt) return;
    slice.cancelWake();
    slice.wakesAt = wakesAt;
    const wake = () => {
      slice.wakesAt = Infinity;
      const woken = clock.now();
      if (slice.idleSince !== null) this.idleMs += woken - slice.idleSince;
      slice.idleSince = null;
      this.#pump(slice, woken);
    };
    if (polls) {
      const isIdle = (slice.active === 0 || waitMs > 0) && !this.#polling.some((one) => one.isPolling?.());
      if (isIdle) slice.idleSince = now;
      slice.cancelWake = () => undefined;
      // A reply would wait for the thread that sleeps.
      clock.soon(wake, slice.active === 0 ? waitMs : 0);
    } else slice.cancelWake = clock.after(waitMs - sleepShortMs, wake);
  }

  #due(slice: Slice, now: number): number {
    const arrivals = this.#arrivals;
    const due = now < slice.deadline ? arrivals.dueBy(now) : arrivals.dueBefore(slice.deadline);
    return Math.min(due, slice.task.commands ?? Infinity);
  }

  #finish(slice: Slice, now: number): void {
    const arrivals = this.#arrivals;
    const isOpen = slice.task.rps !== null;
    const due = isOpen ? this.#due(slice, now) : slice.sent;
    const offered = isOpen ? due - arrivals.carried : due;
    const unsent = Math.max(0, due - slice.sent);
    this.#slice = null;
    if (isOpen && slice.fatal === null) {
      const at = Math.min(now, slice.deadline);
      this.#endedAt = at;
      if (restOf(slice) === 'carry') arrivals.carry(due - unsent, due, at);
      else arrivals.end(due, at);
    }
    slice.cancelWake();
    slice.resolve({
      elapsedMs: now - slice.startedAt,
      offered,
      offeringMs: isOpen ? arrivals.offeringMs(offered, slice.deadline) : 0,
      backlog: slice.fatal === null ? (slice.leftAtDeadline ?? unsent) : unsent,
      sendingMs: slice.lastSentAt - slice.startedAt,
      fatal: slice.fatal,
    });
  }
}

interface Slice {
  task: SliceTask;
  startedAt: number;
  deadline: number;
  /** Its time is over, and what is not sent is left to the next slice. */
  isClosed: boolean;
  /** Closed loop: commands that may still be sent, where no count is shared. */
  left: number;
  count: SharedCount | null;
  sent: number;
  lastSentAt: number;
  /** Batches in flight. */
  active: number;
  free: Batch[];
  fatal: string | null;
  /** Open loop: commands that were due and not sent as its time was over; `null`: it is not over. */
  leftAtDeadline: number | null;
  /** Open loop: when `wake` is called next, and what calls it off; Infinity where nothing is set. */
  wakesAt: number;
  cancelWake: () => void;
  idleSince: number | null;
  resolve: (end: SliceEnd) => void;
}

const restOf = ({ task }: Slice): Rest => task.rest ?? 'send';

/** True where what is due waits for the next slice, or is dropped. A slice that ends by count has no time to pass. */
const isPastOvertime = (slice: Slice, now: number): boolean =>
  restOf(slice) !== 'send' && now >= slice.deadline + (slice.task.overtimeMs ?? 0);

/** Closed loop: whether anything may still be sent. */
const isActive = (slice: Slice, now: number) => now < slice.deadline && slice.fatal === null;

/** Closed loop: how many of `most` commands go out now. */
function take(slice: Slice, most: number, now: number): number {
  const size = slice.count ? slice.count.take(most) : Math.min(most, slice.left);
  if (size === 0) return 0;
  slice.left -= size;
  slice.sent += size;
  slice.lastSentAt = now;
  return size;
}
