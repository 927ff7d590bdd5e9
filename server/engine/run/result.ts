import type { SerialisedError } from '../../../shared/contract/figures.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { Warning } from '../../../shared/contract/warning.ts';
import type {
  AgentDescription,
  Environment,
  Precision,
  Result,
  SlotsMoved,
} from '../../../shared/contract/result.ts';
import { limits } from '../../../shared/limits.ts';
import { countsUnits } from '../../../shared/plan/program-lane.ts';
import { tunedPlan } from '../../../shared/plan/tuned-plan.ts';
import { withEstimate } from '../../../shared/statistics/throughput.ts';
import { segmentsOf } from '../../../shared/words/network.ts';
import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import {
  bothSend,
  compareLanes,
  fitLanes,
  sameWork,
  precisionReached,
  gainsOf,
  type Rates,
} from './comparisons.ts';
import { laneState } from './lane-stats.ts';
import { laneServerKeys, serverKey, serverOfLane } from '../../../shared/plan/lane-servers.ts';
import type { RunResources } from './resources.ts';
import type { MeasuredLane } from './measured-lane.ts';
import { roundTripRose, roundTripsDiffer } from './lane-warnings.ts';
import type { Segment } from './segment.ts';
import { judgeLane } from './verdict.ts';
import type { Strategy } from '../lane/strategy.ts';
import { findBinding } from '../clients/bindings.ts';
import { versionOf } from '../clients/index.ts';
import {
  clientLabels,
  defaultClient,
  mostlyFailedCode,
  type ClientId,
} from '../../../shared/contract/enums.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { laneLabel } from '../../../shared/words/lane-labels.ts';
import { codeStrategy } from '../strategies/code-strategy.ts';
import { findStrategy } from '../strategies/index.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

interface ResultParts {
  id: string;
  name: string | undefined;
  startedAt: Date;
  plan: Plan;
  resources: RunResources;
  stopped: boolean;
  warnings: Warning[];
  tunings: Result['tunings'];
  slotsMoved: SlotsMoved[];
  /** The lanes ran in the caller's thread. */
  here: boolean;
  /** Lanes that are commands. */
  commandLanes: ReadonlySet<string>;
}

interface FittedParts extends ResultParts {
  rates: Rates;
}

/** Puts the result of a run together, once all its lanes have ended. */
export function makeResult(parts: ResultParts): Result {
  const { resources, stopped } = parts;
  const { lanes, environment } = resources;
  const standings = lanes.map(({ stats }) => stats.standing);
  const rates = fitLanes(standings);
  const laneResults = lanes.map((one) => laneResult(one, { ...parts, rates }));
  const failed = laneResults.some(({ state }) => state === 'failed');
  const comparisons = compareLanes(standings, rates);
  const asked = parts.plan.schedule.precision;
  const precision = asked === undefined ? null : precisionReached(asked, comparisons, stopped);
  const tuned = tunedPlan(parts.plan, parts.tunings);
  const unbroken = lanes.flatMap(({ lane, stats }) => (lane.error ? [] : stats.standing));
  const gains = gainsOf(tuned, unbroken, comparisons, rates);
  return {
    schema: 2,
    id: parts.id,
    ...(parts.name === undefined ? {} : { name: parts.name }),
    startedAt: parts.startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    state: failed ? 'failed' : stopped ? 'stopped' : 'completed',
    plan: asMeasured(parts.plan, standings),
    environment,
    lanes: laneResults.map((lane) => ({ ...lane, gain: gains.get(lane.id) ?? null })),
    comparisons,
    bystander: resources.sessions[0]?.bystander?.alone ?? null,
    warnings: [
      ...parts.warnings,
      ...allocatorWarnings(resources),
      ...hostWarnings(environment),
      ...(precision?.ended === 'max-duration' ? [notPrecise(precision)] : []),
      ...roundTripWarnings(parts, tuned),
      ...codeWarnings(parts),
    ],
    ...(precision ? { precision } : {}),
    tunings: parts.tunings,
    ...(parts.slotsMoved.length > 0 ? { slotsMoved: parts.slotsMoved } : {}),
  };
}

/** The plan of a run without an end has as its duration what is counted in its result. */
function asMeasured(plan: Plan, standings: readonly Segment[]): Plan {
  const { untilStopped, ...schedule } = plan.schedule;
  if (!untilStopped) return plan;
  const countedMs = (segment: Segment | undefined) =>
    Math.max(limits.durationMs.min, Math.round((segment?.slices.length ?? 0) * schedule.sliceMs));
  return {
    ...plan,
    workload: { ...plan.workload, durationMs: largest(standings.map(countedMs)) },
    lanes: plan.lanes.map((lane, index) => ({
      ...lane,
      workload: { ...lane.workload, durationMs: countedMs(standings[index]) },
    })),
    schedule,
  };
}

const notPrecise = ({ asked, reached }: Precision): Warning => ({ code: 'not-precise', asked, reached });

const networkOf = ({ lanes, network }: Plan, id: string) =>
  lanes.find((lane) => lane.id === id)?.network ?? network;

/** Machines with several agents of the run. */
function hostWarnings({ agents = [] }: Environment): Warning[] {
  const machineOf = ({ machine, host }: AgentDescription) => machine ?? host;
  return [...new Set(agents.map(machineOf))].flatMap((machine): Warning[] => {
    const [first, ...others] = agents.filter((agent) => machineOf(agent) === machine);
    return first && others.length > 0
      ? [{ code: 'agents-on-one-host', host: first.host, agents: 1 + others.length, cores: first.cores }]
      : [];
  });
}

/** What code of the user makes different in a run. */
function codeWarnings({ plan, here, commandLanes }: ResultParts): Warning[] {
  const { lanes } = plan;
  const programs = lanes.filter((lane) => countsUnits(lane, plan)).length;
  return [
    ...(programs > 0 && programs < lanes.length ? [{ code: 'units-beside-commands' as const }] : []),
    ...(here ? [{ code: 'lanes-in-caller' as const }] : []),
    ...(commandLanes.size > 0 ? [{ code: 'lanes-counted-at-port' as const }] : []),
  ];
}

/** Servers whose memory is taken and freed by other code than that of the first lane's. */
function allocatorWarnings({ targets, lanes: [first] }: RunResources): Warning[] {
  const baseline = first?.id ?? '';
  const ofBaseline = targets.get(baseline)?.allocator;
  const seen = new Set([family(ofBaseline)]);
  return [...targets].flatMap(([lane, { allocator }]): Warning[] => {
    if (ofBaseline == null || allocator === null || seen.has(family(allocator))) return [];
    seen.add(family(allocator));
    return [{ code: 'different-allocators', lane, allocator, baseline, baselineAllocator: ofBaseline }];
  });
}

/** `jemalloc` of `jemalloc-5.3.0`: its versions are alike. */
const family = (allocator: string | null | undefined) => allocator?.replace(/-.*$/, '');

function roundTripWarnings({ resources: { lanes } }: ResultParts, tuned: Plan): Warning[] {
  const servers = laneServerKeys(tuned);
  const differ = roundTripsDiffer(
    lanes.map(({ id, stats }, index) => ({
      id,
      network: JSON.stringify([networkOf(tuned, id), servers[index]]),
      roundTripsMs: stats.standing.probes().roundTripsMs,
    })),
  );
  return differ ? [differ] : [];
}

function laneResult(one: MeasuredLane, parts: FittedParts): LaneResult {
  const { plan } = one.lane;
  const { lanes, sessionOf, targets } = parts.resources;
  const { networks, bystander, target } = sessionOf(one);
  const strategy = findStrategy(plan.strategy);
  if (!strategy) throw new Error(`no strategy "${plan.strategy}"`);
  const { standing } = one.stats;
  const figures = one.stats.result();
  const error = one.lane.error ?? shortfall(figures, parts, one);
  const rate = parts.rates.get(plan.id) ?? NaN;
  const throughput = figures.throughput && withEstimate(figures.throughput, rate);
  const [baseline = one] = lanes;
  const roofline = rooflineOf(one, parts);
  const rooflineShare = roofline && throughput ? rate / roofline : null;
  // What a transaction refuses while it is queued is counted nowhere, or for some of its commands.
  const refused = plan.strategy === 'multi' ? ['EXECABORT', 'MOVED', 'ASK', 'TRYAGAIN'] : ['EXECABORT'];
  const cuts = networks.cutsOf(plan.id);
  const unknowable = cuts !== null || refused.some((failure) => failure in figures.failures);
  const perUnit = standing.perUnit;
  const calls = one.raced ?? one.stats.calls;
  const countsAgree =
    // Not known of units that do not all send as much.
    one.lane.error || unknowable || Number.isNaN(calls.sent)
      ? null
      : target.isPrivate
        ? agree(calls)
        : agreeBesideOthers(calls, figures.failed);
  const before = networks.before(plan.id);
  const probes = standing.probes();
  // What was measured before the run is not what a network that was changed since is like.
  const isChanged =
    networkOf(parts.plan, plan.id) !== networkOf(tunedPlan(parts.plan, parts.tunings), plan.id);
  const rose = isChanged ? null : roundTripRose(networks.beforeMs(plan.id), probes.roundTripsMs);
  const laneTarget = targets.get(plan.id);
  const result = {
    ...figures,
    throughput,
    id: plan.id,
    strategy: plan.strategy,
    label: plan.label ?? plan.file ?? laneLabel(strategy.label, plan),
    ...(laneTarget ? { target: laneTarget } : {}),
    state: laneState(error, parts.stopped),
    error,
    ...(perUnit && { perUnit, effectiveBatch: commandsPerWrite(figures, perUnit) }),
    // Sockets that a library makes by itself are not seen.
    ...(isMetered(plan.client) && !cuts
      ? {}
      : { effectiveBatch: null, writes: null, bytesOut: null, bytesIn: null }),
    client: { ...figures.client, ...libraryOf(strategy, plan.client) },
    perWrite: cuts ? null : perWrite(figures),
    ...(cuts && one.books && { cuts: { ...one.books, moments: [...cuts] } }),
    roundTrip: before && { before, during: probes.roundTrip },
    ...(probes.proxy && { proxy: probes.proxy }),
    ...(probes.link && { link: probes.link }),
    rooflineShare,
    gain: null,
    countsAgree,
    bystander: bystander && { rps: bystander.rps, ...probes.bystander },
    ...agentsOf(one, parts),
    warnings: [
      ...figures.warnings,
      ...agentWarnings(one, parts),
      ...(standing.lineMs === undefined ? [] : [{ code: 'line-cost' as const, lineMs: standing.lineMs }]),
      ...(countsAgree === false ? [countsDiffer(one)] : []),
      ...(rose ? [rose] : []),
      ...(standing.keysGone ? [{ code: 'keys-gone' as const, hitRate: standing.hitRate ?? 0 }] : []),
      // For a line of one's own no keys are written first.
      ...(plan.workload.commands.includes('custom') && (standing.hitRate ?? 1) < mostlyEmpty
        ? [{ code: 'replies-empty' as const, hitRate: standing.hitRate ?? 0 }]
        : []),
      ...(sameWork(standing, baseline.stats.standing)
        ? []
        : [workDiffers(standing, baseline.stats.standing)]),
      ...(bothSend(standing, baseline.stats.standing)
        ? []
        : [unitsDiffer(standing, baseline.stats.standing)]),
      ...(figures.failed > 0 ? [{ code: 'commands-failed' as const, failed: figures.failed }] : []),
    ],
  };
  const judged = one.isProgram ? codeStrategy : strategy;
  return { ...result, verdict: judgeLane(result, parts, judged, parts.commandLanes.has(plan.id)) };
}

/** Why a lane that nothing ended has failed all the same; `null`: it has not. */
function shortfall(
  { commands, failed, failures, errors = {}, throughput }: ReturnType<MeasuredLane['stats']['result']>,
  { plan, stopped, tunings }: ResultParts,
  { isApart, stats }: Pick<MeasuredLane, 'isApart' | 'stats'>,
): SerialisedError | null {
  const failure = (code: string | null, message: string) => ({
    name: 'LaneFailed',
    code,
    message,
    stack: null,
  });
  if (failed > commands) {
    const share = commands === 0 ? 'All' : `${Math.floor((100 * failed) / (failed + commands))} %`;
    const classes = Object.entries(failures).map(
      ([name, times]) => `${(errors[name] ?? name).replace(/\.$/, '')} (${formatCount(times)} times)`,
    );
    return failure(mostlyFailedCode, `${share} of its commands failed: ${classes.join(', ')}`);
  }
  // What was stopped or changed may have had no time for a whole slice; agents end a count at different times.
  const isWhole = !stopped && stats.standing.agents === undefined && tunings.length === 0;
  if (!isWhole || commands === 0 || throughput !== null) return null;
  if (plan.workload.requests !== undefined)
    return failure(
      null,
      'No slice of it ran to its end, so that it has no rate; with a duration in place of a count, threads end together',
    );
  const why = isApart
    ? 'In no slice of it did all threads send at the same time, so that it has no rate; longer slices (--slice) or fewer threads (--threads) help'
    : 'No slice of it ran to its end, so that it has no rate';
  return failure(null, why);
}

/** What each agent did, where agents carried the lane out. */
function agentsOf(one: MeasuredLane, { resources }: ResultParts): Pick<LaneResult, 'agents'> {
  const figures = one.stats.standing.agents;
  const names = resources.environment.agents?.map(({ name }) => name);
  if (!figures || !names) return {};
  const each = figures.each.map((figures, agent) => ({ agent: names[agent] ?? '', ...figures }));
  return { agents: { ...figures, repeated: one.repeated, each } };
}

/** Fewer of its reads found anything: what comes back is not what a program gets. */
const mostlyEmpty = 0.1;

/** An agent counts as busy all the time from here on, as a lane does. */
const saturated = 0.9;

/** What a reader of a lane that agents carried out should know of them. */
function agentWarnings(one: MeasuredLane, parts: ResultParts): Warning[] {
  const { each = [], apart = 0 } = agentsOf(one, parts).agents ?? {};
  const { threads } = one.lane.plan.workload;
  const busy = each.map(({ agent, cpu, eventLoopUtilisation }) => ({
    agent,
    busy: Math.min(1, Math.max(eventLoopUtilisation, (cpu ?? 0) / threads)),
  }));
  const full = busy.filter((agent) => agent.busy >= saturated);
  const [worst] = full.toSorted((a, b) => b.busy - a.busy);
  return [
    // Where all are, the verdict says so.
    ...(worst && full.length < each.length ? [{ code: 'agent-saturated' as const, ...worst }] : []),
    ...(apart > 0 ? [{ code: 'agents-apart' as const, slices: apart }] : []),
  ];
}

/** Whether its writes and bytes are counted: sockets that are not Node’s tell nothing. */
const isMetered = (client: ClientId = defaultClient) => findBinding(client)?.metersWrites ?? true;

/** Which client library a lane uses; `null`: none. */
const libraryOf = ({ bare }: Strategy, client: ClientId = defaultClient) =>
  bare ? { library: null, version: null } : { library: clientLabels[client], version: versionOf(client) };

/** Throughput of the raw socket with the same settings on the same server, counted from the same slice. */
const rooflineOf = (
  { lane, stats }: MeasuredLane,
  { plan, resources: { lanes }, rates }: FittedParts,
): number | null => {
  const settings = ({ network, workload, ...own }: LanePlan) => {
    const { durationMs: _, warmupMs: _warmup, requests: _requests, ...load } = workload;
    return JSON.stringify([network, serverKey(serverOfLane(own, plan)), load]);
  };
  const wire = lanes.find(
    (other) => other.lane.plan.strategy === 'wire' && settings(other.lane.plan) === settings(lane.plan),
  );
  const roofline = wire?.stats.standing;
  return roofline?.countedFrom === stats.standing.countedFrom ? (rates.get(roofline.id) ?? null) : null;
};

const agree = ({ sent, counted }: { sent: number; counted: number | null }): boolean | null =>
  counted === null ? null : sent === counted;

/**
 * On a server that others use as well, more calls than ours may be theirs; fewer cannot be, unless it does not count
 * those that it refuses (before Redis 6.2).
 */
const agreeBesideOthers = ({ sent, counted }: { sent: number; counted: number | null }, failed: number) =>
  counted === null || counted > sent || failed > 0 ? null : sent === counted;

function countsDiffer(one: MeasuredLane): Warning {
  const { sent, counted } = one.raced ?? one.stats.calls;
  return { code: 'counts-differ', sent, counted };
}

const workDiffers = ({ hitRate }: Segment, baseline: Segment): Warning => ({
  code: 'work-differs',
  hitRate: hitRate ?? 0,
  baseline: baseline.hitRate ?? 0,
});

const unitsDiffer = ({ commandsPerUnit }: Segment, baseline: Segment): Warning => ({
  code: 'units-differ',
  commands: commandsPerUnit ?? 0,
  baseline: baseline.commandsPerUnit ?? 0,
});

const commandsPerWrite = (
  { commands, writes }: Pick<LaneResult, 'commands' | 'writes'>,
  perUnit: NonNullable<LaneResult['perUnit']>,
): number | null => (writes ? (perUnit.commands * commands) / writes : null);

function perWrite({ bytesOut, writes }: Pick<LaneResult, 'bytesOut' | 'writes'>): LaneResult['perWrite'] {
  if (writes === null || bytesOut === null || writes === 0) return null;
  const bytes = bytesOut / writes;
  return { bytes, segments: segmentsOf(bytes) };
}
