import type { CliCommand } from '../help/command.ts';

/** Every command, in the order of the help; usage and shell completion follow from this table. */
export const commands: readonly CliCommand[] = [
  {
    name: 'bench',
    summary: 'measure',
    usage: async () => (await import('../help/bench.ts')).benchUsage,
    load: async () => (await import('./bench.ts')).bench,
  },
  {
    name: 'advise',
    summary: 'find the strategy and the batch size for a workload, with code for it',
    usage: async () => (await import('../help/advise.ts')).adviseUsage,
    load: async () => (await import('./advise.ts')).advise,
  },
  {
    name: 'compare',
    summary: 'hold a result against an earlier one',
    usage: async () => (await import('../help/compare.ts')).compareUsage,
    load: async () => (await import('./compare.ts')).compareCommand,
  },
  {
    name: 'report',
    summary: 'make reports of a stored result',
    usage: async () => (await import('../help/report.ts')).reportUsage,
    load: async () => (await import('./report.ts')).report,
  },
  {
    name: 'recipes',
    summary: 'list the published experiments and other lessons, for bench --recipe NAME',
    usage: async () => (await import('../help/recipes.ts')).recipesUsage,
    load: async () => (await import('./recipes.ts')).listRecipes,
  },
  {
    name: 'agent',
    summary: 'carry out shares of runs that other machines start (bench --agents)',
    usage: async () => (await import('../help/agent.ts')).agentUsage,
    load: async () => (await import('./agent.ts')).agent,
  },
  {
    name: 'clean',
    summary: 'remove the keys that crashed runs have left on a server',
    usage: async () => (await import('../help/clean.ts')).cleanUsage,
    load: async () => (await import('./clean.ts')).clean,
  },
  {
    name: 'selfcheck',
    summary: 'prove the instrument on this machine',
    usage: async () => (await import('../help/selfcheck.ts')).selfcheckUsage,
    load: async () => (await import('./selfcheck.ts')).selfcheck,
  },
  {
    name: 'completion',
    summary: 'print what completes these commands in bash, zsh or fish',
    usage: async () => (await import('../help/completion.ts')).completionUsage,
    load: async () => {
      const { completion } = await import('./completion.ts');
      return (call, terminal) => completion(call, terminal, commands);
    },
  },
];
