import { expect, test } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { settingsInWords } from '../../../shared/words/settings.ts';
import {
  moved,
  renamed,
  withIds,
  withLaneCommand,
  withLaneValue,
  withoutDifferences,
  type DraftLanes,
} from '../../../client/src/plan/draft-lanes.ts';
import { PlanDraft } from '../../../client/src/plan/plan-draft.svelte.ts';
import { tuningFor } from '../../../shared/plan/lane-differences.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';

const three = withIds(['one-by-one', 'pipeline', 'pipeline'].map((strategy) => ({ strategy })));
const direct = { rttMs: 0, jitterMs: 0 };
const ids = (lanes: DraftLanes) => lanes.map(({ id }) => id);

test('A lane is moved to any place, and not beyond the ends', () => {
  expect(ids(moved(three, 1, 0))).toEqual(['pipeline', 'one-by-one', 'pipeline-2']);
  expect(ids(moved(three, 0, 2))).toEqual(['pipeline', 'pipeline-2', 'one-by-one']);
  expect(moved(three, 0, -1)).toBe(three);
  expect(moved(three, 2, 3)).toBe(three);
});

test('A lane has the name that it is given, and its strategy’s when that is taken away', () => {
  const named = renamed(three, 1, '  Nightly job ');
  expect(named[1]?.label).toBe('Nightly job');
  expect(renamed(named, 1, ' ')[1]).not.toHaveProperty('label');
});

test('What is set for a lane alone is said in words, and can be taken back', () => {
  let lanes: DraftLanes = three;
  lanes = withLaneValue(lanes, 1, 'pipeline', 64, direct);
  lanes = withLaneValue(lanes, 1, 'rttMs', 20, { rttMs: 1, jitterMs: 0.5 });
  lanes = withLaneCommand(lanes, 1, 'get');
  expect(lanes[1]?.network).toEqual({ rttMs: 20, jitterMs: 0.5 });
  expect(settingsInWords(lanes[1] ?? {}, en)).toBe('GET, batch 64, 20 ms round trip, 0.5 ms jitter');
  lanes = withLaneValue(lanes, 1, 'pipeline', null, direct);
  lanes = withLaneCommand(lanes, 1, null);
  expect(lanes[1]).not.toHaveProperty('workload');
  expect(withoutDifferences(lanes, 1)[1]).not.toHaveProperty('network');
  expect(settingsInWords(three[0] ?? {}, en)).toBe('');
});

test('A plan whose lanes were set apart is the same after it has been run', () => {
  const draft = new PlanDraft(en);
  draft.changeLanes((lanes) => withLaneValue(lanes, 1, 'pipeline', 64, direct));
  draft.changeLanes((lanes) => withLaneValue(lanes, 1, 'clients', 3, direct));
  draft.changeLanes((lanes) => renamed(moved(lanes, 2, 0), 0, 'Nightly job'));
  const plan = parsePlan(draft.toInput());
  expect(plan.lanes[2]?.workload).toMatchObject({ pipeline: 64, clients: 3 });
  draft.adopt(plan);
  expect(draft.differsFrom(plan)).toBe(false);
  draft.changeLanes((lanes) => withLaneValue(lanes, 1, 'clients', 0, direct));
  expect([...draft.problems.keys()]).toEqual(['lanes[1].workload.clients']);
});

test('A shared setting that is moved leaves a lane with one of its own alone', () => {
  const { lanes, workload } = parsePlan({
    lanes: [{ strategy: 'pipeline' }, { strategy: 'pipeline', workload: { pipeline: 64, rps: 100 } }],
  });
  const [one, other] = lanes.map((lane) => tuningFor(lane, workload, { pipeline: 8, clients: 2, rps: 50 }));
  expect(one).toEqual({ pipeline: 8, clients: 2, rps: 50 });
  // No rate is shared: the one of the lane is the one that is meant.
  expect(other).toEqual({ clients: 2, rps: 50 });
});
