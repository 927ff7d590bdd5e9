import type { Recommendation, SearchSnapshot } from '../../../../shared/contract/search.ts';
import { baselineCandidate, pipelineOf } from '../../../../shared/search/search-plan.ts';
import { planDefaults } from '../../../../shared/plan/defaults.ts';
import type { Plan } from '../../../../shared/contract/plan.ts';
import type { PlanEditor } from '../../plan/plan-editor.svelte.ts';
import { defaultSliceMs } from '../../../../shared/plan/default-slice.ts';

/** Sets the Compare room up with what the answer of a search is about, against no batching. */
export function compareAnswer(editor: PlanEditor, search: Pick<SearchSnapshot, 'order' | 'advice'>): void {
  const recommendation = search.advice?.recommendation;
  if (!recommendation || editor.locked) return;
  editor.lanes.edit((draft) => draft.adopt(comparisonOf(search, recommendation)));
}

/**
 * What the answer weighs against no batching: its candidate, or the best batch where that is no batch. Where nothing
 * keeps the bound, the batch whose p99 is nearest to it.
 */
export function contenderOf({ candidate, baseline, best, alternatives, worth }: Recommendation) {
  const batches = [candidate, best, ...alternatives].filter((point) => !isSame(point, baseline));
  return worth === 'bound out of reach'
    ? batches.toSorted((one, other) => (one.p99Ms ?? Infinity) - (other.p99Ms ?? Infinity))[0]
    : batches[0];
}

const isSame = (a: { strategy: string; batchSize: number }, b: { strategy: string; batchSize: number }) =>
  a.strategy === b.strategy && a.batchSize === b.batchSize;

/** Baseline and contender as the lanes of a run. */
function comparisonOf({ order }: Pick<SearchSnapshot, 'order'>, recommendation: Recommendation): Plan {
  const { target, server, network, workload, client } = order;
  const contender = contenderOf(recommendation);
  const candidates = [baselineCandidate(order), ...(contender ? [contender] : [])];
  const { requests: _, ...rest } = workload;
  const durationMs = planDefaults.workload.durationMs;
  const common = { ...rest, durationMs, warmupMs: planDefaults.workload.warmupMs };
  const shared = { ...common, pipeline: contender ? pipelineOf(contender, workload) : 1 };
  const lanes = candidates.map((candidate) => ({
    id: candidate.strategy,
    strategy: candidate.strategy,
    ...(client ? { client } : {}),
    // No batching is no batching at any batch size.
    workload:
      candidate.strategy === 'one-by-one' ? shared : { ...common, pipeline: pipelineOf(candidate, workload) },
  }));
  const between = network ? { network } : {};
  return {
    target,
    ...(server ? { server } : {}),
    ...between,
    workload: shared,
    lanes,
    schedule: {
      mode: 'turns',
      sliceMs: defaultSliceMs({ workload: shared, lanes, ...between }),
      settleMs: planDefaults.schedule.settleMs,
      untilLevel: false,
      order: 'random',
    },
  };
}
