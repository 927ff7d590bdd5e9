import * as z from 'zod/mini';
import { laneStates } from '../terms.ts';
import { recipeForms } from '../recipes/recipe.ts';
import { resultSchema, resultVersion } from './index.ts';

const origins = ['setting', 'measured', 'published'] as const;
const units = ['text', 'commands/s', 'ms', 'share', 'ratio', 'count', 'bytes'] as const;
const judgements = ['holds', 'does not hold here', 'cannot be seen here'] as const;

const cell = z.nullable(z.union([z.string(), z.number(), z.tuple([z.number(), z.number()])]));

const table = z.object({
  title: z.string(),
  columns: z.array(z.object({ label: z.string(), unit: z.enum(units), origin: z.enum(origins) })),
  rows: z.array(z.array(cell)),
});

const step = z.object({
  step: z.string(),
  label: z.string(),
  state: z.enum(laneStates),
  error: z.nullable(z.object({ message: z.string() })),
  result: z.nullable(resultSchema),
});

/** What `bench --recipe NAME --json` writes, as far as reports are made of it; docs/recipes.md describes all of it. */
export const recipeResultSchema = z.object({
  kind: z.literal('recipe'),
  schema: z.literal(resultVersion),
  recipe: z.string(),
  title: z.string(),
  question: z.string(),
  form: z.enum(recipeForms),
  source: z.object({ document: z.string(), tool: z.string(), environment: z.string() }),
  startedAt: z.string(),
  finishedAt: z.string(),
  state: z.enum(laneStates),
  prediction: z.object({
    ask: z.string(),
    unit: z.nullable(z.string()),
    answer: z.nullable(z.union([z.number(), z.string()])),
  }),
  tables: z.array(table),
  claims: z.array(
    z.object({ text: z.string(), rule: z.string(), judgement: z.enum(judgements), because: z.string() }),
  ),
  reading: z.array(z.string()),
  warnings: z.array(z.string()),
  steps: z.array(step),
});
