import { InvalidInput, type Problem } from '../../../shared/contract/parse.ts';
import { defaultStrategies } from '../../../shared/plan/defaults.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { ProblemReason } from '../../../shared/contract/problem-reason.ts';
import { planOn } from '../../engine/run/assert-plan.ts';
import { TargetChoiceInvalid, type ChosenTarget } from '../../redis/targets/choose-target.ts';
import { benchOptions } from '../options/bench.ts';
import type { GivenOptions } from '../options/config/given.ts';
import { readGateCall, type GateCall } from '../gate/gate.ts';
import { optionName } from '../options/option.ts';
import { planInputFrom, put, refuseBoth } from '../options/option-words.ts';
import { eventReporters, reporters } from '../../reporters/index.ts';
import { parseCount } from '../options/units.ts';
import { UsageError } from '../usage/usage-error.ts';

export interface BenchCall {
  /** Options that make the plan; the file of `--plan` is not read yet. */
  planInput: Record<string, unknown>;
  planFile: string | null;
  url: string | null;
  /** Id of a named target. */
  target: string | null;
  /** Of the private cluster. */
  clusterReplicas: number | null;
  /** Files by reporter; `-` is stdout. */
  outputs: { reporter: string; file: string }[];
  gate: GateCall;
  quiet: boolean;
  progress: boolean;
}

const alternatives = [
  ['requests', 'duration', 'how much'],
  ['url', 'target', 'where'],
] as const;

/** Makes of the options of `bench` what is to be done. Throws UsageError. */
export function parseBenchCall({ values, inFile }: GivenOptions): BenchCall {
  const text = (name: string) => values.get(name)?.at(-1) ?? null;
  const planInput = planInputFrom(values, benchOptions);
  const named = benchOptions.filter(({ name, plan }) => plan && values.has(name));
  for (const [one, other, what] of alternatives) refuseBoth(values, one, other, what);
  if (values.has('quick'))
    throw new UsageError('--quick is the short form of a recipe: name it with --recipe');
  const planFile = text('plan');
  const replaced = [...named.map(({ name }) => name), ...(values.has('strategy') ? ['strategy'] : [])];
  if (planFile !== null && replaced.length > 0)
    throw new UsageError(
      `${inFile('plan') ?? '--plan'} holds the whole plan: leave out ${replaced.map((name) => inFile(name) ?? `--${name}`).join(', ')}`,
    );
  if (text('warmup') === 'auto') put(planInput, ['schedule', 'untilLevel'], true);
  planInput['lanes'] = (text('strategy')?.split(',') ?? defaultStrategies).map((strategy) => ({
    strategy: strategy.trim(),
  }));
  return {
    planInput,
    planFile,
    url: text('url'),
    target: text('target'),
    clusterReplicas: replicasIn(text('cluster-replicas'), text('target')),
    outputs: [...reporters, ...eventReporters].flatMap(({ id }) =>
      (values.get(id) ?? []).map((file) => ({ reporter: id, file })),
    ),
    gate: readGateCall({ values, inFile }),
    quiet: values.has('quiet'),
    progress: !values.has('quiet') && !values.has('no-progress'),
  };
}

function replicasIn(count: string | null, target: string | null): number | null {
  if (count === null) return null;
  if (target !== 'cluster')
    throw new UsageError('--cluster-replicas is for the private cluster: give --target cluster too');
  return parseCount(count, '--cluster-replicas');
}

/**
 * Reads a plan, and checks it against the server that was chosen (`describe`), before that is opened. Throws
 * UsageError.
 */
export function planOf(input: unknown, given: GivenOptions, describe: (plan: Plan) => ChosenTarget): Plan {
  try {
    return planOn(input, describe);
  } catch (error) {
    throw inOptions(error, given);
  }
}

/** What is wrong with a plan, in the words of the command line; any other error as it is. */
export function inOptions(error: unknown, given: GivenOptions): unknown {
  if (error instanceof TargetChoiceInvalid) return new UsageError(`--${error.message}`);
  if (!(error instanceof InvalidInput)) return error;
  return new UsageError(error.problems.map((problem) => inWords(problem, given)).join('\n'));
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

function inWords({ field, value, message, reason }: Problem, { values, inFile }: GivenOptions): string {
  const within = benchOptions.filter(({ plan }) => plan?.path.join('.').startsWith(`${field}.`));
  const ofPart = within.filter(({ name }) => values.has(name));
  const option =
    benchOptions.find(({ plan }) => plan && field.startsWith(plan.path.join('.'))) ??
    // A whole part of the plan that one option alone makes is that option's.
    (within.length === 1 ? within[0] : undefined) ??
    // Else it is that of the one that was given.
    (ofPart.length === 1 ? ofPart[0] : undefined);
  const lane = /^lanes\[\d+\]\.workload\.(.*)$/.exec(field)?.[1];
  const ofLane = benchOptions.find(({ plan }) => plan && lane && plan.path.join('.') === `workload.${lane}`);
  const strategy = /^lanes\[\d+\]\.strategy$/.test(field) ? (inFile('strategy') ?? '--strategy') : undefined;
  const named = option ?? ofLane;
  const name = named ? (inFile(named.name) ?? optionName(named)) : (strategy ?? field);
  const given = value !== undefined && aboutTheValue.includes(reason?.code);
  return `${name}: ${message}${given ? `, not ${JSON.stringify(value)}` : ''}`;
}
