import type { Bookkeeping } from './bookkeeping.ts';

/** A mark lasts so long without its run, ms. */
export const markerLastsMs = 9000;
const renewedEveryMs = 3000;

/** The key that says that a run is in progress; under the run's prefix, so that it goes with the run's other keys. */
export const markerOf = (runPrefix: string): string => `${runPrefix}running`;

/**
 * A key with a short life that is renewed during a run: whoever cleans up after crashed runs can tell them
 * from this one. It costs the server one SET every 3 s.
 */
export class RunMarker {
  readonly #target: Bookkeeping;
  readonly #key: string;
  readonly #timer: NodeJS.Timeout;
  #renewing: Promise<unknown> = Promise.resolve();
  #writes = 0;

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

  /** SETs that it has sent so far: the server counts them as it does those of lanes. */
  get writes(): number {
    return this.#writes;
  }

  /** Renews it no more; it is removed with the keys of its run, or passes by itself. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
  }

  #write(): Promise<unknown> {
    this.#writes++;
    return this.#target.send([['SET', this.#key, '1', 'PX', String(markerLastsMs)]]);
  }
}
