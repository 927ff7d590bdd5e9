/** The engine's only source of time, so that its loops run under a manual clock in tests. */
export interface Clock {
  /** Milliseconds with a fraction, from an origin of its own; only differences mean something. */
  now(): number;
  /** Calls back once, after `ms` milliseconds; returns what calls that off. */
  after(ms: number, callback: () => void): () => void;
  /** Calls back in the next turn of the event loop, after I/O; up to `spareMs` of it may be slept away. */
  soon(callback: () => void, spareMs?: number): void;
}

export const systemClock: Clock = {
  // A third cheaper than performance.now(), which counts where a command costs a few microseconds.
  now: () => {
    const time = process.hrtime();
    return time[0] * 1000 + time[1] / 1e6;
  },
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => {
      clearTimeout(timer);
    };
  },
  soon: (callback) => {
    setImmediate(callback);
  },
};

const nobody = new Int32Array(new SharedArrayBuffer(4));
/** The kernel wakes a thread so much too late. */
const wokenLateMs = 0.1;

/**
 * For a thread that has to be on time without taking a core for it: sleeps where it may, instead of looking at the
 * clock again and again. A thread that has used its share of a busy machine is let wait just when something is due.
 */
export const sleepingClock: Clock = {
  ...systemClock,
  soon: (callback, spareMs = 0) => {
    setImmediate(() => {
      if (spareMs > wokenLateMs) Atomics.wait(nobody, 0, 0, spareMs - wokenLateMs);
      callback();
    });
  },
};
