import { tuningFor } from '../../../../shared/plan/lane-differences.ts';
import { InvalidInput } from '../../../../shared/contract/parse.ts';
import { parsePlan, parseTuning } from '../../../../shared/plan/parse-plan.ts';
import type { Plan, Tuning } from '../../../../shared/contract/plan.ts';
import { problemAt } from '../../../../shared/contract/problem-at.ts';

/**
 * Checks a live change, also against what the lanes run with by now: each bound may be kept and all of them
 * together still need more memory than a lane may hold. Throws InvalidInput.
 */
export function parseFittingTuning(input: unknown, plan: Plan, before: readonly Tuning[]): Tuning {
  const tuning = parseTuning(input);
  const drawn = plan.workload.dataSizeRange;
  if (tuning.dataSize !== undefined && drawn) {
    const reason = { code: 'sizes-are-drawn' as const, sizes: drawn };
    throw new InvalidInput([problemAt('dataSize', reason, { value: tuning.dataSize })]);
  }
  const { network: _network, ...changes } = [...before, tuning].reduce((earlier, later) => ({
    ...earlier,
    ...later,
  }));
  const { agents = 0, lanes } = parsePlan({
    ...plan,
    lanes: plan.lanes.map((lane) => ({
      ...lane,
      workload: { ...lane.workload, ...tuningFor(lane, plan.workload, changes) },
    })),
  });
  const small = lanes.find(({ workload: { clients, threads } }) => clients < agents * threads);
  if (small) {
    const { clients, threads } = small.workload;
    const reason = { code: 'too-few-clients-for-agents' as const, agents, threads, clients };
    throw new InvalidInput([problemAt('clients', reason, { value: tuning.clients })]);
  }
  return tuning;
}
