import type { LanePlan, Workload } from '../contract/schemas.ts';

/** What may tell lanes of one strategy apart, in the order in which it is said. */
const fields = ['commands', 'dataSize', 'clients', 'threads', 'pipeline'] as const;

/** A lane by what makes its name. */
export interface ToldLane {
  id: string;
  strategy: string;
  /** The name that its plan gives it. */
  label?: string;
  /** In what it differs from the other lanes of its strategy. */
  own: Partial<Pick<Workload, (typeof fields)[number]>>;
}

/** The lanes of a plan, each with what tells it from those of the same strategy. */
export const tellApart = (lanes: readonly LanePlan[]): ToldLane[] =>
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
