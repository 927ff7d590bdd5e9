import { adviseBranches, adviseOptions } from '../options/advise.ts';
import { asWords, checkTaken } from '../options/branch.ts';
import type { CliCommand } from '../options/command.ts';
import { lastOf } from '../../terminal/options/option-words.ts';

export const command: CliCommand = {
  usage: 'npm run advise -- [options]        or: roundtrip advise [options]',
  about: `Searches the strategy and the batch size for a workload on a server over a network: measures throughput
and p99 at growing batch sizes, says which batch is large enough, or that batching is not worth it, and prints
code with those settings for the client library (--client). From roundtrip.config.* it uses the workload, the
client library, the server and the network. The strategies, batch size and times there are for bench: a search
chooses its own.`,
  options: adviseOptions,
  branches: Object.values(adviseBranches),
  exitCodes:
    '0 done, also where noise leaves no advice; 1 the search could not be made or was stopped; 2 wrong usage.',
  examples: [
    'npm run advise -- -t get -d 1k',
    'npm run advise -- --rtt 5ms --p99 "< 20ms"',
    'npm run advise -- -u redis://127.0.0.1:6379 --rps 2000',
    'npm run advise -- --client node-redis',
    'npm run advise -- --trace app.trace',
  ],
  helpCommand: 'npm run advise -- --help',

  async run({ values }, terminal) {
    const trace = lastOf(values, 'trace');
    checkTaken(asWords(values), trace === null ? adviseBranches.ofSearch : adviseBranches.ofTrace);
    if (trace !== null) {
      const { adviseTrace } = await import('../activities/advise-trace.ts');
      return adviseTrace(trace, values, terminal);
    }
    const { advise } = await import('../activities/search.ts');
    return advise(values, terminal);
  },
};
