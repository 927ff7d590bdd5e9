import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { keptLessonSchema } from '../../../shared/contract/guesses.ts';
import { lessonOrderSchema } from '../../../shared/contract/lesson.ts';
import { planSchema, tuningSchema } from '../../../shared/contract/plan.ts';
import { recipeResultSchema } from '../../../shared/contract/recipe.ts';
import { resultSchema } from '../../../shared/contract/result.ts';
import { searchInputSchema, searchResultSchema } from '../../../shared/contract/search.ts';
import { documentLimits } from '../../../shared/limits.ts';
import { aLane } from '../../support/a-lane.ts';
import { sampleResult } from '../../support/a-result.ts';

interface JsonSchema {
  type?: string;
  enum?: unknown;
  const?: unknown;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  prefixItems?: unknown[];
  propertyNames?: JsonSchema;
  [keyword: string]: unknown;
}

/** A pattern that says how often. */
const isClosed = (pattern = '') => /^\^[^*+]*\$$/.test(pattern);

/** Paths of texts and lists that may be of any length. */
function unbounded(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxLength, maxItems, prefixItems, pattern, propertyNames, ...rest } = schema as JsonSchema;
  const isAnyText = type === 'string' && rest.const === undefined && rest.enum === undefined;
  return [
    ...(isAnyText && maxLength === undefined && !isClosed(pattern) ? [`${path}: text`] : []),
    ...(type === 'array' && maxItems === undefined && prefixItems === undefined ? [`${path}: list`] : []),
    ...(propertyNames ? unbounded(propertyNames, `${path}.*`) : []),
    ...Object.entries(rest).flatMap(([name, inner]) => unbounded(inner, `${path}.${name}`)),
  ];
}

test.each([
  ['a result', resultSchema],
  ['the outcome of a recipe', recipeResultSchema],
  ['a lesson in the history', keptLessonSchema],
  ['a search', searchResultSchema],
  ['a plan', planSchema],
  ['a change', tuningSchema],
  ['what a search is started with', searchInputSchema],
  ['what a lesson is started with', lessonOrderSchema],
])('Every text and every list of %s is bounded', (_, schema) => {
  expect(unbounded(z.toJSONSchema(schema, { io: 'input' }))).toEqual([]);
});

test('A text or a list without a bound would be found', () => {
  const schema = z.object({ name: z.string(), list: z.array(z.object({ code: z.literal('x') })) });
  expect(unbounded(z.toJSONSchema(schema))).toEqual(['.properties.name: text', '.properties.list: list']);
});

const long = (length: number) => 'x'.repeat(length);
const [lane] = sampleResult.lanes;

test.each([
  ['a name of a lane', { ...sampleResult, lanes: [aLane('wire', 1, { label: long(201) })] }, 'lanes.0.label'],
  [
    'an error',
    {
      ...sampleResult,
      lanes: [aLane('wire', 1, { error: { name: 'x', code: null, message: long(10_001), stack: null } })],
    },
    'lanes.0.error.message',
  ],
  ['too many lanes', { ...sampleResult, lanes: Array.from({ length: 13 }, () => lane) }, 'lanes'],
  [
    'too many classes of failures',
    {
      ...sampleResult,
      lanes: [
        aLane('wire', 1, {
          failures: Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`E${n}`, 1])),
        }),
      ],
    },
    'lanes.0.failures',
  ],
])('A result with %s is refused', (_, result, path) => {
  const parsed = resultSchema.safeParse(result);
  expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
});

test('The figures of a phrase may be any, and not of any length', () => {
  const saying = (figures: object) =>
    recipeResultSchema.shape.reading.safeParse([{ code: 'x', ...figures }]).success;
  expect(saying({ ratio: { middle: 3, low: 2 }, what: { code: 'y', parts: ['z'] } })).toBe(true);
  expect(saying({ what: long(documentLimits.phrase) })).toBe(false);
  expect(saying({ what: { parts: Array.from({ length: documentLimits.phrase }, () => 1) } })).toBe(false);
});
