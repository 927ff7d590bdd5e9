import type { CommandUsage } from './command.ts';
import { checks } from '../selfcheck/index.ts';

const help = () => `Usage: npm run selfcheck -- [--only ${checks.map(({ id }) => id).join(',')}]

Proves the instrument on this machine: each line is measured, now. Takes about three minutes.
Exit codes: 0 all passed; 1 something did not; 2 wrong usage.
`;

export const selfcheckUsage: CommandUsage = {
  options: [
    {
      name: 'only',
      argument: 'a,b,…',
      choices: checks.map(({ id }) => id),
      severalChoices: true,
      help: 'these checks alone',
    },
    { name: 'help', short: 'h', help: 'this text' },
  ],
  help,
  helpCommand: 'npm run selfcheck -- --help',
};
