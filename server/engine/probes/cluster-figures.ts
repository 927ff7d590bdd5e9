import type { ClusterFigures } from '../../../shared/contract/figures.ts';

/** What the masters of a cluster did while a lane had them. */
export interface ClusterWindow {
  nodes: { name: string; calls: number | null; cpuMs: number | null }[];
  /** By the first word of an error; `null`: not told. */
  errors: Record<string, number> | null;
}

const plus = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

export function addCluster(a: ClusterWindow | undefined, b: ClusterWindow): ClusterWindow {
  if (!a) return b;
  const names = [...new Set([...a.nodes, ...b.nodes].map(({ name }) => name))];
  const none = { calls: 0, cpuMs: 0 };
  return {
    nodes: names.map((name) => {
      const [before = none, after = none] = [a, b].map(({ nodes }) =>
        nodes.find((node) => node.name === name),
      );
      return { name, calls: plus(before.calls, after.calls), cpuMs: plus(before.cpuMs, after.cpuMs) };
    }),
    errors: addErrors(a.errors, b.errors),
  };
}

type Errors = ClusterWindow['errors'];

export function addErrors(a: Errors, b: Errors): Errors {
  if (a === null || b === null) return null;
  const sums = { ...a };
  for (const [name, count] of Object.entries(b)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

export function clusterFigures({ nodes, errors }: ClusterWindow, loadMs: number): ClusterFigures {
  return {
    nodes: nodes.map(({ name, calls, cpuMs }) => ({
      name,
      calls,
      cpu: cpuMs === null || loadMs === 0 ? null : cpuMs / loadMs,
    })),
    redirections:
      errors === null
        ? null
        : {
            moved: errors['MOVED'] ?? 0,
            ask: errors['ASK'] ?? 0,
            tryAgain: errors['TRYAGAIN'] ?? 0,
            crossSlot: errors['CROSSSLOT'] ?? 0,
          },
  };
}

/** Share of one core of the master that was busiest; `null` when one does not tell. */
export function busiest({ nodes }: ClusterFigures): number | null {
  const shares = nodes.map(({ cpu }) => cpu);
  return shares.reduce((most, share) => (most === null || share === null ? null : Math.max(most, share)), 0);
}
