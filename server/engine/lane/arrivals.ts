import { randomFrom } from '../../../shared/statistics/statistics.ts';

/** A slice whose arrivals are drawn. */
export interface ArrivalsOfSlice {
  /** The moment at which it begins. */
  at: number;
  /** Commands per second. */
  rps: number;
  /** Slices of one number have the same arrivals, in every lane. */
  slice?: number;
  /** True where commands that the slice before has left come first. */
  withCarried?: boolean;
  /** The time for which the arrivals of the slice before went on after its end, ms: these commands are late. */
  passedMs?: number;
}

/**
 * When the commands of an open loop are due, in ms of the lane's clock. Places count from 0 in each slice. First come
 * commands that the slice before has left, then those that became due between the two, then the slice's own.
 */
export interface Arrivals {
  begin(slice: ArrivalsOfSlice): void;
  /** The number of commands that the slice before has offered and not sent. */
  readonly carried: number;
  /** How many are due by `now`, one that is due at this very moment included. `now` never goes back in a slice. */
  dueBy(now: number): number;
  /** How many were due before `end`. */
  dueBefore(end: number): number;
  /** When that one was or, for the next one, will be due. */
  dueAt(place: number): number;
  /** In how many ms of this slice, which lasts until `end`, so many became due that were not carried. */
  offeringMs(offered: number, end: number): number;
  /** Those before `place` are needed no more. */
  sent(place: number): void;
  /** The slice ends at `at`: commands from `sent` to `due` are left to the next one, as late as they are now. */
  carry(sent: number, due: number, at: number): void;
  /** The slice ends at `at`, with `due` commands due so far. What earlier slices have left stays. */
  end(due: number, at: number): void;
}

/** One after the other at equal distances. */
export class EvenArrivals implements Arrivals {
  carried = 0;
  #left = 0;
  #firstAt = 0;
  #rps = 0;
  /** The time from the end of the slice before to the command that was due next, ms. */
  #nextInMs = 0;

  begin({ at, rps, withCarried = false, passedMs = 0 }: ArrivalsOfSlice): void {
    const nextInMs = rps === this.#rps ? this.#nextInMs : 0;
    this.#rps = rps;
    this.carried = withCarried ? this.#left : 0;
    this.#left -= this.carried;
    this.#nextInMs = 0;
    this.#firstAt = at - passedMs + nextInMs - (this.carried * 1000) / rps;
  }

  dueBy(now: number): number {
    return Math.max(0, Math.floor(((now - this.#firstAt) * this.#rps) / 1000) + 1);
  }

  // None is due as the slice ends, which clocks know to a fraction of a microsecond.
  dueBefore(end: number): number {
    return Math.max(0, Math.ceil(((end - this.#firstAt) * this.#rps) / 1000 - 1e-6));
  }

  dueAt(place: number): number {
    return this.#firstAt + (place * 1000) / this.#rps;
  }

  offeringMs(offered: number): number {
    return (offered * 1000) / this.#rps;
  }

  sent(): void {
    // Nothing is kept of each.
  }

  carry(sent: number, due: number, at: number): void {
    this.#left = due - sent;
    this.end(due, at);
  }

  end(due: number, at: number): void {
    this.#nextInMs = Math.max(0, this.dueAt(due) - at);
  }
}

/** By chance, as those of many independent users: a Poisson process. */
export class PoissonArrivals implements Arrivals {
  carried = 0;
  readonly #seed: number;
  #random = randomFrom(0);
  #every = 0;
  /** When those from the place `#first` on are due, as far as they are drawn, and how many were seen to be. */
  #times: number[] = [];
  #first = 0;
  #last = 0;
  #began = 0;
  #due = 0;
  /** The lateness of commands that were left, as their slice ended. */
  #left: number[] = [];
  /** The moment at which that slice ended. */
  #endedAt = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  begin({ at, rps, withCarried = false, slice = 0, passedMs = 0 }: ArrivalsOfSlice): void {
    const passed = passedMs > 0 ? this.#dueFor(passedMs) : [];
    const carried = withCarried ? this.#left.map((late) => at - passedMs - late) : [];
    if (withCarried) this.#left = [];
    this.carried = carried.length;
    this.#times = [...carried, ...passed.map((afterMs) => at - passedMs + afterMs)];
    // What the lane does in one slice does not change the arrivals of the next.
    this.#random = randomFrom(this.#seed + Math.imul(slice, 0x85ebca6b));
    this.#every = 1000 / rps;
    this.#first = this.#due = 0;
    this.#last = at;
    this.#began = at - passedMs;
  }

  /** The arrivals of the slice before that follow its end within `passedMs`, as ms after it. */
  #dueFor(passedMs: number): number[] {
    const end = this.#endedAt;
    const ofNext = this.dueBefore(end);
    const until = this.dueBefore(end + passedMs);
    return this.#times.slice(ofNext - this.#first, until - this.#first).map((time) => time - end);
  }

  dueBy(now: number): number {
    while (this.dueAt(this.#due) <= now) this.#due++;
    return this.#due;
  }

  dueBefore(end: number): number {
    while (this.dueAt(this.#due) < end) this.#due++;
    return this.#due;
  }

  dueAt(place: number): number {
    while (this.#first + this.#times.length <= place) {
      this.#last -= this.#every * Math.log(1 - this.#random());
      this.#times.push(this.#last);
    }
    return this.#times[place - this.#first] ?? NaN;
  }

  offeringMs(offered: number, end: number): number {
    return Math.min(this.dueAt(this.carried + offered), end) - this.#began;
  }

  sent(place: number): void {
    if (place - this.#first < mostKept) return;
    this.#times.splice(0, place - this.#first);
    this.#first = place;
  }

  carry(sent: number, due: number, at: number): void {
    this.#left = this.#times.slice(sent - this.#first, due - this.#first).map((time) => at - time);
    this.end(due, at);
  }

  end(_due: number, at: number): void {
    this.#endedAt = at;
  }
}

const mostKept = 4096;
