import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `check` holds; throws, saying what was waited for, when it does not within `withinMs`. */
export async function eventually(
  what: string,
  check: () => boolean | Promise<boolean>,
  withinMs = 20_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await sleep(10);
  }
}
