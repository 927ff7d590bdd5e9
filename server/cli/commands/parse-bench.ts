import { InvalidInput } from '../../../shared/contract/parse.ts';
import type { Problem } from '../../../shared/contract/problem-reason.ts';
import { defaultStrategies } from '../../../shared/plan/defaults.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { ProblemReason } from '../../../shared/contract/problem-reason.ts';
import { planOn } from '../../engine/run/assert-plan.ts';
import { TargetChoiceInvalid, type ChosenTarget } from '../../redis/targets/choose-target.ts';
import { benchOptions } from '../options/bench.ts';
import type { GivenOptions } from '../options/config/given.ts';
import { readNamedServer } from '../options/agents.ts';
import { readGateCall, type GateCall } from '../gate/gate.ts';
import { lanesOf } from '../options/lanes.ts';
import { onServers, severalIn } from '../options/lane-servers.ts';
import { loadRatesIn } from '../options/load-curve.ts';
import { optionName } from '../options/option.ts';
import { requestsIn } from '../options/output.ts';
import { planInputFrom, put, refuseBoth } from '../options/option-words.ts';
import { reporters } from '../../reporters/index.ts';
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
  /** What was asked for and is left out, a sentence each. */
  skipped: string[];
  /** How agents call the server at `url`. */
  urlName: string | null;
  /** Of a load curve, from low to high; `null`: a single run. */
  rates: number[] | null;
}

const alternatives = [
  ['requests', 'duration', 'how much'],
  ['url', 'target', 'where'],
] as const;

/** Options that make the lanes. */
const lanesBy = ['strategy', 'client'];

/** Makes of the options of `bench` what is to be done. Throws UsageError. */
export function parseBenchCall(given: GivenOptions): BenchCall {
  const { values, inFile, urlName } = serverOfAgents(given);
  const text = (name: string) => values.get(name)?.at(-1) ?? null;
  const several = severalIn(values);
  const planInput = planInputFrom(
    values,
    benchOptions.filter((option) => !several.includes(option)),
  );
  const named = benchOptions.filter(({ name, plan }) => plan && values.has(name));
  for (const [one, other, what] of alternatives) refuseBoth(values, one, other, what);
  if (values.has('quick'))
    throw new UsageError('--quick is the short form of a recipe: name it with --recipe');
  const planFile = text('plan');
  const replaced = [
    ...named.map(({ name }) => name),
    ...[...lanesBy, 'load-curve'].filter((name) => values.has(name)),
  ];
  if (planFile !== null && replaced.length > 0)
    throw new UsageError(
      `${inFile('plan') ?? '--plan'} holds the whole plan: leave out ${replaced.map((name) => inFile(name) ?? `--${name}`).join(', ')}`,
    );
  const rates = loadRatesIn({ values, inFile });
  if (text('warmup') === 'auto') put(planInput, ['schedule', 'untilLevel'], true);
  const { lanes, skipped } = lanesOf(text('strategy')?.split(',') ?? defaultStrategies, text('client'));
  const served = onServers(lanes, values, planInput['server'] as Record<string, unknown> | undefined);
  planInput['lanes'] = served?.lanes ?? lanes;
  // Each lane says its own.
  if (served) delete planInput['server'];
  const target = served && served.targets.length > 1 ? (served.targets[0] ?? null) : text('target');
  return {
    planInput,
    planFile,
    url: text('url'),
    target,
    clusterReplicas: replicasIn(text('cluster-replicas'), text('target')),
    outputs: requestsIn(values, reporters),
    gate: readGateCall({ values, inFile }),
    quiet: values.has('quiet'),
    progress: !values.has('quiet') && !values.has('no-progress'),
    skipped,
    rates,
    urlName,
  };
}

/** Agents know the server by a name, which may be given with its address. Throws UsageError. */
function serverOfAgents({ values, inFile }: GivenOptions): GivenOptions & { urlName: string | null } {
  const target = values.get('target')?.at(-1);
  const isByAgents = values.has('agents') || (values.has('plan') && target?.includes('=') === true);
  if (!isByAgents) return { values, inFile, urlName: null };
  if (target === undefined)
    throw new UsageError('--agents: name the server with --target NAME or NAME=URL, as the agents call it');
  const { name, url } = readNamedServer(target, '--target');
  if (url === null) return { values, inFile, urlName: null };
  const others = [...values].filter(([option]) => option !== 'target');
  return { values: new Map([...others, ['url', [url]]]), inFile, urlName: name };
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
export function planOf(
  input: unknown,
  given: GivenOptions,
  describe: (plan: Plan) => ChosenTarget,
  describeOther?: (id: string) => ChosenTarget,
): Plan {
  try {
    return planOn(input, describe, describeOther);
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
  // The options of a private server are about all lanes, or make them.
  const field = values.has('plan') ? path : path.replace(/^lanes\[\d+\]\.(?=server\b)/, '');
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
  const by = /^lanes\[\d+\]\.(strategy|client)$/.exec(field)?.[1];
  // A pair that is named belongs to --strategy.
  const ofLanes = by === 'client' && values.has('client') ? 'client' : by && 'strategy';
  const strategy = ofLanes && (inFile(ofLanes) ?? `--${ofLanes}`);
  const named = option ?? ofLane;
  const name = named ? (inFile(named.name) ?? optionName(named)) : (strategy ?? field);
  const given = value !== undefined && aboutTheValue.includes(reason?.code);
  return `${name}: ${message}${given ? `, not ${JSON.stringify(value)}` : ''}`;
}
