import type { LiveLatency } from '../../../../../shared/contract/live.ts';
import type { LaneResult } from '../../../../../shared/contract/lane-result.ts';
import { countsUnits } from '../../../../../shared/plan/program-lane.ts';
import type { StrategyDescription } from '../../../../../shared/contract/http.ts';
import { anatomyOf, type Anatomy, type TripFigures } from './anatomy.ts';
import type { LiveRun } from '../../../run/live-run.svelte.ts';
import type { LaneView } from '../../../run/lane-view.svelte.ts';

/** A lane's trip, and what it was measured over. */
export interface LaneAnatomy extends Anatomy {
  /** `result`: all counted turns. `newest`: the newest second or turn, with the settings of then. */
  over: 'result' | 'newest';
}

/**
 * Of a run that ended as it began, the whole of it; of one whose settings were changed on the way, or that is in progress,
 * the newest of each lane.
 */
export function laneAnatomy(
  run: Pick<LiveRun, 'environment' | 'plan' | 'tunings'>,
  lane: LaneView,
  batching: StrategyDescription['batching'],
): LaneAnatomy | null {
  const whole = run.tunings.length === 0 ? lane.result : null;
  const from = whole ?? lane.sample;
  if (!from) return null;
  const means = meansOf(from.latencyMs);
  if (!means) return null;
  const { threads, pipeline, rps } = lane.plan.workload;
  const ofUnits = countsUnits(lane.plan, run.plan);
  const { perUnit } = whole ?? {};
  // How many trips a unit takes is known at the end of the run.
  if (ofUnits && !(perUnit && perUnit.trips > 0)) return null;
  const settings = lane.sample?.settings ?? { pipeline, rps: rps ?? null };
  const server = whole?.server ?? lane.server;
  const figures: TripFigures = {
    batching,
    pipeline: whole ? pipeline : settings.pipeline,
    threads,
    isOpenLoop: settings.rps !== null,
    commands: (whole ? whole.commands : (lane.sample?.completed ?? 0)) + from.failed,
    elapsedMs: from.elapsedMs,
    ...means,
    effectiveBatch: from.effectiveBatch,
    writes: from.writes ?? 0,
    bytesOut: from.bytesOut ?? 0,
    bytesIn: from.bytesIn ?? 0,
    clientCpu: from.client.cpu,
    eventLoopUtilisation: from.client.eventLoopUtilisation,
    serverMicros: server?.cpuMicrosPerCommand ?? null,
    serverCpu: server?.cpu ?? null,
    roundTripMs: tripOf(lane, whole !== null) ?? run.environment.pingMs,
  };
  const anatomy = anatomyOf(perUnit ? ofOneTrip(perUnit, figures) : figures);
  return anatomy && { ...anatomy, over: whole ? 'result' : 'newest' };
}

/** A unit makes its trips one after the other, and its commands share them. */
const ofOneTrip = (
  { commands, trips }: NonNullable<LaneResult['perUnit']>,
  figures: TripFigures,
): TripFigures => ({
  ...figures,
  ...{ batching: 'in-flight', pipeline: commands / trips, isOpenLoop: false },
  commands: figures.commands * commands,
  commandMs: figures.commandMs / trips,
});

function meansOf({
  command,
  batch,
}: {
  command: LiveLatency | null;
  batch: Pick<LiveLatency, 'mean'> | null;
}) {
  if (!command) return null;
  return { commandMs: command.mean, batchMs: batch?.mean ?? command.mean };
}

function tripOf({ result, sample }: LaneView, whole: boolean): number | null {
  const measured = result?.roundTrip;
  const median = (measured?.during ?? measured?.before)?.medianMs ?? null;
  return whole ? median : (sample?.roundTripMs ?? median);
}
