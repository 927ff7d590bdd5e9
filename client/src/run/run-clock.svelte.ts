/** The time of a run between two words from the server: runs on by this machine's clock. */
export class RunClock {
  readonly #now: () => number;
  #base = 0;
  #baseAt: number;
  #stopped = false;
  #elapsedMs = $state(0);

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#baseAt = now();
  }

  get elapsedMs(): number {
    return this.#elapsedMs;
  }

  /** The server says how long the run has been in progress. */
  set(elapsedMs: number): void {
    this.#base = elapsedMs;
    this.#baseAt = this.#now();
    this.#elapsedMs = elapsedMs;
  }

  /** To be called a few times a second during a run. */
  tick(): void {
    if (!this.#stopped) this.#elapsedMs = this.#base + this.#now() - this.#baseAt;
  }

  stop(): void {
    this.tick();
    this.#stopped = true;
  }
}
