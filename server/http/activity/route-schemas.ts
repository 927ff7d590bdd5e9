import * as z from 'zod/mini';
import { runSummarySchema, startedSchema, stoppedSchema } from '../../../shared/contract/http.ts';
import {
  lessonDescriptionSchema,
  lessonOrderSchema,
  distanceOrderSchema,
  loadOrderSchema,
} from '../../../shared/contract/lesson.ts';
import { completePlanSchema, planSchema } from '../../../shared/contract/plan.ts';
import { resultSchema } from '../../../shared/contract/result.ts';
import { searchInputSchema } from '../../../shared/contract/search.ts';
import { inTheWay, nothing, refusal, unusableTarget, wrongInput } from '../plugins/schemas.ts';

const started = { 201: startedSchema, 400: wrongInput, 409: inTheWay, 502: unusableTarget };
const stopped = (otherwise: string) => ({ 200: stoppedSchema, 404: refusal(otherwise) });

const ofRuns = { tags: ['Runs'] };
export const runSchemas = {
  list: {
    ...ofRuns,
    summary: 'The run in progress and the last ones since the server began, newest first',
    response: { 200: z.array(runSummarySchema) },
  },
  show: {
    ...ofRuns,
    summary: 'The result of a run',
    params: z.object({ id: z.string() }),
    response: { 200: resultSchema, 404: refusal('No such run is kept, or it is still in progress') },
  },
  check: {
    ...ofRuns,
    summary: 'Check a plan without starting it, and get it with every default said',
    body: planSchema,
    response: { 200: completePlanSchema, 400: wrongInput },
  },
  start: {
    ...ofRuns,
    summary: 'Start a run. One at a time: 409 says which is in the way and for how long',
    body: planSchema,
    response: started,
  },
  stop: { ...ofRuns, summary: 'Stop the run in progress', response: stopped('No run is in progress') },
  moveSlots: {
    ...ofRuns,
    summary: 'Move slots of the private cluster during the run',
    response: {
      202: nothing,
      400: refusal('The run in progress is not on a private cluster'),
      409: refusal('No run is in progress'),
    },
  },
};

const ofLessons = { tags: ['Lessons'] };
export const lessonSchemas = {
  list: {
    ...ofLessons,
    summary: 'The lessons, with their questions and how long they take',
    response: { 200: z.array(lessonDescriptionSchema) },
  },
  start: { ...ofLessons, summary: 'Start a lesson', body: lessonOrderSchema, response: started },
  startLoad: {
    ...ofLessons,
    summary: 'Start a load curve: a plan at several rates. It is shown and stopped like a lesson',
    body: loadOrderSchema,
    response: started,
  },
  startDistances: {
    ...ofLessons,
    summary: 'Start gain over distance: a plan at several round trips. It is shown and stopped like a lesson',
    body: distanceOrderSchema,
    response: started,
  },
  stop: {
    ...ofLessons,
    summary: 'Stop the lesson in progress',
    response: stopped('No lesson is in progress'),
  },
  clearGuesses: {
    ...ofLessons,
    summary: 'Clear the guesses about a lesson, and close its outcome, which the history keeps',
    params: z.object({ recipe: z.string() }),
    response: { 204: nothing, 404: refusal('There is no such lesson') },
  },
};

const ofSearches = { tags: ['Batch size'] };
export const searchSchemas = {
  start: {
    ...ofSearches,
    summary: 'Start a search for the batch size of a workload; {} searches with all defaults',
    body: searchInputSchema,
    response: started,
  },
  stop: {
    ...ofSearches,
    summary: 'Stop the search in progress',
    response: stopped('No search is in progress'),
  },
};
