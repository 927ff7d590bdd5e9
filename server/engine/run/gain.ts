import type { LaneGain } from '../../../shared/contract/lane-result.ts';
import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import type { Comparison } from '../../../shared/contract/result.ts';
import { sameValue } from '../../../shared/plan/defaults.ts';
import { compareLanes, type SlicesToCompare } from './comparisons.ts';

interface Measured extends SlicesToCompare {
  failed: boolean;
}

/** Neither waits for each reply nor batches: what lies between one-by-one and the strategies that batch. */
const concurrent = 'concurrent';
/** Strategies whose lead over `concurrent` is not that of batching alone. */
const notBatching = new Set([concurrent, 'one-by-one', 'wire', 'noop']);

/**
 * The gain of each batching lane over one-by-one, as two factors: `concurrent` ÷ one-by-one, and the lane ÷
 * `concurrent`. By lane id; lanes without an entry differ in more than the strategy, or have failed. Empty where
 * something other than the strategy limits or disturbs the lanes: a requested rate, a race, a new connection for each
 * command. `plan` has the settings that the figures are of.
 */
export function gainsOf(
  { lanes: plans, schedule }: Pick<Plan, 'lanes' | 'schedule'>,
  lanes: readonly Measured[],
  comparisons: readonly Comparison[],
): Map<string, LaneGain> {
  const [first] = plans;
  if (first?.strategy !== 'one-by-one' || schedule.mode === 'race') return new Map();
  if (first.workload.rps !== undefined || !first.workload.keepalive) return new Map();
  const strategyOf = new Map(
    plans.filter((plan) => differsInStrategyAlone(plan, first)).map(({ id, strategy }) => [id, strategy]),
  );
  const alike = lanes.filter(({ id, failed }) => !failed && strategyOf.has(id));
  const between = alike.find(({ id }) => strategyOf.get(id) === concurrent);
  const waiting = comparisons.find(({ lane }) => lane === between?.id);
  if (!between || !waiting || !alike.some(({ id }) => id === first.id)) return new Map();
  const batching = alike.filter(({ id }) => !notBatching.has(strategyOf.get(id) ?? ''));
  return new Map(
    compareLanes([between, ...batching]).map((over) => [
      over.lane,
      { waiting: factorOf(waiting), batching: factorOf(over), concurrent: between.id },
    ]),
  );
}

const factorOf = ({ ratio, ci95 }: Comparison) => ({ ratio, ci95 });

function differsInStrategyAlone(plan: LanePlan, first: LanePlan): boolean {
  const settings = ({ id: _id, label: _label, strategy: _strategy, ...rest }: LanePlan) => rest;
  return sameValue(settings(plan), settings(first));
}
