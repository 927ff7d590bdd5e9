import { now as realNow } from './clock.ts';

/** Of processor time that may be spent in advance, ms: short programs are recorded whole. It is paid back by half the share. */
const advanceMs = 250;
/** The time over which the share holds, ms, once the advance is spent. */
const windowMs = 5000;
/** Budget of this time is kept, ms, and older budget is lost: a busy moment after a quiet hour costs no more than any other. */
const keptForMs = 250;
/** A unit that has begun may spend the budget of the next moments, ms. */
const aheadMs = 500;
/** One step may exceed the budget by that of this time, ms: its cost is known when it is done. */
const stepMs = 250;
/** The share of the budget that comes evenly; the rest of a window is for the three allowances above. */
const evenly = 1 - (keptForMs + aheadMs + stepMs) / windowMs;

/** Keeps what recording costs below a share of a core in any 5 s; a share of 1 is no bound. */
export class Budget {
  readonly #share: number;
  readonly #perClock: number;
  readonly #now: () => number;
  #leftMs = advanceMs;
  #owedMs = advanceMs;
  #filledAt: number;
  #spentMs = 0;
  /** True from when the budget is used up until it is full again: what is recorded stands together. */
  #rests = false;

  /** `perClock`: what is added to the process for each ms that the clock sees. */
  constructor(share: number, { perClock = 1, now = realNow } = {}) {
    this.#share = share;
    this.#perClock = perClock;
    this.#now = now;
    this.#filledAt = now();
  }

  /** True where nothing is to be left out. */
  get isWhole(): boolean {
    return this.#share >= 1;
  }

  /** True where something may begin. */
  get allows(): boolean {
    if (this.isWhole) return true;
    const leftMs = this.#filled();
    if (leftMs <= 0) this.#rests = true;
    else if (leftMs >= this.#share * keptForMs) this.#rests = false;
    return !this.#rests;
  }

  /** True where what has begun may take more. */
  get allowsMore(): boolean {
    return this.isWhole || this.#filled() > -this.#share * aheadMs;
  }

  get spentMs(): number {
    return this.#spentMs;
  }

  spend(sinceMs: number): void {
    const tookMs = this.#perClock * (this.#now() - sinceMs);
    this.#spentMs += tookMs;
    this.#leftMs -= tookMs;
  }

  /** Sets aside what work that follows will take, ms of the clock; it is released when that is done. */
  reserve(ms: number): void {
    this.#leftMs -= this.#perClock * ms;
  }

  release(ms: number): void {
    this.#leftMs += this.#perClock * ms;
  }

  /** Adds the budget of the time since the last call; returns the budget left, ms. */
  #filled(): number {
    const now = this.#now();
    const most = Math.max(this.#leftMs, this.#share * keptForMs);
    const due = evenly * this.#share * (now - this.#filledAt);
    const paidBack = Math.min(this.#owedMs, due / 2);
    this.#owedMs -= paidBack;
    this.#leftMs = Math.min(most, this.#leftMs + due - paidBack);
    this.#filledAt = now;
    return this.#leftMs;
  }
}
