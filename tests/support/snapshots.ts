import type { Comparison, LatencyComparison, Result } from '../../shared/contract/result.ts';
import type { LiveStanding, RunSnapshot, Tick } from '../../shared/contract/live.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../shared/contract/plan.ts';
import { anEnvironment, aResult, type ResultFigures } from './a-result.ts';

const twoLanes: PlanInput = { lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }] };

/** A run of two lanes that has just begun. */
export const snapshotOf = (values: Partial<RunSnapshot> = {}, plan = twoLanes): RunSnapshot => ({
  runId: 'run-1',
  state: 'running',
  startedAt: '2026-01-01T00:00:00.000Z',
  plan: parsePlan(plan),
  environment: anEnvironment,
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

/** A lane's standing after so many counted turns. */
export const standingOf = (lane: string, estimate: number, counted = 8): LiveStanding => ({
  lane,
  throughput: { estimate, median: estimate, counted },
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

/** A result of the run in `snapshotOf`. */
export const resultOf = (figures: ResultFigures = {}): Result =>
  aResult({ id: 'run-1', comparisons: [], ...figures });
