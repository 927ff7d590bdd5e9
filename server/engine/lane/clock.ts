/** The engine's only source of time, so that its loops run under a manual clock in tests. */
export interface Clock {
  /** Milliseconds with a fraction, from an origin of its own; only differences mean something. */
  now(): number;
  /** Calls back once, after `ms` milliseconds; returns what calls that off. */
  after(ms: number, callback: () => void): () => void;
  /** Calls back in the next turn of the event loop, after I/O. */
  soon(callback: () => void): void;
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
