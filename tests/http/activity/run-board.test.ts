import { expect, test } from 'vitest';
import { RunBoard } from '../../../server/http/activity/run-board.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { privateTarget, smallPlan } from '../../support/build-app.ts';
import { FakeEngine } from '../../support/fake-engine.ts';

test('The runs of a series say what they are part of, and are not listed as runs of their own', async () => {
  const engine = new FakeEngine();
  const board = new RunBoard({ startRun: engine.start });
  const over = board.carryOut(
    { id: 'search-1', kind: 'search', remainingMs: () => 1000 },
    async ({ onEvent }) => {
      const { finished } = engine.start({ plan: parsePlan(smallPlan), target: privateTarget }, { onEvent });
      await finished;
    },
  );
  await expect.poll(() => board.snapshot()?.state).toBe('running');
  expect(board.snapshot()?.series).toBe('search');
  expect(board.current()).toMatchObject({ id: 'search-1', kind: 'search', remainingMs: 1000 });
  engine.run.finish();
  await over;
  expect(board.snapshot()).toMatchObject({ state: 'completed', series: 'search' });
  expect(board.result(engine.run.id)).toBeNull();
  expect(board.current()).toBeNull();
});
