import { expect, test } from 'vitest';
import { en } from '../../client/src/messages/en.ts';
import { RunLane } from '../../client/src/state/run-lane.svelte.ts';
import { whyFaster } from '../../client/src/state/why.ts';
import { parsePlan } from '../../shared/schemas.ts';
import { sampleOf } from '../support/fake-engine.ts';

function laneOf(strategy: string, effectiveBatch: number | null, roundTripMs?: number): RunLane {
  const [plan] = parsePlan({ lanes: [{ strategy }] }).lanes;
  if (!plan) throw new Error('the plan has its lane');
  const lane = new RunLane(plan, 0);
  lane.addSample(
    sampleOf(strategy, { effectiveBatch, ...(roundTripMs === undefined ? {} : { roundTripMs }) }),
  );
  return lane;
}

const why = (lane: RunLane, baseline: RunLane, pingMs: number | null = 0.05) =>
  whyFaster(lane, baseline, 'One by one', pingMs, en.headline);

test.each<[string, RunLane, RunLane, string | null]>([
  [
    'commands share a trip that was measured during the run',
    laneOf('pipeline', 16),
    laneOf('one-by-one', 1, 1.234),
    '16 commands share one round trip of 1.23 ms; One by one waits that long for each.',
  ],
  [
    'the trip of a lane was not measured, and the bare one stands for it',
    laneOf('pipeline', 3.42),
    laneOf('one-by-one', 1),
    '3.4 commands share one round trip of 0.05 ms; One by one waits that long for each.',
  ],
  [
    'both batch, one of them deeper',
    laneOf('pipeline', 64),
    laneOf('pipeline', 8),
    '64 commands travel in one write, not 8.',
  ],
  [
    'nothing is batched, but nothing is awaited either',
    laneOf('concurrent', 1.2),
    laneOf('one-by-one', 1),
    'It sends on without waiting; One by one waits for each reply.',
  ],
  ['their writes carry about the same', laneOf('multi', 16), laneOf('pipeline', 16), null],
  ['what a write carries is not known', laneOf('pipeline', null), laneOf('one-by-one', 1), null],
])('Where %s, the reason says just that', (_, lane, baseline, said) => {
  expect(why(lane, baseline)).toBe(said);
});

test('Without any round trip the writes are the reason', () => {
  expect(why(laneOf('pipeline', 16), laneOf('one-by-one', 1), null)).toBe(
    '16 commands travel in one write, not 1.',
  );
});
