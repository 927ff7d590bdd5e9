import { setTimeout as sleep } from 'node:timers/promises';

/** To look at a page takes some of the processor that it waits for. */
const looksEveryMs = { first: 5, last: 50 };

/** Waits until `check` holds; throws, saying what was waited for, when it does not within `withinMs`. */
export async function eventually(
  what: string,
  check: () => boolean | Promise<boolean>,
  withinMs = 90_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (
    let pauseMs = looksEveryMs.first;
    !(await check());
    pauseMs = Math.min(2 * pauseMs, looksEveryMs.last)
  ) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await sleep(pauseMs);
  }
}
