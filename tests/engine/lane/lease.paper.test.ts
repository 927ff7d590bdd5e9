import { expect, test } from 'vitest';
import { makeLoop, startsAtMs } from './made-loop.ts';

test.each([
  ['a closed loop', null, 50],
  ['an open loop', 200, 10],
])('%s sends nothing once its lease is over, and ends with the reason', async (_, rps, sent) => {
  const { run, loop, sizes } = makeLoop({ replyAfterMs: 1, inFlight: rps === null ? 1 : 100 });
  loop.lease = startsAtMs + 50;
  const end = await run({ durationMs: 1000, rps })(2000);
  expect(sizes.length).toBe(sent);
  expect(end?.fatal).toBe('the coordinator of the run was not heard of in time');
});

test('what was due while a process was frozen is not sent when it wakes after its lease', async () => {
  const { run, loop, sizes, clock } = makeLoop({ replyAfterMs: 1, inFlight: 100 });
  const now = clock.now.bind(clock);
  let frozenMs = 0;
  clock.now = () => now() + frozenMs;
  loop.lease = startsAtMs + 300;
  const after = run({ durationMs: 10_000, rps: 200 });
  await after(100);
  const before = sizes.length;
  // No timer of it ran meanwhile.
  frozenMs = 5000;
  const end = await after(50);
  expect(sizes.length).toBe(before);
  expect(end?.fatal).not.toBeNull();
});
