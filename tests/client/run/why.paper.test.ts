import { expect, test } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { LaneView } from '../../../client/src/run/lane-view.svelte.ts';
import { whyFaster } from '../../../client/src/run/why.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { madeLatency, sampleOf } from '../../support/fake-engine.ts';
import { resultOf } from '../../support/snapshots.ts';

function laneOf(strategy: string, effectiveBatch: number | null, p50?: number): LaneView {
  const [plan] = parsePlan({ lanes: [{ strategy }] }).lanes;
  if (!plan) throw new Error('the plan has its lane');
  const lane = new LaneView(plan, 0);
  const sample = sampleOf(strategy, { effectiveBatch });
  const command = p50 === undefined ? null : { mean: 9, p50, p99: 9 };
  lane.addSample({ ...sample, latencyMs: { ...sample.latencyMs, command } });
  return lane;
}

const why = (lane: LaneView, baseline: LaneView) => whyFaster(lane, baseline, 'One by one', en.headline);

test.each<[string, LaneView, LaneView, string | null]>([
  [
    'commands share a trip',
    laneOf('pipeline', 16),
    laneOf('one-by-one', 1, 1.45),
    '16 commands share one trip; One by one waits 1.450 ms for each (p50).',
  ],
  [
    'commands that gather by themselves share a trip',
    laneOf('auto-pipeline', 3.42),
    laneOf('one-by-one', 1, 123.456),
    '3.4 commands share one trip; One by one waits 123.46 ms for each (p50).',
  ],
  [
    'how long the baseline waits is not known',
    laneOf('pipeline', 16),
    laneOf('one-by-one', 1),
    '16 commands travel in one write, not 1.',
  ],
  [
    'the baseline does not batch, but does not wait for each either',
    laneOf('pipeline', 16),
    laneOf('concurrent', 1, 1.45),
    '16 commands travel in one write, not 1.',
  ],
  [
    'both batch, one of them deeper',
    laneOf('pipeline', 64),
    laneOf('pipeline', 8, 1.45),
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

test('The time is the one on the baseline’s card: of the newest turn, and in the end of them all', () => {
  const baseline = laneOf('one-by-one', 1, 4.84);
  const [result] = resultOf().lanes;
  if (!result) throw new Error('the result has its lane');
  expect(why(laneOf('pipeline', 16), baseline)).toContain('waits 4.840 ms');
  const latencyMs = { command: madeLatency({ p50: 1.45 }), batch: null };
  baseline.finish({ ...result, effectiveBatch: 1, latencyMs });
  expect(baseline.latencyMs?.p50).toBe(1.45);
  expect(why(laneOf('pipeline', 16), baseline)).toContain('waits 1.450 ms');
});
