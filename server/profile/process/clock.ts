import { guarded } from './never-throws.ts';

/**
 * Clocks and queues, taken when the profiler is loaded, before a test of the program puts its own in their place.
 * Nothing else of the profiler in a program uses the globals (.oxlintrc.json).
 */
export const now: () => number = performance.now.bind(performance);
const { setImmediate: immediately, clearImmediate, setTimeout: later, clearTimeout } = globalThis;
const microtask = globalThis.queueMicrotask;
const nextTick = process.nextTick.bind(process);

/** Calls it in this turn of the event loop or the next, if there is one. Returns what cancels that. */
export function inThisTurn(call: () => void): () => void {
  const handle = immediately(guarded(call)).unref();
  return () => {
    clearImmediate(handle);
  };
}

/** The same after so many ms. */
export function after(ms: number, call: () => void): () => void {
  const handle = later(guarded(call), ms).unref();
  return () => {
    clearTimeout(handle);
  };
}

/** Calls it after the callbacks of nextTick that are due. */
export function afterTicks(call: () => void): void {
  nextTick(guarded(call));
}

/** Calls it after the reactions of promises that are due. */
export function afterReactions(call: () => void): void {
  microtask(guarded(call));
}
