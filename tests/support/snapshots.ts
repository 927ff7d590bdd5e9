import type { Comparison, RunSnapshot, Tick } from '../../shared/events.ts';
import { parsePlan, type PlanInput } from '../../shared/schemas.ts';
import { environment } from './fake-engine.ts';

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
