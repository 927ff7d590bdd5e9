import type { CliCommand, CommandUsage } from '../../help/command.ts';

/** A command with what can be typed behind it. */
export type DescribedCommand = Pick<CliCommand, 'name' | 'summary'> &
  Pick<CommandUsage, 'options' | 'operands'>;

export const withUsage = (commands: readonly CliCommand[]): Promise<DescribedCommand[]> =>
  Promise.all(commands.map(async ({ name, summary, usage }) => ({ ...(await usage()), name, summary })));
