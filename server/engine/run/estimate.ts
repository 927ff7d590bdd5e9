import { clusterTarget } from '../../../shared/contract/private-server.ts';
import { aloneMs, measuringNetworkMs, settleMsOf } from '../../../shared/plan/duration.ts';
import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import { commandsInFlight } from '../../../shared/plan/in-flight.ts';
import type { Turn } from '../lane/turn.ts';
import { answeredMs, drainMs, placesInFlight } from './draining.ts';
import { makeSchedule } from './schedule.ts';

/** Starting a private server, probing it, ending both. */
const aroundStepMs = 500;
/** The same for a private cluster. */
const aroundClusterMs = 3000;
/** A worker thread, loaded and connected; all start at once and share the cores. */
const perThreadMs = 100;
/** Asking the server for its counters before and after. */
const aroundSliceMs = 12;
/** Further threads of a lane: all begin a slice together, and it ends with the last of them. */
const perThreadOfSliceMs = 20;
/** For a lane by count whose step gives no pace. */
const usualPace = 20_000;
/** Of batches so large that the end of one is worth waiting for. */
const usualPaceInBatches = 100_000;

/** How long a plan takes, ms: its schedule, what is drained between slices, and what it costs to set up. `pace`: commands per second by lane, for lanes by count. */
export function planMs(plan: Plan, pace: Readonly<Record<string, number>> = {}): number {
  const slices = makeSchedule(plan).map(({ turns }) =>
    Math.max(...turns.map((turn) => sliceMs(turn, plan, pace))),
  );
  const threads = plan.lanes.reduce((sum, lane) => sum + lane.workload.threads, 0);
  const networks = plan.lanes.filter(({ network }) => network).length + (plan.network ? 1 : 0);
  return (
    (plan.target === clusterTarget ? aroundClusterMs : aroundStepMs) +
    perThreadMs * threads +
    measuringNetworkMs * networks +
    aloneMs(plan) +
    slices.reduce((sum, ms) => sum + ms + aroundSliceMs, 0)
  );
}

const tripMs = ({ network }: LanePlan, plan: Plan) => (network ?? plan.network)?.rttMs ?? 0;

function sliceMs(
  { lane: index, durationMs, commands }: Turn,
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
    answeredMs(settleMsOf(plan), batchMs, places) +
    counted +
    perThreadOfSliceMs * (lane.workload.threads - 1) +
    1.5 * tripMs(lane, plan)
  );
}
