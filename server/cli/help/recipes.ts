import { recipes } from '../../../shared/sweep/recipes.ts';
import type { CommandUsage } from './command.ts';

export const recipesCall = 'Usage: npm run recipes [NAME]        or: roundtrip recipes [NAME]';

export const recipesUsage: CommandUsage = {
  options: [{ name: 'help', short: 'h', group: 'Output', help: 'this text' }],
  operands: recipes.map(({ id }) => id),
  help: () =>
    `${recipesCall}\n\nLists the recipes with the time that each takes, or tells what one of them does.\n`,
  helpCommand: 'npm run recipes -- --help',
};
