import type { Bookkeeping } from './bookkeeping.ts';

/** A mark lasts so long without its run, ms. */
export const markerLastsMs = 9000;
const renewedEveryMs = 3000;

/** The key that says that a run is in progress; under the run's prefix, so that it goes with the run's other keys. */
export const markerOf = (runPrefix: string): string => `${runPrefix}running`;

/**
 * A key with a short life that is renewed during a run: whoever cleans up after crashed runs can tell them
 * from this one. It costs the server one PSETEX every 3 s: no lane sends that but as a custom command, so the mark
 * does not touch the counts of their calls.
 */
export class RunMarker {
  readonly #target: Bookkeeping;
  readonly #key: string;
  readonly #timer: NodeJS.Timeout;
  #renewing: Promise<unknown> = Promise.resolve();

  private constructor(target: Bookkeeping, key: string) {
    this.#target = target;
    this.#key = key;
    this.#timer = setInterval(() => {
      // A server that does not answer shows in the run itself.
      this.#renewing = this.#write().catch(() => undefined);
    }, renewedEveryMs);
  }

  /** Marks a run; to be done before it writes its first key. Rejects when the server does not take the mark. */
  static async place(target: Bookkeeping, runPrefix: string): Promise<RunMarker> {
    const marker = new RunMarker(target, markerOf(runPrefix));
    try {
      await marker.#write();
      return marker;
    } catch (error) {
      clearInterval(marker.#timer);
      throw error;
    }
  }

  /** Renews it no more; it is removed with the keys of its run, or passes by itself. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
  }

  #write(): Promise<unknown> {
    return this.#target.send([['PSETEX', this.#key, String(markerLastsMs), '1']]);
  }
}
