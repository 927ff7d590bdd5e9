import { InvalidInput } from '../../../shared/contract/parse.ts';
import type { LanePlan } from '../../../shared/contract/plan.ts';
import { numberIn, readInfo } from '../../redis/info/info.ts';
import type { Bookkeeping } from '../../redis/keys/bookkeeping.ts';

/** The live server takes fewer connections than the lanes of a plan open. */
export class TooFewClients extends InvalidInput {}

/** Beside the lanes: bookkeeping, the round trip of each lane, and clean-up. */
const ours = 3;

/** Throws TooFewClients that says what would fit. Nothing is known of a server that does not tell its limit. */
export async function checkClientLimit({ nodes }: Bookkeeping, lanes: readonly LanePlan[]): Promise<void> {
  const needed = lanes.reduce((sum, { workload }) => sum + workload.clients, 0);
  for (const { name, redis } of nodes) {
    const fields = await readInfo(redis, 'clients');
    const most = numberIn(fields, 'maxclients');
    if (most === null || needed + ours <= most) continue;
    const fitting = Math.floor((most - ours) / lanes.length);
    const clients = [...new Set(lanes.map(({ workload }) => workload.clients))].join(' or ');
    const remedy = fitting >= 1 ? `use -c ${fitting}` : `take fewer lanes`;
    throw new TooFewClients([
      {
        field: 'workload.clients',
        message: `${lanes.length} ${lanes.length === 1 ? 'lane' : 'lanes'} × ${clients} connections and ${ours} of our own; the server at ${name} allows ${most} (maxclients): ${remedy}`,
      },
    ]);
  }
}
