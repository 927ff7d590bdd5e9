import { now as realNow } from './clock.ts';

/** Of processor time that may be spent in advance, ms: short programs are recorded whole. It is paid back by half the share. */
const advanceMs = 250;
/** What was not spent in so long is gone, ms: a busy moment after a quiet hour costs no more than any other. */
const keptForMs = 1000;

/** Keeps what recording costs below a share of a core; a share of 1 is no bound. */
export class Budget {
  readonly #share: number;
  readonly #perClock: number;
  readonly #now: () => number;
  #leftMs = advanceMs;
  #owedMs = advanceMs;
  #filledAt: number;
  #spentMs = 0;

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

  get allows(): boolean {
    if (this.isWhole) return true;
    const now = this.#now();
    const most = Math.max(this.#leftMs, this.#share * keptForMs);
    const due = this.#share * (now - this.#filledAt);
    const paidBack = Math.min(this.#owedMs, due / 2);
    this.#owedMs -= paidBack;
    this.#leftMs = Math.min(most, this.#leftMs + due - paidBack);
    this.#filledAt = now;
    return this.#leftMs > 0;
  }

  get spentMs(): number {
    return this.#spentMs;
  }

  spend(sinceMs: number): void {
    const tookMs = this.#perClock * (this.#now() - sinceMs);
    this.#spentMs += tookMs;
    this.#leftMs -= tookMs;
  }
}
