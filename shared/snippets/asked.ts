import { defaultClient, searchStrategies, type ClientId } from '../contract/enums.ts';
import { commands } from '../contract/commands.ts';
import type { Workload } from '../contract/workload.ts';

/** The strategies that code can be written for. */
export const snippetStrategies = [...searchStrategies, 'lua', 'wire'] as const;
export type SnippetStrategy = (typeof snippetStrategies)[number];

/** What of a workload stands in its code. */
export type SnippetWorkload = Pick<
  Workload,
  'commands' | 'customCommand' | 'clients' | 'threads' | 'resp' | 'rps' | 'ttlSeconds' | 'clientTimeout'
>;

/** What the code is to do. */
export interface SnippetRequest {
  strategy: SnippetStrategy;
  /** Client library; the raw socket has none. */
  client: ClientId;
  /** Batch size, or commands in flight on each connection. */
  batchSize: number;
  workload: SnippetWorkload;
  inCluster: boolean;
}

const gathering: readonly SnippetStrategy[] = ['pipeline', 'multi', 'multi-key', 'lua', 'wire'];

/** Whether each command is sent for itself, so that no batch is made. */
export function sendsSingly({ strategy, batchSize, workload }: SnippetRequest): boolean {
  if (gathering.includes(strategy)) return false;
  return workload.rps !== undefined || batchSize === 1 || strategy === 'one-by-one';
}

/** Whether a batch has to be split before a cluster takes it: by node, or by slot where it must stay whole. */
export const splitsIn = ({ strategy, inCluster }: SnippetRequest): 'node' | 'slot' | null =>
  !inCluster || !gathering.includes(strategy) ? null : strategy === 'pipeline' ? 'node' : 'slot';

/** Strategies that only ioredis or a bare socket can carry out: other libraries choose when they write. */
const withoutOtherLibraries = ['concurrent', 'nagle', 'wire'];

/** Whether there is code for a strategy with this workload and client library. */
export function hasSnippet(
  strategy: string,
  { commands: ids }: Pick<Workload, 'commands'>,
  inCluster: boolean,
  client: ClientId = defaultClient,
): strategy is SnippetStrategy {
  if (!snippetStrategies.some((id) => id === strategy)) return false;
  if (client !== defaultClient && (inCluster || withoutOtherLibraries.includes(strategy))) return false;
  // A bare socket would have to find the node of each key itself.
  if (strategy === 'wire') return !inCluster;
  return strategy !== 'multi-key' || (ids.length === 1 && ids.every((id) => 'multiKeyForm' in commands[id]));
}
