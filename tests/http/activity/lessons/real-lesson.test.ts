import { expect, test } from 'vitest';
import type { RunSnapshot } from '../../../../shared/contract/live.ts';
import type { RecipeResult } from '../../../../shared/contract/recipe.ts';
import { LessonBoard } from '../../../../server/http/activity/lessons/lesson-board.ts';
import { RunBoard } from '../../../../server/http/activity/run-board.ts';
import { startRun } from '../../../../server/engine/run/run.ts';
import { findRecipe } from '../../../../shared/recipes/index.ts';
import { eventually } from '../../../support/eventually.ts';
import { shortened } from '../../../support/short-lesson.ts';

test(
  'A real lesson measures every step on a private server, and its outcome is handed on',
  { timeout: 60_000 },
  async () => {
    const recipe = findRecipe('rtt');
    if (!recipe) throw new Error('the recipe is there');
    const board = new RunBoard({ startRun });
    const runs = new Map<string, RunSnapshot['state']>();
    board.onEvent(() => {
      const run = board.snapshot();
      if (run) runs.set(run.runId, run.state);
    });
    const lessons = new LessonBoard({ board, adjust: shortened });
    const finished: [string, RecipeResult][] = [];
    lessons.onFinished((...outcome) => finished.push(outcome));

    const id = await lessons.start({ recipe, form: 'quick' });
    expect(board.current()).toMatchObject({ id, kind: 'lesson' });
    await eventually('it is over', () => finished.length > 0, 50_000);

    const lesson = lessons.snapshot();
    expect(lesson?.state).toBe('completed');
    expect(lesson?.steps.map(({ state }) => state)).toEqual(['completed', 'completed', 'completed']);
    expect(lesson?.steps.map(({ run }) => runs.get(run ?? ''))).toEqual([
      'completed',
      'completed',
      'completed',
    ]);
    for (const { lanes } of lesson?.steps ?? [])
      expect(lanes.every(({ throughput }) => throughput !== null && throughput > 0)).toBe(true);
    expect(lesson?.outcome?.prediction.answer).toBeGreaterThan(1);
    expect(finished[0]?.[0]).toBe(id);
    expect(finished[0]?.[1].steps[0]?.result?.lanes).toHaveLength(2);
    expect(board.current()).toBeNull();
    // Its runs are no runs of their own in the list.
    expect(board.summaries().filter(({ state }) => state === 'running')).toEqual([]);
  },
);
