import { randomFrom } from '../../../shared/statistics/statistics.ts';

/**
 * When the commands of an open loop are due, in ms of the lane's clock. Places count from 0 in each slice; those that
 * the slice before has left come first.
 */
export interface Arrivals {
  /**
   * A slice begins, at so many commands per second; with those that were carried, or without. Slices of one number
   * have the same arrivals, in whichever lane.
   */
  begin(at: number, rps: number, withCarried: boolean, slice: number): void;
  /** How many of the slice before come first. */
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
  /** Arrivals pause at `at`: those from `sent` to `due` will be as late when the next slice begins as they are now. */
  carry(sent: number, due: number, at: number): void;
}

/** One after the other at equal distances. */
export class EvenArrivals implements Arrivals {
  carried = 0;
  #left = 0;
  #firstAt = 0;
  #rps = 0;

  begin(at: number, rps: number, withCarried: boolean): void {
    this.#rps = rps;
    this.carried = withCarried ? this.#left : 0;
    this.#left -= this.carried;
    this.#firstAt = at - (this.carried * 1000) / rps;
  }

  dueBy(now: number): number {
    return Math.floor(((now - this.#firstAt) * this.#rps) / 1000) + 1;
  }

  // None is due as the slice ends, which clocks know to a fraction of a microsecond.
  dueBefore(end: number): number {
    return Math.ceil(((end - this.#firstAt) * this.#rps) / 1000 - 1e-6);
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

  carry(sent: number, due: number): void {
    this.#left = due - sent;
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
  /** How late those are that were left. */
  #left: number[] = [];

  constructor(seed: number) {
    this.#seed = seed;
  }

  begin(at: number, rps: number, withCarried: boolean, slice: number): void {
    // What the lane does in one slice does not change the arrivals of the next.
    this.#random = randomFrom(this.#seed + Math.imul(slice, 0x85ebca6b));
    this.#every = 1000 / rps;
    this.#times = withCarried ? this.#left.map((late) => at - late) : [];
    if (withCarried) this.#left = [];
    this.carried = this.#times.length;
    this.#first = this.#due = 0;
    this.#last = this.#began = at;
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
  }
}

const mostKept = 4096;
