import { defaultClient, type ClientId } from '../contract/enums.ts';
import { cachedStrategy, traitsOf, usualClient } from '../contract/strategies.ts';
import type { StrategySnippet } from '../contract/strategy.ts';
import { hasMultiKeyForm } from '../commands/workload.ts';
import type { Workload } from '../contract/workload.ts';

const snippets = import.meta.glob<StrategySnippet>('../strategies/*.ts', {
  eager: true,
  query: '?snippet',
  import: 'snippet',
});

/** `undefined`: there is no code of it. */
export const snippetOf = (strategy: string): StrategySnippet | undefined =>
  snippets[`../strategies/${strategy}.ts`];

/** What of a workload stands in its code. */
export type SnippetWorkload = Pick<
  Workload,
  | 'commands'
  | 'customCommand'
  | 'customCommands'
  | 'clients'
  | 'threads'
  | 'resp'
  | 'rps'
  | 'callers'
  | 'ttlSeconds'
  | 'clientTimeout'
  | 'gatherMs'
  | 'maxBatch'
  | 'maxBatchBytes'
>;

/** What the code is to do. */
export interface SnippetRequest {
  strategy: string;
  snippet: StrategySnippet;
  /** Client library; the raw socket has none. */
  client: ClientId;
  /** Batch size, or commands in flight on each connection. */
  batchSize: number;
  workload: SnippetWorkload;
  inCluster: boolean;
}

/** Whether commands come one by one, at a rate or from callers, instead of being at hand. */
export const comeSingly = ({ rps, callers }: SnippetWorkload): boolean =>
  rps !== undefined || callers !== undefined;

/** Whether each command is sent for itself, so that no batch is made. */
export function sendsSingly({ strategy, snippet, batchSize, workload }: SnippetRequest): boolean {
  if (snippet.by !== 'each') return false;
  return comeSingly(workload) || batchSize === 1 || [cachedStrategy, 'one-by-one'].includes(strategy);
}

/** Whether a batch has to be split before a cluster takes it: by node, or by slot where it must stay whole. */
export const splitsIn = ({ snippet: { by }, inCluster }: SnippetRequest): 'node' | 'slot' | null =>
  !inCluster || by === 'each' ? null : by === 'pipeline' || by === 'gather' ? 'node' : 'slot';

/** Whether there is code for a strategy with this workload and client library. */
export function hasSnippet(
  strategy: string,
  { commands: ids }: Pick<Workload, 'commands'>,
  inCluster: boolean,
  client: ClientId = defaultClient,
): boolean {
  const snippet = snippetOf(strategy);
  if (!snippet) return false;
  if (usualClient(strategy) !== defaultClient && client !== usualClient(strategy)) return false;
  if (client !== defaultClient && (inCluster || traitsOf(strategy)?.writesItself)) return false;
  // A bare socket would have to find the node of each key itself.
  if (snippet.by === 'wire') return !inCluster;
  return snippet.by !== 'multi-key' || hasMultiKeyForm({ commands: ids });
}
