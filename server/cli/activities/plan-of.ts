import { InvalidInput } from '../../../shared/contract/parse.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { Problem, ProblemReason } from '../../../shared/contract/problem-reason.ts';
import type { CodeOfLanes } from '../../engine/lane/lane-code.ts';
import { readForeignResult } from '../../../shared/foreign/foreign-result.ts';
import { planOn } from '../../engine/run/assert-plan.ts';
import { TargetChoiceInvalid, type ChosenTarget } from '../../redis/targets/choose-target.ts';
import { parseJson, readTextFile } from '../../redis/connection/read-text-file.ts';
import { UsageError } from '../exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import type { BenchCall } from './bench-call.ts';
import { lastOf } from '../../terminal/options/option-words.ts';
import { benchOptions } from '../options/bench.ts';
import type { GivenOptions } from '../options/config.ts';
import { optionName, type BenchOption } from '../../terminal/options/option.ts';
import { didYouMean } from '../../../shared/words/nearest.ts';
import { PlanPath } from '../../../shared/settings/paths.ts';

/** The plan that options make, or that of `--plan`. Throws UsageError. */
export function planInput(call: Pick<BenchCall, 'planInput'>, { values }: GivenOptions): unknown {
  const file = lastOf(values, 'plan');
  return file === null ? call.planInput : withEnd(readPlan(file), file, call.planInput);
}

/** A plan whose run somebody is to stop ends here after `--duration`. Throws UsageError. */
function withEnd(plan: unknown, file: string, { workload }: Record<string, unknown>): unknown {
  const durationMs = isObject(workload) ? workload['durationMs'] : undefined;
  const schedule = isObject(plan) ? plan['schedule'] : undefined;
  if (!isObject(plan) || !isObject(schedule) || schedule['untilStopped'] !== true) {
    if (durationMs === undefined) return plan;
    throw new UsageError('--plan holds the whole plan: leave out --duration');
  }
  if (durationMs === undefined)
    throw new UsageError(
      `--plan ${file}: it has schedule.untilStopped, and nobody stops it here: say how long it lasts, as in --duration 30s`,
    );
  const { untilStopped: _, ...rest } = schedule;
  const given = isObject(plan['workload']) ? plan['workload'] : {};
  return { ...plan, schedule: rest, workload: { ...given, durationMs } };
}

/** A plan, or the one in a result that `--json` or the page wrote. Throws UsageError. */
function readPlan(file: string): unknown {
  try {
    const text = readTextFile(file);
    const foreign = readForeignResult(text);
    if (foreign)
      throw new Error(
        `it is a file of ${foreign.tool}, and no plan of Roundtrip. --from takes a command line of redis-benchmark, valkey-benchmark or memtier_benchmark`,
      );
    const document = parseJson(text);
    const isResult =
      isObject(document) && isObject(document['plan']) && Array.isArray(document['comparisons']);
    return isResult ? document['plan'] : document;
  } catch (error) {
    throw new UsageError(`--plan ${file}: ${messageOf(error)}`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Reads a plan, and checks it against the server that was chosen (`describe`), before that is opened. Throws
 * UsageError.
 */
export function planOf(
  input: unknown,
  given: GivenOptions,
  describe: (plan: Plan) => ChosenTarget,
  code?: CodeOfLanes,
): Plan {
  try {
    return planOn(input, describe, code ? 'caller' : 'local');
  } catch (error) {
    throw inOptions(error, given);
  }
}

/** What is wrong with a plan, in the words of the command line; any other error as it is. */
export function inOptions(error: unknown, given: GivenOptions): unknown {
  if (error instanceof TargetChoiceInvalid) return new UsageError(`--${error.message}`);
  if (!(error instanceof InvalidInput)) return error;
  // Several lanes may have the same problem.
  const messages = new Set(error.problems.map((problem) => inWords(problem, given)));
  return new UsageError([...messages].join('\n'));
}

/** These say what a value must be; the others, what it does not go with. */
const aboutTheValue: readonly (ProblemReason['code'] | undefined)[] = [
  undefined,
  'out-of-range',
  'not-one-of',
  'wrong-type',
  'lane-id-form',
  'key-prefix-form',
];

function inWords({ field: path, value, message, reason }: Problem, { values, inFile }: GivenOptions): string {
  const isAboutValue = value !== undefined && aboutTheValue.includes(reason?.code);
  const meant =
    reason?.code === 'not-one-of' && typeof value === 'string' ? didYouMean(value, reason.known) : '';
  const what = `${message}${isAboutValue ? `, not ${JSON.stringify(value)}` : ''}${meant}`;
  const file = lastOf(values, 'plan');
  // Who wrote a file looks for its fields.
  if (file !== null) return `${file}: ${path}: ${what}`;
  const [, ofWritten] = /^written\b\.?(.*)$/.exec(path) ?? [];
  if (ofWritten !== undefined)
    return `${lastOf(values, 'workload') ?? lastOf(values, 'trace') ?? 'written'}: ${ofWritten === '' ? '' : `${ofWritten}: `}${what}`;
  // Several lines are those of one option.
  const at = new PlanPath(path.replace(/customCommands\[\d+\]/, 'customCommand'));
  const within = benchOptions.filter(({ plan }) => plan && placeOf(plan).isWithin(at));
  const ofPart = within.filter(({ name }) => values.has(name));
  const option =
    benchOptions.find(({ plan }) => plan && at.isWithin(placeOf(plan))) ??
    // A whole part of the plan that one option alone makes is that option's.
    (within.length === 1 ? within[0] : undefined) ??
    // Else it is that of the one that was given.
    (ofPart.length === 1 ? ofPart[0] : undefined);
  // A pair that is named belongs to --strategy.
  const ofLanes = at.setting === 'client' && values.has('client') ? 'client' : 'strategy';
  const isOfLanes = at.lane !== null && ['strategy', 'client'].includes(at.setting);
  const named = option ?? (isOfLanes ? { name: ofLanes } : undefined);
  const name = named ? (inFile(named.name) ?? optionName(named)) : path;
  return `${name}: ${what}`;
}

const placeOf = ({ path }: NonNullable<BenchOption['plan']>) => new PlanPath(path.join('.'));
