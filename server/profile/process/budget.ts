import { now as realNow } from './clock.ts';

/** Of processor time that may be spent before the share counts, ms: short programs are recorded whole. */
const burstMs = 250;
/** What was not spent in so long is gone, ms: a busy moment after a quiet hour costs no more than any other. */
const keptForMs = 1000;

/** Keeps what recording costs below a share of a core. */
export class Budget {
  readonly #share: number;
  readonly #now: () => number;
  #leftMs = burstMs;
  #filledAt: number;
  #spentMs = 0;

  constructor(share: number, now = realNow) {
    this.#share = share;
    this.#now = now;
    this.#filledAt = now();
  }

  get allows(): boolean {
    const now = this.#now();
    const most = Math.max(this.#leftMs, this.#share * keptForMs);
    this.#leftMs = Math.min(most, this.#leftMs + this.#share * (now - this.#filledAt));
    this.#filledAt = now;
    return this.#leftMs > 0;
  }

  get spentMs(): number {
    return this.#spentMs;
  }

  spend(sinceMs: number): void {
    const tookMs = this.#now() - sinceMs;
    this.#spentMs += tookMs;
    this.#leftMs -= tookMs;
  }
}
