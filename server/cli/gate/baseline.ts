import {
  compareResults,
  NotComparable,
  type ResultComparison,
} from '../../../shared/comparison/compare-results.ts';
import { planDifferences, type Difference } from '../../../shared/comparison/differences.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { formatDuration } from '../../../shared/words/format.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { benchOptions } from '../options/bench.ts';
import { columns } from '../output/columns.ts';
import { optionName } from '../options/option.ts';
import { readResultFile, RecipeIsNoResult } from '../output/result-file.ts';
import { UsageError } from '../usage/usage-error.ts';
import type { ComparisonRules } from './comparison-options.ts';

export interface StoredResult {
  file: string;
  result: Result;
}

/** A file with no result in it: nothing was measured that could be compared, which is not wrong usage. */
export class BaselineUnreadable extends Error {
  override readonly name = 'BaselineUnreadable';
}

/** Throws BaselineUnreadable, and UsageError for what a recipe gave. */
export function readStored(file: string): StoredResult {
  try {
    return { file, result: readResultFile(file) };
  } catch (error) {
    if (error instanceof RecipeIsNoResult) throw error;
    throw error instanceof UsageError ? new BaselineUnreadable(error.message) : error;
  }
}

/** Throws UsageError when what is to be measured is not what the baseline measured, before it is measured. */
export function checkSamePlan({ file, result }: StoredResult, plan: Plan): void {
  if (result.tunings.length > 0)
    throw refused(
      'Settings were changed during the earlier run: it did not measure its plan',
      [],
      file,
      'this run',
    );
  const differences = planDifferences(result.plan, plan);
  if (differences.length > 0) throw refused('The plans differ', differences, file, 'this run');
}

/** Throws UsageError for results that are not of the same thing. */
export function compareStored(
  was: StoredResult,
  is: StoredResult,
  { figure }: ComparisonRules,
): ResultComparison {
  try {
    return compareResults(was.result, is.result, figure);
  } catch (error) {
    if (error instanceof NotComparable) throw refused(error.message, error.differences, was.file, is.file);
    throw error;
  }
}

function refused(why: string, differences: readonly Difference[], was: string, is: string): UsageError {
  if (differences.length === 0) return new UsageError(`${was} and ${is} cannot be compared. ${why}`);
  return new UsageError(
    `${was} and ${is} cannot be compared. ${why}:\n${baselineDifferences(differences, was, is)}`,
  );
}

/** A line for each field, in the words of the command line where it has one. */
export function baselineDifferences(differences: readonly Difference[], was: string, is: string): string {
  const rows = differences.map((one) => [
    `  ${inWords(one.field)}`,
    say(one.was, one.field),
    say(one.is, one.field),
  ]);
  return columns([['', was, is], ...rows], ['left', 'left', 'left']).trimEnd();
}

function inWords(field: string): string {
  const [, lane, ofLane] = /^lanes\.([^.]+)\.(.*)$/.exec(field) ?? [];
  const path = ofLane ?? field;
  const option = benchOptions.find(({ plan }) => plan?.path.join('.') === path);
  const name = option ? optionName(option) : path;
  return lane === undefined ? name : `${name} of ${lane}`;
}

function say(value: unknown, field: string): string {
  if (typeof value === 'number' && field.endsWith('Ms')) return formatDuration(value);
  if (value === undefined) return '–';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
