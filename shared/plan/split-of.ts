import type { Split } from '../contract/enums.ts';
import type { Workload } from '../contract/workload.ts';

/** How batches are split in a cluster, in either form; `undefined`: as the strategy does. */
export const splitOf = ({
  splitBy,
  splitByNode,
}: Pick<Workload, 'splitBy' | 'splitByNode'>): Split | undefined =>
  splitBy ?? (splitByNode ? undefined : 'none');
