import type { Result } from './result.ts';

type Fields = Record<string, unknown>;

/**
 * A result of schema 1 as one of schema 2: its sentences stay as they are, in English, as findings that were stored in
 * words. Anything else is given back as it is, so that it can be checked.
 */
export function upgradeResult(document: unknown): unknown {
  if (!isObject(document) || document['schema'] !== 1) return document;
  return {
    ...document,
    schema: 2,
    lanes: each(document['lanes'], (lane) => ({
      ...lane,
      verdict: storedVerdict(lane['verdict']),
      warnings: storedWarnings(lane['warnings']),
    })),
    comparisons: storedComparisons(document['comparisons']),
    warnings: storedWarnings(document['warnings']),
  };
}

/** What this program has kept, in whichever version. */
export const parseResult = (document: unknown): Result => upgradeResult(document) as Result;

/** Comparisons say `not told apart` in schema 1. */
export const storedComparisons = (comparisons: unknown): unknown =>
  each(comparisons, (comparison) =>
    comparison['outcome'] === 'not told apart' ? { ...comparison, outcome: 'inconclusive' } : comparison,
  );

/** A verdict of schema 1 has words alone. */
const storedVerdict = (verdict: unknown): unknown =>
  isObject(verdict) && !('code' in verdict) ? { code: 'stored', ...verdict } : verdict;

/** Warnings of schema 1 are sentences. */
const storedWarnings = (warnings: unknown): unknown =>
  Array.isArray(warnings)
    ? warnings.map((text: unknown) => (typeof text === 'string' ? { code: 'stored', text } : text))
    : warnings;

const each = (list: unknown, change: (one: Fields) => Fields): unknown =>
  Array.isArray(list) ? list.map((one: unknown) => (isObject(one) ? change(one) : one)) : list;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
