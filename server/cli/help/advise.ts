import type { CommandUsage } from './command.ts';
import { adviseOptions } from '../options/advise.ts';
import { optionLines } from './help-text.ts';

const help = () =>
  [
    'Usage: npm run advise -- [options]        or: roundtrip advise [options]',
    '',
    'Searches the strategy and the batch size for a workload on a server over a network: measures throughput',
    'and p99 at growing batch sizes, says which batch is large enough, or that batching is not worth it, and prints',
    'code with those settings for the client library (--client). From roundtrip.config.* it uses the workload, the',
    'client library, the server and the network. The strategies, batch size and times there are for bench: a search',
    'chooses its own.',
    ...optionLines(adviseOptions),
    '',
    'Exit codes: 0 done, also where noise leaves no advice; 1 the search could not be made or was stopped; 2 wrong usage.',
    '',
    'Examples:',
    '  npm run advise -- -t get -d 1k',
    '  npm run advise -- --rtt 5ms --p99 "< 20ms"',
    '  npm run advise -- -u redis://127.0.0.1:6379 --rps 2000',
    '  npm run advise -- --client node-redis',
    '',
  ].join('\n');

export const adviseUsage: CommandUsage = {
  options: adviseOptions,
  help,
  helpCommand: 'npm run advise -- --help',
};
