import { findMasters } from '../../redis/cluster/find-masters.ts';
import type { Target } from '../../redis/connection/target.ts';
import { Coordinator } from './coordinator.ts';
import type { CoordinatorOptions, CoordinatorOrder } from './coordinator-order.ts';

/** Calls agents together for a plan. Throws as `Coordinator.gather`. */
export async function gather(
  options: CoordinatorOptions,
  order: Omit<CoordinatorOrder, 'target'> & { target: Target },
): Promise<Coordinator> {
  const { endpoint } = await findMasters(order.target);
  return Coordinator.gather(options, { ...order, target: endpoint });
}
