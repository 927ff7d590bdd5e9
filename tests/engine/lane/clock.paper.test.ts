import { expect, onTestFinished, test, vi } from 'vitest';
import { sleepingClock, systemClock } from '../../../server/engine/lane/clock.ts';

test.each([
  ['a thread that is to be on time sleeps until shortly before', sleepingClock, 5, [4.9]],
  ['it looks at the clock when the moment is near', sleepingClock, 0.05, []],
  ['a thread that measures never sleeps', systemClock, 5, []],
])('%s', async (_, clock, spareMs, slept) => {
  const wait = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
  onTestFinished(() => {
    wait.mockRestore();
  });
  await new Promise<void>((resolve) => {
    clock.soon(resolve, spareMs);
  });
  expect(wait.mock.calls.map(([, , , ms]) => ms)).toEqual(slept.map((ms) => expect.closeTo(ms, 6) as number));
});
