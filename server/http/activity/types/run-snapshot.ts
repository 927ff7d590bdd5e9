import { rateOf } from '../../../../shared/statistics/figures.ts';
import type { Throughput } from '../../../../shared/contract/figures.ts';
import { snapshotSamples } from '../../../../shared/limits.ts';
import type { LiveStanding, RunSnapshot } from '../../../../shared/contract/live.ts';
import type { RunEvent, Sample, Standing } from '../../../../shared/contract/run-events.ts';
import type { Result } from '../../../../shared/contract/result.ts';
import type { RunSummary } from '../../../../shared/contract/http.ts';

/**
 * What is known of a run after one more event; pure. A new run replaces the one before. `elapsedMs` does not change
 * here: only the one who sends a snapshot knows the time.
 */
export function reduceRun(run: RunSnapshot | null, event: RunEvent): RunSnapshot | null {
  if (event.type === 'run-started') return begin(event);
  if (!run) return null;
  switch (event.type) {
    case 'slice-started':
      return { ...run, current: { slice: event.slice, phase: event.phase, lanes: event.lanes } };
    case 'sample':
      return { ...run, samples: withSample(run.samples, event.sample) };
    case 'standing':
      return {
        ...run,
        standings: event.standings.map(toLiveStanding),
        comparisons: event.comparisons,
        totalMs: event.totalMs === undefined ? run.totalMs : event.totalMs,
      };
    case 'tuned':
      // What stood until now is of settings that no longer hold.
      return {
        ...run,
        tunings: [...run.tunings, { atMs: event.atMs, tuning: event.tuning }],
        totalMs: event.totalMs,
        standings: [],
        comparisons: [],
      };
    case 'slots-moved':
      return { ...run, slotsMoved: [...(run.slotsMoved ?? []), event.moved] };
    case 'lane-failed':
      return { ...run, failures: [...run.failures, { lane: event.lane, error: event.error }] };
    case 'run-finished':
      return {
        ...run,
        state: event.result.state,
        current: null,
        comparisons: event.result.comparisons,
        result: event.result,
      };
  }
}

const toLiveStanding = ({ lane, throughput }: Standing): LiveStanding => ({
  lane,
  throughput: throughput && withoutSlices(throughput),
});

const withoutSlices = ({ estimate, median, slices }: Throughput) => ({
  estimate,
  median,
  counted: slices.length,
});

function begin(event: RunEvent & { type: 'run-started' }): RunSnapshot {
  const { runId, startedAt, plan, environment, totalMs } = event;
  return {
    runId,
    state: 'running',
    startedAt,
    plan,
    environment,
    totalMs,
    elapsedMs: 0,
    samples: [],
    current: null,
    standings: [],
    comparisons: [],
    tunings: [],
    failures: [],
    result: null,
  };
}

function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const ofLane = samples.filter(({ lane }) => lane === sample.lane);
  const tooOld = ofLane.length < snapshotSamples ? undefined : ofLane[0];
  return [...samples.filter((kept) => kept !== tooOld), sample];
}

/** The line of a finished run in the list of runs. */
export const summariseResult = ({ id, startedAt, state, lanes }: Result): RunSummary => ({
  id,
  startedAt,
  state,
  lanes: lanes.map((lane) => ({
    id: lane.id,
    strategy: lane.strategy,
    throughput: rateOf(lane),
    bound: lane.verdict.bound,
  })),
});

/** The line of a run in progress, with its figures so far. */
export const summariseRunning = ({ runId, startedAt, state, plan, standings }: RunSnapshot): RunSummary => ({
  id: runId,
  startedAt,
  state,
  lanes: plan.lanes.map(({ id, strategy }) => ({
    id,
    strategy,
    throughput: rateOf(standings.find(({ lane }) => lane === id)),
    bound: null,
  })),
});
