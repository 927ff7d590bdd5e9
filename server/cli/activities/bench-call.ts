import type { Plan } from '../../../shared/contract/plan.ts';
import { commandIds } from '../../../shared/commands/workload.ts';
import { initialStrategies, raceMs } from '../../../shared/plan/initial-choices.ts';
import { controlFromUrl } from '../../engine/agents/control.ts';
import type { RunJob } from '../../engine/run/run-job.ts';
import {
  describeChoice,
  namesCluster,
  type ChosenTarget,
  type TargetChoice,
} from '../../redis/targets/choose-target.ts';
import { reportersOf } from '../../reporters/index.ts';
import { parseJson, readTextFile } from '../../redis/connection/read-text-file.ts';
import { replayLanes, replayIn } from './replay.ts';
import { unitWays } from '../../../shared/plan/written/ways.ts';
import { UsageError } from '../exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { joinIn, parseCount, readNamedServer } from '../../terminal/options/values.ts';
import { benchOptions } from '../options/bench.ts';
import type { GivenOptions } from '../options/config.ts';
import { codeLanesOf } from '../options/code-lanes.ts';
import type { CodeOfLanes } from '../../engine/lane/lane-code.ts';
import { connectionsIn, lanesOf, onServers, severalIn, withConnections } from '../options/lanes.ts';
import { lastOf, refuseBoth, type OptionValues } from '../../terminal/options/option-words.ts';
import { planInputFrom, put } from '../options/plan-input.ts';
import { putMix } from '../options/mix.ts';
import { withScript } from '../options/script.ts';
import { loudnessIn, requestsIn } from '../options/output.ts';
import type { OutputRequest } from '../output/outputs.ts';

/** What the options of `bench` say of a run and of a load curve alike. */
export interface BenchCall extends TargetChoice {
  /** Options that make the plan, not checked. */
  planInput: Record<string, unknown>;
  outputs: OutputRequest[];
  quiet: boolean;
  progress: boolean;
  /** Notes on what is left out, or read with a doubt, a sentence each. */
  skipped: string[];
  /** Of the lanes that are code of the user; `undefined`: there are none. */
  code: CodeOfLanes | undefined;
  /** Whether the units of a trace are carried out. */
  isReplay: boolean;
  /** Also on a server that is not ours. */
  mayRunCode: boolean;
}

/** `apart`: options that the caller reads. Throws UsageError. */
export function parseBenchCall(given: GivenOptions, apart: readonly string[] = []): BenchCall {
  const { values, urlName } = serverOfAgents(withScript(given.values));
  refuseBoth(values, 'requests', 'duration', 'how much');
  refuseBoth(values, 'url', 'target', 'where');
  refuseBoth(values, 'workload', 'trace', 'what is sent');
  refuseBesideUnits(given);
  const several = severalIn(values);
  const connections = connectionsIn(values);
  const planInput = planInputFrom(
    values,
    benchOptions.filter(
      (option) =>
        !several.includes(option) &&
        !(connections && option.name === 'clients') &&
        !apart.includes(option.name),
    ),
  );
  const notes = putMix(values, planInput);
  const hasNoLength = !values.has('duration') && !values.has('requests');
  if (lastOf(values, 'schedule') === 'race' && hasNoLength)
    put(planInput, ['workload', 'durationMs'], raceMs);
  if (lastOf(values, 'warmup') === 'auto') put(planInput, ['schedule', 'untilLevel'], true);
  const { lanes: ofCode, code } = codeLanesOf(values.get('lane') ?? []);
  const written = lastOf(values, 'workload');
  if (written !== null) put(planInput, ['written'], readWritten(written));
  const replay = replayIn(values);
  if (replay) put(planInput, ['written'], replay.written);
  const alone = written === null && !replay ? lanesFor(planInput, values) : unitWays;
  const usual = ofCode.length > 0 ? [] : alone;
  const strategies = lastOf(values, 'strategy')?.split(',') ?? usual;
  const { lanes: ofStrategies, skipped } = lanesOf(strategies, lastOf(values, 'client'));
  const ofWays = connections ? withConnections(ofStrategies, connections) : ofStrategies;
  const lanes = [...ofCode, ...(replay ? replayLanes(ofWays) : ofWays)];
  const served = onServers(lanes, values, planInput['server'] as Record<string, unknown> | undefined);
  planInput['lanes'] = served?.lanes ?? lanes;
  if (served && ofCode.length > 0)
    throw new UsageError('--lane: lanes of your own code measure one server: name one');
  // Each lane says its own.
  if (served) delete planInput['server'];
  const named = lastOf(values, 'target');
  return {
    planInput,
    url: lastOf(values, 'url'),
    urlName,
    target: served && served.targets.length > 1 ? (served.targets[0] ?? null) : named,
    clusterReplicas: replicasIn(lastOf(values, 'cluster-replicas'), named),
    outputs: requestsIn(values, reportersOf.run),
    ...loudnessIn(values),
    skipped: [...skipped, ...notes, ...(replay?.leftOut ?? [])],
    isReplay: replay !== null,
    code: ofCode.length > 0 ? code : undefined,
    mayRunCode: values.has('yes'),
  };
}

/** Options that say what strategies send. */
const ofCommands = [
  ...['tests', 'ratio', 'command', 'weight', 'mix', 'pipeline', 'data-size', 'data-size-range', 'data'],
  ...['keyspace', 'members', 'key-prefix', 'key-pattern', 'key-zipf-exp', 'hash-tag', 'split-by', 'ttl'],
];

/** A file of options serves several calls: there they may stand. Throws UsageError. */
function refuseBesideUnits({ values, inFile }: GivenOptions): void {
  const units = ['workload', 'trace', 'lane'].find((name) => values.has(name));
  if (units === undefined || (units === 'lane' && values.has('strategy'))) return;
  const others = ofCommands.filter((name) => values.has(name) && inFile(name) === null);
  if (others.length > 0)
    throw new UsageError(
      `--${units} says what is sent, and ${others.map((name) => `--${name}`).join(', ')} is about commands of strategies: leave one of them out`,
    );
}

/** Its form is checked with the plan. Throws UsageError. */
function readWritten(file: string): unknown {
  try {
    return parseJson(readTextFile(file));
  } catch (error) {
    throw new UsageError(`--workload ${file}: ${messageOf(error)}`, { cause: error });
  }
}

/** Ways in which callers share connections: a pool, a shared connection, and one that gathers. */
const waysOfCallers = ['one-by-one', 'concurrent', 'auto-pipeline'] as const;

/** The lanes of a command line that names none. */
function lanesFor({ workload }: Record<string, unknown>, values: OptionValues): readonly string[] {
  if (values.has('callers')) return waysOfCallers;
  const { commands: words = ['set'] } = (workload ?? {}) as { commands?: readonly string[] };
  const url = lastOf(values, 'url');
  const targets = lastOf(values, 'target')?.split(',') ?? [null];
  return initialStrategies(
    words.flatMap((word) => commandIds.find((id) => id === word) ?? []),
    targets.some((target) => namesCluster({ url, target })),
  );
}

/** Agents know the server by a name, which may be given with its address. Throws UsageError. */
function serverOfAgents(values: OptionValues): { values: OptionValues; urlName: string | null } {
  const target = lastOf(values, 'target');
  const isByAgents = values.has('agents') || (values.has('plan') && target?.includes('=') === true);
  if (!isByAgents) return { values, urlName: null };
  if (target === null)
    throw new UsageError('--agents: name the server with --target NAME or NAME=URL, as the agents call it');
  const { name, url } = readNamedServer(target, '--target');
  if (url === null) return { values, urlName: null };
  const others = [...values].filter(([option]) => option !== 'target');
  return { values: new Map([...others, ['url', [url]]]), urlName: name };
}

function replicasIn(count: string | null, target: string | null): number | null {
  if (count === null) return null;
  if (target !== 'cluster')
    throw new UsageError('--cluster-replicas is for the private cluster: give --target cluster too');
  return parseCount(count, '--cluster-replicas');
}

/**
 * What is known of the server of a call before it is opened. Code of the user may do to it whatever it likes: one that is
 * not Roundtrip's own takes a word more. Throws UsageError, and as `describeChoice`.
 */
export function describeChosen(call: BenchCall, plan: Plan): ChosenTarget {
  const chosen = describeChoice(choiceFor(call, plan));
  if (call.code && chosen.kind === 'url' && !call.mayRunCode)
    throw new UsageError(
      `--lane: your code would run on ${chosen.id === 'url' ? 'a server' : `"${chosen.id}", a server`} that is not Roundtrip’s own, and only keys under the prefix of the run are removed there. Add --yes if that is meant; without --url and --target it runs on a private server`,
    );
  if (call.isReplay && chosen.kind === 'url' && !call.mayRunCode)
    throw new UsageError(
      `--trace: the recorded units would be carried out on ${chosen.id === 'url' ? 'a server' : `"${chosen.id}", a server`} that is not Roundtrip’s own. Add --yes if that is meant; without --url and --target they run on a private server`,
    );
  return chosen;
}

/** The server of a call. A plan from a file may name it; `url` there says only that it had an address. */
export const choiceFor = (call: TargetChoice, { target }: Plan): TargetChoice => ({
  ...call,
  target: call.target ?? (target === 'url' ? null : target),
});

/**
 * Where the agents of a plan are found. Throws UsageError, also for a server that agents know no name of,
 * TargetUrlInvalid and ControlUnusable.
 */
export async function agentsPlace(
  { agents }: Plan,
  { values }: GivenOptions,
): Promise<Pick<RunJob, 'agents'>> {
  if (agents === undefined) {
    if (values.has('join'))
      throw new UsageError('--join is for a run by agents: say how many with --agents, or in the plan');
    return {};
  }
  if (values.has('url'))
    throw new UsageError(
      'Agents know the server by its name: give it by --target NAME or NAME=URL, not by --url',
    );
  return { agents: { control: await controlFromUrl(joinIn(values, process.env)) } };
}
