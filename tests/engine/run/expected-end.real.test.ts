import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useEmbedded } from '../../support/embedded.ts';
import { begin, quick, slices } from './begin-run.ts';

const embedded = useEmbedded();
const lanes = [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }];

test('Where slices take longer than planned, the expected end follows from round to round', async () => {
  const extraMs = 100;
  const { run, events } = begin(
    embedded().target,
    { lanes, workload: quick, schedule: slices },
    {
      around: async (_slice, carryOut) => {
        await sleep(extraMs);
        return carryOut();
      },
    },
  );
  await run.finished;
  const planned =
    events.flatMap((event) => (event.type === 'run-started' ? (event.totalMs ?? []) : []))[0] ?? 0;
  const told = events.flatMap((event) => (event.type === 'standing' ? (event.totalMs ?? []) : []));
  const endMs = events.flatMap((event) => (event.type === 'sample' ? event.sample.atMs : [])).at(-1) ?? 0;
  // Four rounds of two slices, each of which waits as long as it is to take.
  expect(told).toHaveLength(4);
  expect(endMs).toBeGreaterThan(planned + 7 * extraMs);
  for (const totalMs of told) expect(totalMs).toBeGreaterThan(planned + 6 * extraMs);
});
