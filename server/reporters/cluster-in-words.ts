import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { SlotsMoved } from '../../shared/contract/result.ts';
import { formatDuration } from '../../shared/words/format.ts';
import type { ClusterFigures } from '../../shared/contract/figures.ts';

const count = (number: number) => number.toLocaleString('en-US');

/** What a lane did to each master of a cluster, and how often it was sent elsewhere. Nothing for a single server. */
export function clusterInWords({ server: { cluster } }: LaneResult): string[] {
  if (!cluster) return [];
  const nodes = cluster.nodes.map(({ name, calls }) => `${name} ${calls === null ? '–' : count(calls)}`);
  return [`calls by node: ${nodes.join(', ')}`, redirectionsInWords(cluster)];
}

function redirectionsInWords({ redirections }: ClusterFigures): string {
  if (redirections === null) return 'redirections: this server does not count them';
  const { moved, ask, tryAgain, crossSlot } = redirections;
  const all = [`MOVED ${count(moved)}`, `ASK ${count(ask)}`, `CROSSSLOT ${count(crossSlot)}`];
  if (tryAgain > 0) all.push(`TRYAGAIN ${count(tryAgain)}`);
  return `redirections: ${all.join(', ')}`;
}

/** Slots that were moved during the run. */
export const moveInWords = ({ atMs, tookMs, slots: [first, last], keys, from, to }: SlotsMoved): string =>
  `${formatDuration(atMs)} after the beginning, slots ${first}–${last} moved with ${count(keys)} keys from ${from} to ${to}, within ${formatDuration(tookMs)}.`;
