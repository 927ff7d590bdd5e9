export const markSymbol = Symbol.for('roundtrip.profile.unit');

export type Mark = <T>(name: string, act: () => T) => T;

/**
 * Marks a piece of work as a unit of the profile: `await unit('nightly report', async () => …)`. Without the profiler it
 * calls the function and does nothing else. Requests over HTTP are units without a mark.
 */
export function unit<T>(name: string, act: () => T): T {
  const mark = (globalThis as { [markSymbol]?: Mark })[markSymbol];
  return mark ? mark(name, act) : act();
}
