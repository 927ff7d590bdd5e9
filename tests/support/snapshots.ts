import type { Comparison, LatencyComparison, Result } from '../../shared/contract/result.ts';
import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { RunSnapshot, Tick } from '../../shared/contract/live.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../shared/contract/plan.ts';
import { privateTarget } from './build-app.ts';
import { environment, FakeEngine } from './fake-engine.ts';

const twoLanes: PlanInput = { lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }] };

/** A run of two lanes that has just begun. */
export const snapshotOf = (values: Partial<RunSnapshot> = {}, plan = twoLanes): RunSnapshot => ({
  runId: 'run-1',
  state: 'running',
  startedAt: '2026-01-01T00:00:00.000Z',
  plan: parsePlan(plan),
  environment,
  totalMs: 14_000,
  elapsedMs: 0,
  samples: [],
  current: null,
  standings: [],
  comparisons: [],
  tunings: [],
  failures: [],
  result: null,
  ...values,
});

export const tickOf = (values: Partial<Tick> = {}): Tick => ({
  runId: 'run-1',
  elapsedMs: 1000,
  totalMs: 14_000,
  current: null,
  samples: [],
  standings: [],
  comparisons: [],
  ...values,
});

export const comparisonOf = (values: Partial<Comparison> = {}): Comparison => ({
  lane: 'pipeline',
  baseline: 'one-by-one',
  ratio: 12.3,
  ci95: [11.9, 12.8],
  outcome: 'faster',
  pairs: 8,
  ...values,
});

export const latencyOf = (values: Partial<LatencyComparison> = {}): LatencyComparison => ({
  kind: 'command',
  ratio: 1.12,
  ci95: [1.08, 1.16],
  outcome: 'worse',
  ...values,
});

/** A result of the run in `snapshotOf`, as the server would send it. */
export function resultOf(
  values: Partial<Result> = {},
  change: (lane: LaneResult) => LaneResult = (it) => it,
): Result {
  const engine = new FakeEngine();
  engine.onStart = () => undefined;
  engine.start({ plan: snapshotOf().plan, target: privateTarget });
  const result = engine.run.announceEnd(values.state);
  return { ...result, id: 'run-1', ...values, lanes: result.lanes.map(change) };
}
