import * as z from 'zod/mini';
import { distanceCount, documentLimits, limits } from '../limits.ts';
import {
  boundedList,
  boundedText,
  count,
  describe,
  describeFields,
  flag,
  mention,
  orNull,
  real,
  text,
  texts,
} from './describe.ts';
import { clientIds, lessonTopics, recipeForms, stepStates } from './enums.ts';
import { stateSchema } from './http.ts';
import { distanceGainSchema } from './distance-gain.ts';
import { loadCurveSchema } from './load-curve.ts';
import { wholeWithin } from './numbers.ts';
import { completeServer, planSchema } from './plan.ts';
import { missingProgramsSchema, phraseOrNameSchema, recipeFormSchema, recipeResultSchema } from './recipe.ts';
import { environmentSchema } from './result.ts';
import { completeWorkload } from './workload.ts';

const numberAsked = z.object({
  type: describe(z.literal('number'), 'A number is asked for.'),
  unit: describe(z.enum(['×', '%']), 'Unit of the answer.'),
});
const choiceAsked = z.object({
  type: describe(z.literal('choice'), 'One of some answers is asked for.'),
  choices: texts('The answers, each by its code.'),
});
/** What a class is asked before anything is measured. */
export type LessonQuestion = z.output<typeof numberAsked> | z.output<typeof choiceAsked>;

const ask = text('The question.');
const questionSchema = z.union([
  z.object({ ...numberAsked.shape, ask }),
  z.object({ ...choiceAsked.shape, ask }),
]);

const lengthSchema = z.object({
  steps: count('Number of steps.'),
  estimateMs: real('About how long it takes, ms.'),
});

/** A line of `GET /api/lessons`: a recipe without its figures. Its sentences are in English, for programs. */
export const lessonDescriptionSchema = z.object({
  id: text('Id of the lesson.'),
  topic: describe(
    z.enum(lessonTopics),
    'Its group: why round trips cost, how deep to batch, what batching costs, when it breaks.',
  ),
  title: text('Title.'),
  question: text('What it is to find out.'),
  method: text('How it is done here.'),
  source: text('Where its published figures come from, in words.'),
  prediction: describe(questionSchema, 'What a class is asked before anything is measured.'),
  claims: texts('The published claims that it judges.'),
  forms: describe(
    z.object({
      quick: mention(lengthSchema, 'Shortened to at most a minute.'),
      full: mention(lengthSchema, 'With the commands and rounds of its source.'),
    }),
    'How long it takes in each form.',
  ),
  needsPrivateServer: flag('Whether it runs on private servers alone.'),
});
export type LessonDescription = z.output<typeof lessonDescriptionSchema>;

/** Body of `POST /api/lessons`. */
export const lessonOrderSchema = z.strictObject({
  recipe: boundedText(documentLimits.name),
  form: z.enum(recipeForms),
  target: z.optional(boundedText(documentLimits.name)),
});
describe(lessonOrderSchema, 'Which lesson, and how much of it.');
describeFields(lessonOrderSchema, {
  recipe: 'Id of a lesson, as GET /api/lessons lists them.',
  form: 'quick: shortened to at most a minute; full: everything.',
  target: 'Id of a target; left out: the first. On a private one each step has its own server.',
});
export type LessonOrder = z.output<typeof lessonOrderSchema>;

/** Body of `POST /api/load-curve`. */
export const loadOrderSchema = z.strictObject({
  plan: planSchema.clone(),
  rates: z
    .array(wholeWithin(limits.rps))
    .check(z.minLength(limits.loadPoints.min), z.maxLength(limits.loadPoints.max)),
});
describe(loadOrderSchema, 'A plan, and the rates that its lanes are measured at.');
describeFields(loadOrderSchema, {
  plan: 'As for a run; its own rate is not used.',
  rates: 'Commands per second, for each lane; measured from low to high.',
});
export type LoadOrder = z.input<typeof loadOrderSchema>;

/** Body of `POST /api/distances`. */
export const distanceOrderSchema = z.strictObject({
  plan: planSchema.clone(),
  distances: z
    .array(z.number().check(z.minimum(limits.rttMs.min), z.maximum(limits.rttMs.max)))
    .check(z.minLength(distanceCount.min), z.maxLength(distanceCount.max)),
});
describe(distanceOrderSchema, 'A plan, and the round trips that its lanes are measured at.');
describeFields(distanceOrderSchema, {
  plan: 'As for a run; its own round trip and its times are not used.',
  distances: 'Round trips to add, ms; measured from near to far.',
});
export type DistanceOrder = z.input<typeof distanceOrderSchema>;

const own = completeWorkload('').shape;
/** A lane by what makes its name. */
const labelledLaneSchema = z.object({
  id: text('Name of the lane.'),
  strategy: text('Id of the strategy.'),
  client: z.exactOptional(
    describe(z.enum(clientIds), 'Client library that carries it out; absent: ioredis.'),
  ),
  label: z.exactOptional(text('The name that its plan gives it.')),
  target: z.exactOptional(text('Id of the target of its own; absent: the plan’s.')),
  server: z.exactOptional(completeServer('How the private server of its own ran; absent: as the plan’s.')),
  own: describe(
    z.object({
      commands: z.exactOptional(own.commands),
      dataSize: z.exactOptional(own.dataSize),
      clients: z.exactOptional(own.clients),
      threads: z.exactOptional(own.threads),
      pipeline: z.exactOptional(own.pipeline),
      clientTimeout: own.clientTimeout,
    }),
    'In what it differs from the other lanes of its strategy.',
  ),
});
export type LabelledLane = z.output<typeof labelledLaneSchema>;

const lessonStepSchema = z.object({
  id: text('Id of the step.'),
  label: describe(phraseOrNameSchema, 'Its name.'),
  type: describe(z.enum(['run', 'atomicity']), 'atomicity: an experiment that is no run, without speeds.'),
  estimateMs: real('About how long it takes, ms.'),
  state: describe(z.enum(['waiting', 'running', ...stepStates]), 'How far it is.'),
  missing: missingProgramsSchema,
  run: orNull(boundedText(), 'Id of its run; null before it has begun, and where it is none.'),
  error: orNull(boundedText(), 'Why it failed, in words.'),
  lanes: describe(
    boundedList(
      z.object({
        ...labelledLaneSchema.shape,
        throughput: orNull(z.number(), 'Its rate, commands per second; null: none.'),
      }),
    ),
    'Its outcome in short; empty until there is one.',
  ),
});
export type LessonStep = z.output<typeof lessonStepSchema>;

const { steps: _steps, ...outcome } = recipeResultSchema.shape;
/** The outcome of a lesson; what its steps measured in all is not sent to every viewer. */
export const lessonOutcomeSchema = z.object({
  ...outcome,
  environment: z.exactOptional(
    mention(environmentSchema, 'Where its first run was measured; absent: no step has one.'),
  ),
});
export type LessonOutcome = z.output<typeof lessonOutcomeSchema>;

/** The lesson that is in progress, or the one that ended last. */
export const lessonSnapshotSchema = z.object({
  id: text('Id of this carrying out.'),
  recipe: text('Id of the lesson.'),
  form: recipeFormSchema,
  startedAt: text('ISO 8601, UTC.'),
  state: stateSchema,
  stopping: flag('Somebody has asked for its end, which has not come yet.'),
  steps: describe(boundedList(lessonStepSchema), 'Its steps, in order.'),
  current: orNull(z.int(), 'Index of the step in progress.'),
  remainingMs: real('About how long it still takes at the moment of sending, ms; 0 when it is over.'),
  load: z.exactOptional(mention(loadCurveSchema, 'Of a load curve: what was measured so far.')),
  distances: z.exactOptional(mention(distanceGainSchema, 'Of gain over distance: what was measured so far.')),
  outcome: orNull(
    lessonOutcomeSchema,
    'null until it ends, when it broke off, and when it was stopped before anything was measured.',
  ),
  error: orNull(boundedText(), 'Why it broke off without an outcome.'),
});
export type LessonSnapshot = z.output<typeof lessonSnapshotSchema>;
