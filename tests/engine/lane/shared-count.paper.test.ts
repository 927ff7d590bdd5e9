import { expect, test } from 'vitest';
import type { SliceEnd } from '../../../server/engine/lane/loop.ts';
import { SharedCount } from '../../../server/engine/lane/shared-count.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { makeLoop } from './made-loop.ts';

/** Two threads, one of which is answered four times as late. */
async function runTwo(commands: number, batchSize: number) {
  const count = new SharedCount(SharedCount.allocate());
  const clock = new ManualClock();
  const fast = makeLoop({ replyAfterMs: 1, clients: 2, batchSize, clock, count });
  const slow = makeLoop({ replyAfterMs: 4, clients: 2, batchSize, clock, count });
  count.begin(commands);
  const advance = [fast.run({ commands }), slow.run({ commands })];
  const ends: (SliceEnd | null)[] = [null, null];
  for (let ms = 0; ms < 10_000 && ends.includes(null); ms++) {
    clock.advance(1);
    for (const [index, ended] of advance.entries()) ends[index] ??= await ended(0);
  }
  return { ends, completed: [fast, slow].map(({ recorder }) => recorder.completed) };
}

test.each([
  { commands: 1000, batchSize: 1 },
  { commands: 1000, batchSize: 16 },
  { commands: 1001, batchSize: 7 },
])(
  'threads that share a count of $commands send just so many in batches of $batchSize, and end within a batch',
  async ({ commands, batchSize }) => {
    const { ends, completed } = await runTwo(commands, batchSize);
    const [fast = 0, slow = 0] = completed;
    expect(fast + slow).toBe(commands);
    expect(fast).toBeGreaterThan(3 * slow);
    const [one = NaN, other = NaN] = ends.map((end) => end?.elapsedMs);
    expect(Math.abs(one - other)).toBeLessThanOrEqual(4);
  },
);

test('a thread that comes when all are taken sends nothing', async () => {
  const count = new SharedCount(SharedCount.allocate());
  count.begin(0);
  const { run, recorder } = makeLoop({ replyAfterMs: 1, count });
  expect(await run({ commands: 10 })(0)).toMatchObject({ elapsedMs: 0 });
  expect(recorder.completed).toBe(0);
});

test('a slice that ends by time takes nothing from it', async () => {
  const count = new SharedCount(SharedCount.allocate());
  count.begin(5);
  const { run, recorder } = makeLoop({ replyAfterMs: 1, count });
  await run({ durationMs: 20 })(40);
  expect(recorder.completed).toBe(20);
  expect(count.take(10)).toBe(5);
});
