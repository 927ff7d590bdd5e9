import { expect, test } from 'vitest';
import { sleepingClock, systemClock } from '../../../server/engine/lane/clock.ts';
import type { Clock } from '../../../server/engine/lane/clock.ts';

/** CPU that twenty waits of 5 ms take, as a share of them. */
async function cpuOfWaiting(clock: Clock): Promise<number> {
  const [from, before] = [performance.now(), process.cpuUsage()];
  for (let wait = 0; wait < 20; wait++) {
    const until = clock.now() + 5;
    while (clock.now() < until)
      await new Promise<void>((resolve) => {
        clock.soon(resolve, until - clock.now());
      });
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (performance.now() - from);
}

test('A thread that is to be on time sleeps until shortly before; one that measures looks at the clock', async () => {
  const [asleep, awake] = [await cpuOfWaiting(sleepingClock), await cpuOfWaiting(systemClock)];
  expect(asleep).toBeLessThan(0.5 * awake);
});
