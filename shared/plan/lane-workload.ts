import type { PlanInput } from '../contract/plan.ts';

type Fields = NonNullable<PlanInput['workload']>;

/**
 * What a lane sends: its own fields, the others as in its plan. A lane with commands of its own takes no line of one's
 * own along that none of them sends, and no weights for another number of commands.
 */
export function laneWorkload<Of extends Fields>(plan: Of, own: Fields = {}): Of {
  const { commands } = own;
  const { customCommand: _, customCommands: __, ...withoutLines } = plan;
  const { ratio, ...withoutWeights } = commands && !commands.includes('custom') ? withoutLines : plan;
  const kept = commands && ratio?.length !== commands.length ? withoutWeights : { ...withoutWeights, ratio };
  return { ...kept, ...own } as Of;
}
