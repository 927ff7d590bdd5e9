import { clusterTarget } from '../../../shared/contract/private-server.ts';
import { aloneMs, aroundTurnMs, measuringNetworkMs, settleMsOf } from '../../../shared/plan/duration.ts';
import type { Phase } from '../../../shared/contract/enums.ts';
import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import { commandsInFlight } from '../../../shared/plan/in-flight.ts';
import type { Turn } from '../lane/turn.ts';
import { answeredMs, drainMs, placesInFlight } from './draining.ts';
import { makeSchedule } from './schedule.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

/** Starting a private server, probing it, ending both. */
const aroundStepMs = 500;
/** The same for a private cluster. */
const aroundClusterMs = 3000;
/** A worker thread, loaded and connected; all start at once and share the cores. */
const perThreadMs = 100;
/** Further threads of a lane: all begin a slice together, and it ends with the last of them. */
const perThreadOfSliceMs = 20;
/** For a lane by count whose step gives no pace. */
const usualPace = 20_000;
/** Of batches so large that the end of one is worth waiting for. */
const usualPaceInBatches = 100_000;

/** How long a plan takes, ms: its schedule, what is drained between slices, and what it costs to set up. `pace`: commands per second by lane, for lanes by count. */
export function planMs(plan: Plan, pace: Readonly<Record<string, number>> = {}): number {
  const slices = makeSchedule(plan).map(({ turns, phase }) =>
    largest(turns.map((turn) => sliceMs(turn, phase, plan, pace))),
  );
  const threads = plan.lanes.reduce((sum, lane) => sum + lane.workload.threads, 0);
  const networks = [plan, ...plan.lanes].flatMap(({ network }) => network ?? []);
  return (
    (plan.target === clusterTarget ? aroundClusterMs : aroundStepMs) +
    perThreadMs * threads +
    networks.reduce((sum, network) => sum + measuringNetworkMs(network), 0) +
    aloneMs(plan) +
    slices.reduce((sum, ms) => sum + ms + aroundTurnMs, 0)
  );
}

const tripMs = ({ network }: LanePlan, plan: Plan) => (network ?? plan.network)?.rttMs ?? 0;

function sliceMs(
  { lane: index, durationMs, commands }: Turn,
  phase: Phase,
  plan: Plan,
  pace: Readonly<Record<string, number>>,
): number {
  const lane = plan.lanes[index];
  if (!lane) return 0;
  const inFlight = commandsInFlight(lane);
  const batchMs = Math.max((1000 * inFlight) / usualPaceInBatches, drainMs(plan, lane));
  const places = placesInFlight(lane);
  const counted =
    durationMs === null
      ? (1000 * (commands ?? 0)) / (pace[lane.id] ?? usualPace)
      : answeredMs(durationMs, batchMs, places);
  // Both the settling moment and the slice end with their last reply.
  return (
    (phase === 'counted' ? answeredMs(settleMsOf(plan, [lane]), batchMs, places) : 0) +
    counted +
    perThreadOfSliceMs * (lane.workload.threads - 1) +
    1.5 * tripMs(lane, plan)
  );
}
