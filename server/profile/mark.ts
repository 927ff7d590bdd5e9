export const markSymbol = Symbol.for('roundtrip.profile.unit');

/** Runs a function as a unit. It gives and throws what the function does, and takes any name. */
export type Mark = <T>(name: unknown, act: () => T) => T;

/**
 * Marks a piece of work as a unit of the profile: `await unit('nightly report', async () => …)`. Without the profiler it
 * calls the function and does nothing else; with it, the program gets the same from it. Requests over HTTP are units
 * without a mark.
 */
export function unit<T>(name: string, act: () => T): T {
  const mark = (globalThis as { [markSymbol]?: Mark })[markSymbol];
  // Called here in both cases, so that what is no function fails with the same words.
  return mark ? mark(name, () => act()) : act();
}
