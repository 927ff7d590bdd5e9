import type { FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { Stopped } from '../../../shared/contract/http.ts';
import { questionOf } from '../../../shared/sweep/recipe.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { LessonDescription } from '../../../shared/contract/lesson.ts';
import { findRecipe, recipes, type KnownRecipe } from '../../../shared/sweep/recipes.ts';
import { activityKinds, type RecipeForm } from '../../../shared/contract/enums.ts';
import { estimateSweepMs } from '../../engine/sweep/estimate.ts';
import { Refusal } from '../plugins/errors.ts';
import { presenterOnly } from '../plugins/presenter.ts';
import { checkedByHandler } from '../plugins/schemas.ts';
import { pageOf, type ActionFeed } from './viewers.ts';
import type { ActivityBoard } from './activity-board.ts';
import type { GuessBook } from './guesses/guess-book.ts';
import type { ActivityTypeName } from './types/activity-type.ts';
import { parseDistances, parseLoadCurve, parseLesson, type LessonActivity } from './types/lesson.ts';
import type { RunActivity } from './types/run.ts';
import { parseSearch, type SearchActivity } from './types/search.ts';
import type { AgentWatch } from '../targets/agent-watch.ts';
import { resolvePlan, type AvailableTargets } from './resolve-plan.ts';
import { lessonSchemas, runSchemas, searchSchemas } from './route-schemas.ts';

interface ActivityRouteOptions {
  board: ActivityBoard;
  runs: RunActivity;
  lessons: LessonActivity;
  searches: SearchActivity;
  guesses: GuessBook;
  actions: ActionFeed;
  offer: AvailableTargets;
  /** `null`: no plan has agents. */
  agentWatch: AgentWatch | null;
  /** How long a request to stop waits for the lanes to drain. */
  stopPatienceMs: number;
}

/** Made by the first request: estimating every step of every lesson takes half a second. */
let descriptions: LessonDescription[] | undefined;

/** Runs, lessons and searches: start, stop, and what there is of each. */
export const activityRoutes: FastifyPluginCallbackZod<ActivityRouteOptions> = (app, options, done) => {
  const { board, runs, lessons, searches, guesses, actions, offer, agentWatch, stopPatienceMs } = options;

  /** Stops the activity in progress when it is of one of these kinds. Throws a Refusal when there is none. */
  const stop = async (
    request: FastifyRequest,
    kinds: readonly ActivityTypeName[],
    refusal: Refusal,
  ): Promise<Stopped> => {
    const current = board.current();
    if (!current || !kinds.includes(current.kind)) throw refusal;
    actions.report({ done: 'stopped', kind: current.kind }, pageOf(request));
    const stopped = await board.stop(stopPatienceMs);
    if (!stopped) throw refusal;
    return stopped;
  };

  const started = (request: FastifyRequest, kind: ActivityTypeName) => {
    actions.report({ done: 'started', kind }, pageOf(request));
  };

  /** While something is in progress, that is what is in the way. Throws a Refusal. */
  const assertEnough = async ({ plan }: { plan: Plan }): Promise<void> => {
    if (board.current() === null) await agentWatch?.assertEnough(plan);
  };

  app.post(
    '/runs',
    { ...presenterOnly, ...checkedByHandler, schema: runSchemas.start },
    async (request, reply) => {
      const job = resolvePlan(request.body, offer);
      await assertEnough(job);
      const id = await board.start(runs, job);
      started(request, 'run');
      void reply.code(201).header('location', `/api/runs/${id}`);
      return { id };
    },
  );

  app.post(
    '/lessons',
    { ...presenterOnly, ...checkedByHandler, schema: lessonSchemas.start },
    async (request, reply) => {
      const lesson = parseLesson(request.body, offer);
      const id = await board.start(lessons, lesson);
      started(request, 'lesson');
      void reply.code(201);
      return { id };
    },
  );

  app.post(
    '/load-curve',
    { ...presenterOnly, ...checkedByHandler, schema: lessonSchemas.startLoad },
    async (request, reply) => {
      const job = parseLoadCurve(request.body, offer);
      await assertEnough(job);
      const id = await board.start(lessons, job);
      started(request, 'load-curve');
      void reply.code(201);
      return { id };
    },
  );

  app.post(
    '/distances',
    { ...presenterOnly, ...checkedByHandler, schema: lessonSchemas.startDistances },
    async (request, reply) => {
      const id = await board.start(lessons, parseDistances(request.body, offer));
      started(request, 'distances');
      void reply.code(201);
      return { id };
    },
  );

  app.post(
    '/search',
    { ...presenterOnly, ...checkedByHandler, schema: searchSchemas.start },
    async (request, reply) => {
      const id = await board.start(searches, parseSearch(request.body, offer));
      started(request, 'search');
      void reply.code(201);
      return { id };
    },
  );

  app.delete('/runs/current', { ...presenterOnly, schema: runSchemas.stop }, (request) =>
    stop(request, activityKinds, nothing('no_run', 'No run is in progress that could be stopped.')),
  );
  app.delete('/lessons/current', { ...presenterOnly, schema: lessonSchemas.stop }, (request) =>
    stop(
      request,
      ['lesson', 'load-curve', 'distances'],
      nothing('no_lesson', 'No lesson is in progress that could be stopped.'),
    ),
  );
  app.delete('/search/current', { ...presenterOnly, schema: searchSchemas.stop }, (request) =>
    stop(request, ['search'], nothing('no_search', 'No search is in progress that could be stopped.')),
  );

  app.get('/runs', { schema: runSchemas.list }, () => runs.summaries());

  app.get('/runs/:id', { schema: runSchemas.show }, ({ params }) => {
    const result = runs.result(params.id);
    if (result) return result;
    throw board.current()?.id === params.id
      ? nothing('not_finished', `Run ${params.id} is still in progress; its result follows when it ends.`)
      : nothing('no_such_run', `No result of a run "${params.id.slice(0, 80)}" is kept here.`);
  });

  app.post(
    '/runs/current/slot-moves',
    { ...presenterOnly, schema: runSchemas.moveSlots },
    async (_request, reply): Promise<void> => {
      runs.moveSlots();
      await reply.code(202).send();
    },
  );

  /** For a page that sets a plan up without starting it: what is wrong with it, or everything that it leaves unsaid. */
  app.post(
    '/plans/check',
    { ...checkedByHandler, schema: runSchemas.check },
    ({ body }) => resolvePlan(body, offer).plan,
  );

  app.get('/lessons', { schema: lessonSchemas.list }, () => (descriptions ??= recipes.map(describe)));

  app.delete(
    '/lessons/:recipe/guesses',
    { ...presenterOnly, schema: lessonSchemas.clearGuesses },
    async ({ params }, reply): Promise<void> => {
      if (!findRecipe(params.recipe) && params.recipe !== 'distances')
        throw nothing('no_such_lesson', `There is no lesson "${params.recipe.slice(0, 80)}".`);
      guesses.clear(params.recipe);
      if (lessons.latest.get()?.recipe === params.recipe) board.dismiss(lessons);
      await reply.code(204).send();
    },
  );

  done();
};

const nothing = (code: string, message: string): Refusal => new Refusal(404, { code, message });

function describe(recipe: KnownRecipe): LessonDescription {
  const { id, topic, prediction, needsPrivateServer = false } = recipe;
  const { title, question, method, source, ask, claims } = recipe.words;
  const form = (name: RecipeForm) => {
    const steps = recipe.steps(name);
    return { steps: steps.length, estimateMs: estimateSweepMs(steps) };
  };
  return {
    id,
    topic,
    title,
    question,
    method,
    source,
    prediction: { ...questionOf(prediction), ask },
    claims: Object.values(claims).map(({ text }) => text),
    forms: { quick: form('quick'), full: form('full') },
    needsPrivateServer,
  };
}
