import type { LabelledLane } from '../contract/lesson.ts';
import type { LanePlan } from '../contract/plan.ts';
import { defined } from '../contract/defined.ts';
import type { Numbers } from './numbers.ts';
import { laneSuffix, type SuffixedLane } from '../plan/lane-suffix.ts';

/** The name of a lane without one of its own: that of its strategy, with its client library and its own server. */
export const laneLabel = (strategyLabel: string, lane: SuffixedLane, list?: Numbers['list']): string =>
  withSuffix(strategyLabel, laneSuffix(lane), list);

/** The id of a lane behind the name of its run, which tells it from the same id in other plans. */
export const nameInRun = (id: string, { name }: { name?: string | null | undefined }): string =>
  name == null ? id : `${name}: ${id}`;

export const withSuffix = (
  name: string,
  suffix: readonly string[],
  list: Numbers['list'] = (items) => items.join(', '),
): string => (suffix.length === 0 ? name : `${name} (${list(suffix)})`);

/** What may tell lanes of one strategy apart, in the order in which it is said. */
const fields = ['commands', 'dataSize', 'clients', 'threads', 'pipeline', 'clientTimeout'] as const;

/** The lanes of a plan, each with what tells it from those of the same strategy and client. */
export const tellApart = (lanes: readonly LanePlan[]): LabelledLane[] =>
  lanes.map(({ id, strategy, client, label, target, server, workload }) => {
    const suffix = laneSuffix({ client, target, server }).join();
    const alike = lanes.filter((other) => other.strategy === strategy && laneSuffix(other).join() === suffix);
    const differing = fields.filter((field) =>
      alike.some((other) => String(other.workload[field]) !== String(workload[field])),
    );
    return {
      id,
      strategy,
      ...defined({ client, target, server, label }),
      own: defined(Object.fromEntries(differing.map((field) => [field, workload[field]]))),
    };
  });
