import type { LabelledLane } from '../contract/lesson.ts';
import type { LanePlan } from '../contract/plan.ts';

/** What may tell lanes of one strategy apart, in the order in which it is said. */
const fields = ['commands', 'dataSize', 'clients', 'threads', 'pipeline'] as const;

/** The lanes of a plan, each with what tells it from those of the same strategy. */
export const tellApart = (lanes: readonly LanePlan[]): LabelledLane[] =>
  lanes.map(({ id, strategy, label, workload }) => {
    const alike = lanes.filter((other) => other.strategy === strategy);
    const differing = fields.filter((field) =>
      alike.some((other) => String(other.workload[field]) !== String(workload[field])),
    );
    return {
      id,
      strategy,
      ...(label === undefined ? {} : { label }),
      own: Object.fromEntries(differing.map((field) => [field, workload[field]])),
    };
  });
