import { expect, test } from 'vitest';
import type { RunSnapshot } from '../../../shared/contract/live.ts';
import type { RecipeResult } from '../../../shared/contract/recipe.ts';
import { findRecipe } from '../../../shared/sweep/recipes.ts';
import { ActivityBoard } from '../../../server/http/activity/activity-board.ts';
import { LessonActivity } from '../../../server/http/activity/types/lesson.ts';
import { RunActivity } from '../../../server/http/activity/types/run.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { eventually } from '../../support/eventually.ts';
import { shortStep } from '../../support/short-lesson.ts';

test(
  'A real lesson measures every step on a private server, and its outcome is handed on',
  { timeout: 180_000 },
  async () => {
    const recipe = findRecipe('rtt');
    if (!recipe) throw new Error('the recipe is there');
    const kind = new RunActivity({ startRun });
    const lessons = new LessonActivity({ adjust: shortStep });
    const board = new ActivityBoard(kind.latest);
    const finished: [string, RecipeResult][] = [];
    const runs = new Map<string, RunSnapshot['state']>();
    board.onEvent((event) => {
      if (event.type === 'lesson-ended') finished.push([event.id, event.result]);
      const run = kind.latest.get();
      if (run) runs.set(run.runId, run.state);
    });

    const id = await board.start(lessons, { recipe, form: 'quick' });
    expect(board.current()).toMatchObject({ id, kind: 'lesson' });
    await eventually('it is over', () => finished.length > 0, 50_000);

    const lesson = lessons.latest.get();
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
    await eventually('all is tidied up', () => board.current() === null);
    // Its runs are no runs of their own in the list.
    expect(kind.summaries().filter(({ state }) => state === 'running')).toEqual([]);
  },
);
