import { findMasters } from '../../redis/cluster/find-masters.ts';
import type { Target } from '../../redis/connection/target.ts';
import { Gang } from './gang.ts';
import type { GangOptions, GangOrder } from './gang-order.ts';

/** Calls agents together for a plan. Throws as `Gang.gather`. */
export async function gather(
  options: GangOptions,
  order: Omit<GangOrder, 'target'> & { target: Target },
): Promise<Gang> {
  const { endpoint } = await findMasters(order.target);
  return Gang.gather(options, { ...order, target: endpoint });
}
