/** Of processor time that may be spent before the share counts, ms: short programs are recorded whole. */
const burstMs = 250;

/** Keeps what recording costs below a share of a core, by the time that was spent so far. */
export class Budget {
  readonly #share: number;
  readonly #startedAt = performance.now();
  #spentMs = 0;

  constructor(share: number) {
    this.#share = share;
  }

  get allows(): boolean {
    return this.#spentMs < burstMs + this.#share * (performance.now() - this.#startedAt);
  }

  get spentMs(): number {
    return this.#spentMs;
  }

  spend(sinceMs: number): void {
    this.#spentMs += performance.now() - sinceMs;
  }
}
