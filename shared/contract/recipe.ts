import * as z from 'zod/mini';
import { documentLimits } from '../limits.ts';
import { boundedList, boundedText, count, describe, flag, mention, orNull, real, text } from './describe.ts';
import { documentVersions, laneStates, recipeForms, serverPrograms, stepStates } from './enums.ts';
import { serialisedErrorSchema, type LatencySummary } from './figures.ts';
import { distanceGainSchema } from './distance-gain.ts';
import { loadCurveSchema } from './load-curve.ts';
import { resultSchema } from './result.ts';
import { sharedAs } from './sharing.ts';

export const recipeFormSchema = describe(
  z.enum(recipeForms),
  'quick: shortened to at most a minute; full: everything.',
);

/** Whether a phrase, whose figures may be any and phrases themselves, is as short as one that is said. */
function isShort(phrase: object): boolean {
  let size = 0;
  const parts: unknown[] = [phrase];
  while (parts.length > 0 && size <= documentLimits.phrase) {
    const part = parts.pop();
    if (typeof part === 'string') size += part.length;
    if (typeof part !== 'object' || part === null) continue;
    const inner = Object.entries(part);
    size += inner.reduce((sum, [name]) => sum + 1 + name.length, 0);
    for (const one of inner.slice(0, documentLimits.phrase).map(([, value]) => value as unknown))
      parts.push(one);
  }
  return size <= documentLimits.phrase;
}

/** A label or a sentence as data: a code with its figures. `shared/words/` puts it into words. */
const phraseSchema = sharedAs(
  'name',
  z
    .looseObject({
      code: sharedAs('open', text('What is said; its figures stand beside it.', documentLimits.name)),
    })
    .check(z.refine<object>(isShort, `must hold at most ${documentLimits.phrase} characters and entries`)),
);
export type Phrase = z.output<typeof phraseSchema>;

/** A string is the same in every language: a name, as MSET. */
export const phraseOrNameSchema = sharedAs('name', z.union([boundedText(), phraseSchema]));
export type Text = z.output<typeof phraseOrNameSchema>;

const columnSchema = z.object({
  label: describe(phraseOrNameSchema, 'Its heading.'),
  unit: describe(
    z.enum(['text', 'commands/s', 'ms', 'share', 'ratio', 'count', 'bytes']),
    'Unit of its figures.',
  ),
  origin: describe(z.enum(['setting', 'measured', 'published']), 'Where its figures come from.'),
  /** How sure a figure is, or what explains it: left out in front of a class, so that the rest fits. */
  detail: z.exactOptional(describe(z.literal(true), 'A class can do without it; absent: it cannot.')),
});
export type Column = z.output<typeof columnSchema>;
export type CellUnit = Column['unit'];

/** How many times as fast one lane is as another. */
export interface Ratio {
  ratio: number;
  /** `null` where one of both was measured only once. */
  ci95: [number, number] | null;
}

/** Figures of a latency that recipes show. */
export type LatencyKey = Exclude<keyof LatencySummary, 'p999'>;

/** `null`: not measured, or not published. A pair is an interval. */
const cellSchema = z.union([phraseOrNameSchema, z.number(), z.tuple([z.number(), z.number()]), z.null()]);
export type RecipeCell = z.output<typeof cellSchema>;

export const tableSchema = z.object({
  title: describe(phraseOrNameSchema, 'Title.'),
  columns: describe(boundedList(columnSchema), 'The columns.'),
  rows: describe(
    boundedList(boundedList(cellSchema)),
    'A cell for each column; a pair is an interval, null: not measured, or not published.',
  ),
});
export type FigureTable = z.output<typeof tableSchema>;

const claimStateSchema = describe(
  z.enum(['holds', 'does not hold here', 'cannot be seen here']),
  'Whether it holds by its rule.',
);
export type ClaimState = z.output<typeof claimStateSchema>;

/** How a claim is judged, with the evidence. */
export const claimOutcomeSchema = z.object({
  outcome: claimStateSchema,
  evidence: describe(boundedList(phraseSchema), 'The figures that say so.'),
});
export type ClaimOutcome = z.output<typeof claimOutcomeSchema>;

const beforeAndAfter = (before: string, after: string, words: string) =>
  orNull(z.object({ before: real(before), after: real(after) }), words);

const laneMemorySchema = z.object({
  lane: text('Name of the lane.'),
  keys: beforeAndAfter('Before its first slice.', 'After its last.', 'Keys of the server; null: not told.'),
  usedBytes: beforeAndAfter(
    'Before its first slice, bytes.',
    'After its last, bytes.',
    'Memory of the server, bytes; null: not told.',
  ),
  outputBufferBytes: describe(
    boundedList(z.number(), documentLimits.slices),
    'Largest that the server held of replies not yet sent, in each counted slice, bytes.',
  ),
  connectionBytes: describe(
    boundedList(z.number(), documentLimits.slices),
    'Largest that the server held for its connections, in each counted slice, bytes.',
  ),
  looks: count('Times that the server was asked in its counted slices.'),
});
export type LaneMemory = z.output<typeof laneMemorySchema>;

const stepMemorySchema = z.object({
  maxMemoryBytes: orNull(z.number(), 'What the server may use at most, bytes; null: not told, or no limit.'),
  lanes: describe(boundedList(laneMemorySchema), 'One for each lane.'),
});
export type StepMemory = z.output<typeof stepMemorySchema>;

/** What became of the batches of one strategy. */
const atomicitySchema = z.object({
  lane: text('Name of the lane.'),
  strategy: text('Id of the strategy.'),
  batchSize: count('Commands in a batch.'),
  batches: count('Batches that were sent and answered while another client looked.'),
  looks: count('Looks of the other client.'),
  halfDone: count('Looks that showed a batch half done.'),
  failing: describe(
    z.object({
      command: text('The command that is refused on one key.'),
      refused: count('How many were refused.'),
      failure: orNull(boundedText(), 'Class of the failure; null when nothing failed.'),
      others: count('The other commands of the batch.'),
      othersDone: count('How many of them have left their trace on the server.'),
      listKept: flag('Whether the key of the wrong type is still there.'),
    }),
    'A batch in the middle of which one command fails.',
  ),
});
export type AtomicityFigures = z.output<typeof atomicitySchema>;

/** Of a step that was skipped. */
export const missingProgramsSchema = z.exactOptional(
  describe(
    boundedList(z.enum(serverPrograms)),
    'Server programs that it needs and that are not installed; of a skipped step.',
  ),
);

/** What became of a step that was begun, or skipped. */
export const stepOutcomeSchema = z.object({
  step: text('Id of the step.'),
  label: describe(phraseOrNameSchema, 'Its name.'),
  state: describe(z.enum(stepStates), 'How it ended; skipped: what it needs is not installed.'),
  missing: missingProgramsSchema,
  error: orNull(serialisedErrorSchema, 'Why it failed; null when it did not.'),
  result: orNull(resultSchema, 'Of its run; null where it is no run or failed before anything was measured.'),
  memory: z.exactOptional(
    describe(stepMemorySchema, 'What its lanes took of memory; of a step that watches it.'),
  ),
  atomicity: z.exactOptional(
    describe(boundedList(atomicitySchema), 'Of a step about it: one for each lane that got so far.'),
  ),
});
export type StepOutcome = z.output<typeof stepOutcomeSchema>;

/** What `bench --recipe NAME --json` writes, and a lesson leaves; docs/recipes.md describes it. */
export const recipeResultSchema = z.object({
  kind: describe(z.literal('recipe'), 'Kind of document.'),
  recipe: sharedAs('open', text('Id of the recipe.')),
  form: recipeFormSchema,
  startedAt: sharedAs('open', text('ISO 8601, UTC.')),
  finishedAt: sharedAs('open', text('ISO 8601, UTC.')),
  state: describe(
    z.enum(laneStates),
    'failed: at least one step did not complete; stopped: it was ended early.',
  ),
  steps: describe(boundedList(stepOutcomeSchema), 'What became of each step.'),
  schema: describe(z.literal(documentVersions.lesson), 'Version of this format.'),
  prediction: describe(
    z.object({
      unit: sharedAs('open', orNull(boundedText(), 'Unit of the answer; null: it is a choice.')),
      answer: sharedAs(
        'open',
        orNull(z.union([z.number(), boundedText()]), 'What was measured; null: it cannot be told.'),
      ),
      likely: z.exactOptional(
        sharedAs(
          'open',
          describe(boundedText(), 'Code of the choice that is most likely, where there is no answer.'),
        ),
      ),
    }),
    'What answers the question: a figure, or the code of a choice.',
  ),
  tables: describe(boundedList(tableSchema), 'What was measured beside what was published.'),
  chart: z.exactOptional(
    describe(
      z.object({
        table: count('Its place among the tables, from 0.'),
        column: count('The column whose figures are drawn, from 0.'),
      }),
      'The figure that the chart shows; absent: the first measured one of the first table.',
    ),
  ),
  claims: describe(
    boundedList(z.object({ claim: sharedAs('open', text('Id of the claim.')), ...claimOutcomeSchema.shape })),
    'The published claims, judged.',
  ),
  load: z.exactOptional(mention(loadCurveSchema, 'Of a load curve: its points, and what each lane keeps.')),
  distances: z.exactOptional(mention(distanceGainSchema, 'Of gain over distance: its points.')),
  reading: describe(boundedList(phraseSchema), 'What the figures say.'),
  warnings: describe(
    boundedList(phraseOrNameSchema),
    'What there is to know before the figures are believed.',
  ),
});
export type RecipeResult = z.output<typeof recipeResultSchema>;
