/** Taken when the profiler is loaded, before a test of the program puts a clock of its own in their place. */
export const now: () => number = performance.now.bind(performance);
const { setImmediate: immediately, clearImmediate, setTimeout: later, clearTimeout } = globalThis;

/** Calls it in this turn of the event loop or the next, if there is one; what it gives cancels that. */
export function inThisTurn(call: () => void): () => void {
  const handle = immediately(call).unref();
  return () => {
    clearImmediate(handle);
  };
}

/** The same after so many ms. */
export function after(ms: number, call: () => void): () => void {
  const handle = later(call, ms).unref();
  return () => {
    clearTimeout(handle);
  };
}
