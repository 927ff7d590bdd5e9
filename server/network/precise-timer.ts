/** What the alarm needs of time; structurally the engine's clock. */
export interface AlarmClock {
  /** Milliseconds with a fraction. */
  now(): number;
  /** Calls back after about `ms` whole milliseconds, some time late; returns what calls that off. */
  after(ms: number, callback: () => void): () => void;
  /** Calls back after a turn of the event loop that sleeps for about `napMs`. */
  soon(callback: () => void, napMs: number): void;
}

/** A timer of Node may be so much late, and is no use for less. */
const timerErrorMs = 2;
/** The kernel makes 0.07 ms of it. */
const shortNapMs = 0.02;
const napsUntilMs = 0.1;

/**
 * Rings at a moment more exactly than a timer: sleeps by a timer until shortly before, then looks at the clock in
 * every turn of the event loop. Does nothing at all while no moment is set.
 */
export class Alarm {
  readonly #clock: AlarmClock;
  readonly #ring: (now: number) => number;
  /** Moments this close to each other are one, so that what is due at them is written together, ms. */
  grainMs = 0;
  #at = Infinity;
  #isWatching = false;
  #isStopped = false;
  #callOff: (() => void) | null = null;

  /** `ring` returns the next moment, Infinity for none. */
  constructor(clock: AlarmClock, ring: (now: number) => number) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings at this moment, if it was not to ring earlier anyway. */
  bringForward(at: number): void {
    if (at >= this.#at) return;
    this.#at = at;
    this.#plan(this.#clock.now());
  }

  /** For good. */
  stop(): void {
    this.#isStopped = true;
    this.#callOff?.();
    this.#callOff = null;
  }

  #plan(now: number): void {
    if (this.#isWatching || this.#isStopped) return;
    this.#callOff?.();
    this.#callOff = null;
    const spareMs = this.#at - now;
    if (spareMs === Infinity) return;
    const sleepMs = Math.floor(spareMs - this.grainMs - timerErrorMs);
    if (sleepMs >= 1) {
      this.#callOff = this.#clock.after(sleepMs, () => {
        this.#callOff = null;
        this.#look();
      });
    } else {
      this.#isWatching = true;
      this.#clock.soon(
        () => {
          this.#isWatching = false;
          this.#look();
        },
        Math.max(this.grainMs, spareMs - this.grainMs > napsUntilMs ? shortNapMs : 0),
      );
    }
  }

  #look(): void {
    if (this.#isStopped) return;
    const now = this.#clock.now();
    if (now + this.grainMs >= this.#at) {
      this.#at = Infinity;
      const next = this.#ring(now + this.grainMs);
      // Ringing may have brought it forward already.
      this.#at = Math.min(this.#at, next);
    }
    this.#plan(now);
  }
}

const nobody = new Int32Array(new SharedArrayBuffer(4));

/**
 * Time as it passes in a thread that does nothing but relay.
 *
 * A turn of the event loop naps for a moment instead of spinning: a thread that never sleeps uses up its share of a
 * busy machine and may be put aside for milliseconds just when something is due. On two busy cores, spinning was in
 * some runs off by that much at the median (5 ms became 7.7), napping never by more than a few tenths; otherwise
 * they were equally exact, and napping leaves most of the core to others. Under load, a nap also lets small writes
 * of a connection gather in the kernel, which halves the work for each.
 */
export const systemClock: AlarmClock = {
  now: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  soon: (callback, napMs) => {
    setImmediate(() => {
      if (napMs > 0) Atomics.wait(nobody, 0, 0, napMs);
      callback();
    });
  },
};
