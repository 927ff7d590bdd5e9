import type { CommandId } from '../../../shared/contract/commands.ts';
import type { Workload } from '../../../shared/contract/workload.ts';

/** The different commands of a mix, in its order; empty for a workload of a single command. */
export function commandsOfMix({ commands }: Pick<Workload, 'commands'>): readonly CommandId[] {
  const different = [...new Set(commands)];
  return different.length > 1 ? different : [];
}
