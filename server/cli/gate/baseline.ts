import {
  allowedDifferences,
  optionNameAt,
  compareResults,
  pressureInWords,
  NotComparable,
  type ComparedFigure,
  type ResultComparison,
  type ComparedLane,
} from '../../../shared/comparison/compare-results.ts';
import { planDifferences, type Difference } from '../../../shared/comparison/differences.ts';
import type { Result } from '../../../shared/contract/result.ts';
import type { ComparisonDocument } from '../../../shared/report/document.ts';
import { formatRatio, formatTimes } from '../../../shared/words/format.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { nameInRun } from '../../../shared/words/lane-labels.ts';
import { writeLane } from '../../../shared/plan/lane-words.ts';
import { writeValue } from '../../../shared/settings/notation.ts';
import { optionNames, optionOf } from '../../../shared/settings/options.ts';
import { english } from '../../../shared/words/en/index.ts';
import { settingValue } from '../../../shared/words/settings.ts';
import { longerOrMoreStarts } from './assertions/doubt.ts';
import { settled } from './assertions/evaluate.ts';
import { columns } from '../output/columns.ts';
import { optionName } from '../../terminal/options/option.ts';
import { foreignIn } from '../output/foreign-report.ts';
import { nameOf, readStoredFile, inputOf, type Stored } from '../output/result-file.ts';
import { UsageError } from '../exit-codes.ts';
import type { ComparisonRules } from '../options/gate.ts';
import type { Check } from '../../../shared/report/block.ts';
import type { Asker } from '../../../shared/words/asker.ts';

export interface StoredResult {
  file: string;
  result: Result;
}

/** Throws UsageError for a result of another tool, which is of no plan, and as `readStored`. */
export function readBaseline(file: string): StoredResult {
  const text = readOrFail(() => inputOf(file));
  const foreign = foreignIn(file, text);
  if (!foreign) return readStored(file, text);
  throw new UsageError(
    `--baseline ${nameOf(file)} is a result of ${foreign.tool}: a baseline is a result of this very plan, by --json. To judge a run by that file: bench --json new.json, then compare ${file} new.json --max-regression 10%`,
  );
}

/** Throws UsageError for what a recipe gave, and another error where a file holds no result. */
export function readStored(file: string, text?: string): StoredResult {
  const stored = readOrFail(() => readStoredFile(file, text));
  if (stored.kind === 'run') return { file, result: stored.result };
  throw new UsageError(
    `${nameOf(file)} is what the recipe ${stored.result.recipe} gave: a series of runs with claims, not the result of one. bench without --recipe writes one. Each step of the file holds one as well: save its "steps"[0]."result" as a file of its own`,
  );
}

/** Where nothing was measured that could be compared, the usage is not wrong. */
export function readOrFail<Read extends Stored | string>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw error instanceof UsageError ? new Error(error.message, { cause: error }) : error;
  }
}

/** Throws UsageError when what is to be measured is not what the baseline measured, before it is measured. */
export function checkSamePlan(
  { file, result }: StoredResult,
  plan: Plan,
  { allowDifferent }: Pick<ComparisonRules, 'allowDifferent'>,
): void {
  const tuned = 'Settings were changed during the earlier run: it did not measure its plan';
  if (result.tunings.length > 0) throw refused(tuned, [], file, 'this run');
  const [, differences] = allowedDifferences(planDifferences(result.plan, plan), allowDifferent);
  if (differences.length === 0) return;
  const refusal = refused('The plans differ', differences, file, 'this run');
  throw new UsageError(`${refusal.message}${addedLanes(result.plan, plan)}`);
}

/** A command line that names no lanes may have more of them than when its baseline was measured. */
function addedLanes({ lanes: were }: Plan, { lanes: are }: Plan): string {
  const added = are.filter(({ id }) => !were.some((lane) => lane.id === id)).map(({ id }) => id);
  const isLonger = were.every(({ id }) => are.some((lane) => lane.id === id)) && added.length > 0;
  return isLonger
    ? `\nThis run adds ${added.join(', ')}. To measure the lanes of the baseline alone, name them:\n  --strategy ${were.map(writeLane).join(',')}`
    : '';
}

/** Holds later results against an earlier one. Throws UsageError for results that are not of the same thing. */
export function compareStored(
  was: StoredResult,
  later: readonly StoredResult[],
  { figure: wanted, maxRegression, strict, allowDifferent }: ComparisonRules,
  asker: Asker = 'command',
): ComparisonDocument {
  const figure = wanted ?? (was.result.lanes.length > 1 ? 'ratios' : 'throughput');
  const comparisons = later.map((is) => ({
    is: is.file,
    comparison: comparisonOf(was, is, figure, allowDifferent),
  }));
  const checks = comparisons.flatMap(({ is, comparison }) => {
    const found =
      maxRegression === null
        ? []
        : settled(checkRegression(comparison, maxRegression, was.file, asker), strict);
    return later.length === 1 ? found : found.map((check) => ({ ...check, name: `${is}: ${check.name}` }));
  });
  return { kind: 'comparison', was: was.file, comparisons, checks };
}

function comparisonOf(
  was: StoredResult,
  is: StoredResult,
  figure: ComparedFigure,
  allowed: readonly string[],
): ResultComparison {
  try {
    return compareResults(was.result, is.result, figure, allowed);
  } catch (error) {
    if (error instanceof NotComparable) throw refused(error.message, error.differences, was.file, is.file);
    throw error;
  }
}

/** How a change that was meant is compared; empty where something differs that has no option. */
function wayOut(differences: readonly Difference[]): string {
  const names = [...new Set(differences.map(optionNameAt))];
  return names.length > 0 && names.every((name) => optionNames().includes(name))
    ? `\nIf that is meant: --allow-different ${names.join(',')}`
    : '';
}

/** With a line for each field, in the words of the command line where it has one. */
function refused(why: string, differences: readonly Difference[], was: string, is: string): UsageError {
  const rows = differences.map(({ field, ...values }) => {
    const [, lane, ofLane] = /^lanes\.([^.]+)\.(.*)$/.exec(field) ?? [];
    const path = ofLane ?? field;
    const option = optionOf(path);
    const name = option ? optionName(option) : path;
    const said = [values.was, values.is].map((value) =>
      option && value !== undefined
        ? writeValue(option, value)
        : settingValue(path, value, { words: english }),
    );
    return [`  ${name}${lane === undefined ? '' : ` of ${lane}`}`, ...said];
  });
  const table = columns([['', was, is], ...rows], ['left', 'left', 'left']).trimEnd();
  const details = rows.length === 0 ? '' : `:\n${table}`;
  return new UsageError(`${was} and ${is} cannot be compared. ${why}${details}${wayOut(differences)}`);
}

/**
 * A lane is worse by more than the bound when its whole 95 % interval lies beyond it: what chance alone can do to
 * a noisy machine does not fail a build; where the interval reaches across the bound, or other programs took much more of
 * the CPU in one of the runs, it is not judged. A lane without
 * an interval fails: a gate that has seen nothing is not open. `bound` is a share.
 */
export const checkRegression = (
  { name, lanes, figure, pressure }: ResultComparison,
  bound: number,
  baseline: string,
  asker: Asker = 'command',
): Check[] =>
  lanes.map((lane) => ({
    name: boundInWords(nameInRun(lane.lane, { name }), figure, bound, baseline),
    ...besideOthers(judge(lane, bound, asker), pressure),
  }));

/** A check of a lane: `pipeline: throughput at most 10 % below was.json`. */
export const boundInWords = (lane: string, figure: ComparedFigure, bound: number, what: string): string =>
  `${lane}: ${figure === 'ratios' ? 'ratio to the first lane' : 'throughput'} at most ${percent(bound)} below ${what}`;

/** A loss is not told where the machine was another: busier, or less. */
const besideOthers = (
  { passed, message }: Omit<Check, 'name'>,
  pressure: ResultComparison['pressure'],
): Omit<Check, 'name'> =>
  passed === false && pressure
    ? { passed: null, message: `${message}, but ${pressureInWords(pressure)}` }
    : { passed, message };

function judge(lane: ComparedLane, bound: number, asker: Asker): Omit<Check, 'name'> {
  if (lane.state === 'not compared') return { passed: false, message: `cannot be judged: ${lane.reason}` };
  const { ratio, ci95 } = lane;
  if (!ci95)
    return {
      passed: false,
      message: `cannot be judged: ${formatRatio(ratio)} of a single slice; measure longer, or in shorter slices`,
    };
  return judgeRatio({ ratio, ci95 }, bound, { doubt: longerOrMoreStarts(asker) });
}

/** `of`: words for what it is a ratio to. `doubt`: what is said where the interval reaches across the bound. */
export function judgeRatio(
  { ratio, ci95 }: { ratio: number; ci95: readonly [number, number] },
  bound: number,
  { of = '', doubt }: { of?: string; doubt: string },
): Omit<Check, 'name'> {
  const least = 1 - bound;
  const found = `${formatRatio(ratio)}${of} (95 %: ${ci95.map(formatTimes).join(' – ')})`;
  if (ci95[1] < least) return { passed: false, message: `${found}: worse by ${percent(1 - ratio)}` };
  if (ci95[0] > least) return { passed: true, message: found };
  return { passed: null, message: `${found}: ${doubt}` };
}

export const percent = (share: number) => `${Number((share * 100).toFixed(1))} %`;
