import type { FastifyInstance } from 'fastify';
import type { Stopped, Started } from '../../../../shared/contract/http.ts';
import { questionOf, sourceInWords, type Recipe } from '../../../../shared/recipes/recipe.ts';
import { lessonOrderSchema, type LessonDescription } from '../../../../shared/contract/lesson.ts';
import { findRecipe, recipes } from '../../../../shared/recipes/index.ts';
import type { RecipeForm } from '../../../../shared/contract/enums.ts';
import { InvalidInput } from '../../../../shared/contract/parse.ts';
import { estimateSweepMs } from '../../../engine/sweep/estimate.ts';
import { alreadyThere, type OpenedTarget } from '../../../redis/connection/opened-target.ts';
import { Refusal } from '../../plugins/errors.ts';
import { presenterOnly } from '../../plugins/presenter.ts';
import type { RunBoard } from '../run-board.ts';
import type { GuessBook } from './guess-book.ts';
import type { LessonBoard, LessonToStart } from './lesson-board.ts';

export interface LessonRouteOptions {
  board: RunBoard;
  lessons: LessonBoard;
  guesses: GuessBook;
  /** Where lessons may be measured; the first is the default. */
  targets: readonly OpenedTarget[];
  /** How long a request to stop waits for the lanes to drain. */
  stopPatienceMs: number;
}

/** Lessons: list, start, stop; and a fresh start for the guesses about one. */
export function lessonRoutes(app: FastifyInstance, options: LessonRouteOptions, done: () => void): void {
  const { board, lessons, guesses, targets, stopPatienceMs } = options;
  const descriptions = recipes.map(describe);

  app.get('/lessons', (): LessonDescription[] => descriptions);

  app.post('/lessons', presenterOnly, async ({ body }, reply): Promise<Started> => {
    const lesson = parseOrder(body, targets);
    const id = await lessons.start(lesson);
    guesses.begin(lesson.recipe.id);
    void reply.code(201);
    return { id };
  });

  app.delete('/lessons/current', presenterOnly, async (): Promise<Stopped> => {
    const stopped = board.current()?.kind === 'lesson' ? await board.stop(stopPatienceMs) : null;
    if (!stopped)
      throw new Refusal(404, { code: 'no_lesson', message: 'No lesson goes on that could be stopped.' });
    return stopped;
  });

  app.delete<{ Params: { recipe: string } }>(
    '/lessons/:recipe/guesses',
    presenterOnly,
    async ({ params }, reply): Promise<void> => {
      if (!findRecipe(params.recipe))
        throw new Refusal(404, {
          code: 'no_such_lesson',
          message: `There is no lesson "${params.recipe.slice(0, 80)}".`,
        });
      guesses.clear(params.recipe);
      await reply.code(204).send();
    },
  );

  done();
}

function describe(recipe: Recipe): LessonDescription {
  const { id, title, question, method, source, prediction, claims, needsPrivateServer = false } = recipe;
  const form = (name: RecipeForm) => {
    const steps = recipe.steps(name);
    return { steps: steps.length, estimateMs: estimateSweepMs(steps) };
  };
  return {
    id,
    title,
    question,
    method,
    source: sourceInWords(source),
    prediction: questionOf(prediction),
    claims: claims.map(({ text }) => text),
    forms: { quick: form('quick'), full: form('full') },
    needsPrivateServer,
  };
}

/** Throws InvalidInput. */
function parseOrder(input: unknown, targets: readonly OpenedTarget[]): LessonToStart {
  const parsed = lessonOrderSchema.safeParse(input);
  if (!parsed.success)
    throw wrong(
      'lesson',
      undefined,
      'must be { recipe, form, target? }: the id of a recipe, "quick" or "full", the id of a target',
    );
  const { form } = parsed.data;
  const recipe = findRecipe(parsed.data.recipe);
  if (!recipe)
    throw wrong('recipe', parsed.data.recipe, `must be one of ${recipes.map(({ id }) => id).join(', ')}`);
  const ids = targets.map(({ target }) => target.description.id);
  const target = parsed.data.target ?? ids[0] ?? '';
  const opened = targets.find((one) => one.target.description.id === target);
  if (!opened) throw wrong('target', target, `must be one of ${ids.join(', ')}`);
  // A private server is started anew for each step, with the settings of that step; any other serves all of them.
  if (opened.target.isPrivate || recipe.needsPrivateServer) return { recipe, form };
  return { recipe, form, open: () => readyAgain(opened) };
}

async function readyAgain(opened: OpenedTarget): Promise<OpenedTarget> {
  await opened.prepare(undefined);
  return alreadyThere(opened.target);
}

const wrong = (field: string, value: string | undefined, message: string) =>
  new InvalidInput([{ field, value: value?.slice(0, 80), message }]);
