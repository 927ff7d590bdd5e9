/** The moment that a reader points at, the same in all charts that share it: seconds of their x axis. */
export class Crosshair {
  #seconds = $state<number | null>(null);

  /** `null`: at none. */
  get seconds(): number | null {
    return this.#seconds;
  }

  pointAt(seconds: number | null): void {
    this.#seconds = seconds;
  }
}
