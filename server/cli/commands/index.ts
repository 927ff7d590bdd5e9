import type { CliCommand, CommandEntry } from '../options/command.ts';

const files = import.meta.glob<CliCommand>(['./*.ts', '!./index.ts'], { import: 'command' });

/** What each command does, in the order of the help. The file of its name is loaded on demand. */
const summaries = {
  bench: 'measure',
  advise: 'find the strategy and the batch size for a workload, with code for it',
  profile: 'run your program and say which of its lines waste round trips',
  compare: 'hold a result against an earlier one',
  trend: 'show the figures of a gate over its runs (bench --trend FILE)',
  report: 'make reports of a stored result',
  mcp: 'let coding agents profile your programs, and prove that a change mends them (MCP)',
  recipes: 'list the published experiments and other lessons, for bench --recipe NAME',
  agent: 'carry out shares of runs that other machines start (bench --agents)',
  clean: 'remove the keys that crashed runs have left on a server',
  acl: 'print the smallest ACL user for a run',
  selfcheck: 'prove the instrument on this machine',
  completion: 'print what completes these commands in bash, zsh or fish',
};

export const commands: readonly CommandEntry[] = Object.entries(summaries).flatMap(([name, summary]) => {
  const load = files[`./${name}.ts`];
  return load ? [{ name, summary, load }] : [];
});
