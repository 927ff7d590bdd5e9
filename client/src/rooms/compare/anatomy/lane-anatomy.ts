import type { LiveLatency } from '../../../../../shared/contract/live.ts';
import type { StrategyDescription } from '../../../../../shared/contract/http.ts';
import { anatomyOf, type Anatomy } from './anatomy.ts';
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
  run: Pick<LiveRun, 'environment' | 'tunings'>,
  lane: LaneView,
  batching: StrategyDescription['batching'],
): LaneAnatomy | null {
  const whole = run.tunings.length === 0 ? lane.result : null;
  const from = whole ?? lane.sample;
  if (!from) return null;
  const means = meansOf(from.latencyMs);
  if (!means) return null;
  const { threads, pipeline, rps } = lane.plan.workload;
  const settings = lane.sample?.settings ?? { pipeline, rps: rps ?? null };
  const server = whole?.server ?? lane.server;
  const anatomy = anatomyOf({
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
  });
  return anatomy && { ...anatomy, over: whole ? 'result' : 'newest' };
}

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
