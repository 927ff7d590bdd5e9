import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { Result } from '../../../shared/contract/result.ts';
import type { LanePlan, NetworkPlan, Plan } from '../../../shared/contract/plan.ts';
import type { StrategyDescription } from '../../../shared/contract/http.ts';
import type { Load, Verdict } from '../../../shared/contract/verdict.ts';
import { keepsRate } from '../../../shared/statistics/figures.ts';
import { tunedPlan } from '../../../shared/plan/tuned-plan.ts';

/** A core counts as full from here on: the rest is scheduling. */
const fullCore = 0.9;
/** Busier than this, waiting for replies alone does not explain a lane's throughput. */
const mostlyIdle = 0.7;
/** A client that has work all the time is short of cores where it waits for one this long. */
const waitsForCores = 0.2;
const nearRoofline = 0.9;
/** From this share of a trip on, the network is what a lane waits for. */
const mostlyOnTheWay = 0.5;
const fullLink = 0.9;

type Figures = Pick<
  LaneResult,
  | 'throughput'
  | 'commands'
  | 'failed'
  | 'failures'
  | 'latencyMs'
  | 'perUnit'
  | 'cache'
  | 'client'
  | 'server'
  | 'rate'
  | 'rooflineShare'
  | 'bytesOut'
  | 'bytesIn'
  | 'elapsedMs'
  | 'roundTrip'
  | 'proxy'
  | 'link'
>;

type Judged = Pick<StrategyDescription, 'batching'>;

/** Which resource holds a lane of a run back; docs/measurement.md has the rules. Throws for a lane that the plan does not have. */
export function judgeLane(
  lane: Omit<LaneResult, 'verdict'>,
  { plan, tunings }: Pick<Result, 'plan' | 'tunings'>,
  strategy: Judged,
  hasProcesses = false,
): Verdict {
  const atStart = laneOf(lane.id, plan);
  const atEnd = laneOf(lane.id, tunedPlan(plan, tunings));
  if (!atStart || !atEnd) throw new Error(`no lane "${lane.id}" in the plan`);
  const figures = {
    ...lane,
    // The roofline is no share of itself.
    rooflineShare: lane.strategy === 'wire' ? null : lane.rooflineShare,
    // What was measured before the run is not what the lane was measured over.
    roundTrip: atStart.network === atEnd.network ? lane.roundTrip : null,
  };
  const { workload } = atEnd.lane;
  // Each agent has all threads of the lane; of a program, each client has a process.
  const threads = hasProcesses ? workload.clients : workload.threads * (lane.agents?.each.length ?? 1);
  return findBound(figures, { ...atEnd.lane, workload: { ...workload, threads } }, strategy, atEnd.network);
}

function laneOf(lane: string, { lanes, network }: Plan) {
  const found = lanes.find(({ id }) => id === lane);
  return found && { lane: found, network: found.network ?? network };
}

/** Which resource holds a lane back, by the figures that say so. */
function findBound(figures: Figures, plan: LanePlan, strategy: Judged, network?: NetworkPlan): Verdict {
  if (figures.commands === 0 && figures.failed > 0) return allFailed(figures);
  if (!figures.throughput) return { code: 'unmeasured', bound: 'none' };
  return (
    byRate(figures) ??
    byBandwidth(figures, network) ??
    byProxy(figures, plan) ??
    byCpu(figures, plan, strategy) ??
    byWaiting(figures, plan, strategy, network)
  );
}

function allFailed({ failed, failures }: Figures): Verdict {
  const [most = ['', 0]] = Object.entries(failures).sort(([, one], [, other]) => other - one);
  return { code: 'all-failed', bound: 'none', failed, failure: most[0] };
}

function byRate({ rate, throughput }: Figures): Verdict | null {
  if (!rate || !keepsRate({ rate, throughput })) return null;
  return { code: 'rate', bound: 'rate', reached: rate.achieved / rate.offered };
}

function byBandwidth(
  { bytesOut, bytesIn, elapsedMs, link }: Figures,
  network: NetworkPlan | undefined,
): Verdict | null {
  if (network?.bandwidthMbit === undefined) return null;
  // A link of the kernel carries the headers of its packets as well.
  const mbit = link
    ? Math.max(link.mbitOut, link.mbitIn)
    : (Math.max(bytesOut ?? NaN, bytesIn ?? NaN) * 8) / 1000 / elapsedMs;
  if (Number.isNaN(mbit) || mbit < fullLink * network.bandwidthMbit) return null;
  return { code: 'bandwidth', bound: 'bandwidth', mbit, ofMbit: network.bandwidthMbit };
}

/**
 * The thread of our own network has work all the time, and cores for it. What its event loop says is of no use: it
 * watches the clock.
 */
function byProxy(figures: Figures, plan: LanePlan): Verdict | null {
  const { cpu, coreWait } = figures.proxy ?? {};
  if (cpu == null) return null;
  const waiting = coreWait ?? 0;
  const busy = Math.min(1, cpu + waiting);
  if (busy < fullCore || waiting >= waitsForCores || busy < clientShare(figures, plan)) return null;
  return { code: 'proxy', bound: 'proxy', busy };
}

/**
 * Utilisation also counts the time in which a thread had work but no core. Of a load of a millisecond, the CPU time of
 * what surrounds it would be more than all of it.
 */
const clientShare = ({ client }: Figures, { workload }: LanePlan) =>
  Math.min(1, Math.max(client.eventLoopUtilisation, (client.cpu ?? 0) / workload.threads));

/** How long each thread was ready and had no core; where the system does not say, the part of its work that is no CPU time. */
function coreWaitShare({ client }: Figures, { workload: { threads } }: LanePlan): number {
  if (client.cpu === null) return 0;
  return (client.coreWait ?? Math.max(0, client.eventLoopUtilisation * threads - client.cpu)) / threads;
}

function shortOfCores({ client }: Figures, { workload: { threads } }: LanePlan, waiting: number): Verdict {
  const waited = Math.min(waiting, 1);
  // Both are parts of the same time. They add up to more where a library has threads of its own, or clocks are read at
  // different moments: the wait is what the sentence is about.
  const busy = Math.min((client.cpu ?? 0) / threads, 1 - waited);
  return { code: 'cores', bound: 'cores', busy, waiting: waited, threads };
}

/** True where units of the lane send several commands in one trip, or none: nothing is left to batch. */
const unitsBatch = ({ perUnit }: Figures): boolean =>
  perUnit !== undefined && (perUnit.trips < 0.5 || perUnit.commands >= 1.5 * perUnit.trips);

function byCpu(figures: Figures, plan: LanePlan, { batching }: Judged): Verdict | null {
  const client = clientShare(figures, plan);
  const server = figures.server.cpu;
  const share = figures.rooflineShare;
  const batches = batching !== 'none' || unitsBatch(figures);
  const ofRoofline = share !== null && share >= nearRoofline ? share : null;
  if (server !== null && server >= fullCore && server >= client)
    return { code: 'server-cpu', bound: 'server-cpu', busy: server, batches, ofRoofline };
  if (client < fullCore) return null;
  const { threads } = plan.workload;
  const waiting = coreWaitShare(figures, plan);
  if (waiting >= waitsForCores) return shortOfCores(figures, plan, waiting);
  return {
    code: 'client-cpu',
    bound: 'client-cpu',
    busy: client,
    threads,
    batches,
    ofRoofline,
  };
}

function byWaiting(
  figures: Figures,
  plan: LanePlan,
  { batching }: Judged,
  network: NetworkPlan | undefined,
): Verdict {
  const load: Load = {
    client: clientShare(figures, plan),
    server: figures.server.cpu,
    ...tripsOf(figures),
    pingMs: pingOf(figures.roundTrip),
  };
  if (waits(load, network))
    return {
      ...{ code: 'round-trip', bound: 'round-trip', load },
      batches: batching !== 'none' || unitsBatch(figures),
      ...(figures.perUnit && { trips: figures.perUnit.trips }),
    };
  // Only where the system says so: what is no CPU time may be a wait for something else.
  const waiting = figures.client.coreWait == null ? 0 : coreWaitShare(figures, plan);
  return waiting >= waitsForCores
    ? shortOfCores(figures, plan, waiting)
    : { code: 'unclear', bound: 'none', load };
}

/** The mean trip is this many times the median: some trips take far longer than a usual one. */
const farApart = 1.5;

/** A unit of the user's code may have several trips. What a cache answers has none, and its time is not told apart. */
function tripsOf({ latencyMs: { batch }, perUnit, cache }: Figures): Pick<Load, 'tripMs' | 'meanTripMs'> {
  if (cache?.answeredLocally || !batch) return { tripMs: null };
  const trips = Math.max(1, perUnit?.trips ?? 1);
  const [tripMs, meanTripMs] = [batch.p50 / trips, batch.mean / trips];
  return { tripMs, ...(meanTripMs > farApart * tripMs && { meanTripMs }) };
}

/** The lesser of what a PING took before the run and beside the lane: a busy moment lengthens either. */
const pingOf = (roundTrip: Figures['roundTrip']): number | null =>
  roundTrip && Math.min(roundTrip.before.medianMs, roundTrip.during?.medianMs ?? Infinity);

/**
 * Both sides have time, and most of a trip is on the way: as long as a bare PING takes, or at least what the run's own
 * network adds where that has changed since the PINGs.
 */
function waits(
  { client, server, tripMs, meanTripMs, pingMs }: Load,
  network: NetworkPlan | undefined,
): boolean {
  const onTheWayMs = pingMs ?? network?.rttMs ?? 0;
  // By Little's law the rate of a closed loop follows from the mean.
  const spentMs = meanTripMs ?? tripMs;
  return (
    Math.max(client, server ?? 0) < mostlyIdle && spentMs !== null && onTheWayMs >= mostlyOnTheWay * spentMs
  );
}
