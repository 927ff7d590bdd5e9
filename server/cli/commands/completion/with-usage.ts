import type { Command, CommandUsage } from '../../help/command.ts';

/** A command with what can be typed behind it. */
export type DescribedCommand = Pick<Command, 'name' | 'summary'> & Pick<CommandUsage, 'options' | 'operands'>;

export const withUsage = (commands: readonly Command[]): Promise<DescribedCommand[]> =>
  Promise.all(commands.map(async ({ name, summary, usage }) => ({ ...(await usage()), name, summary })));
