import type { PlanInput } from '../contract/plan.ts';

type Fields = NonNullable<PlanInput['workload']>;

/**
 * What a lane sends: its own fields, the others as in its plan. A lane with commands of its own takes no line of one's
 * own along that none of them sends, and no weights for another number of commands.
 */
export function laneWorkload<Of extends Fields>(plan: Of, own: Fields = {}): Of {
  const { commands } = own;
  const inherited: Fields = { ...plan };
  const hasLines = own.customCommand !== undefined || own.customCommands !== undefined;
  if (hasLines || (commands && !commands.includes('custom'))) {
    delete inherited.customCommand;
    delete inherited.customCommands;
  }
  if (commands && inherited.ratio?.length !== commands.length) delete inherited.ratio;
  return { ...inherited, ...own } as Of;
}
