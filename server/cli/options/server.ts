import { limits } from '../../../shared/limits.ts';
import { accesses, persistences } from '../../../shared/contract/enums.ts';
import { parseCount, parseSize } from './units.ts';
import { asIs, parseSwitch, type BenchOption } from './option.ts';

const server = (field: string, read: (text: string, option: string) => unknown) => ({
  path: ['server', field],
  read,
});

/** How the private server is started; each makes a part of the plan's `server`. */
export const serverOptions: readonly BenchOption[] = [
  {
    name: 'persistence',
    argument: persistences.join('|'),
    choices: persistences,
    group: 'The private server',
    help: 'what it writes to disk (off)',
    plan: server('persistence', asIs),
  },
  {
    name: 'io-threads',
    argument: 'n',
    group: 'The private server',
    help: `threads that read and write its sockets (${limits.ioThreads.default})`,
    plan: server('ioThreads', parseCount),
  },
  {
    name: 'maxmemory',
    argument: '512mb',
    group: 'The private server',
    help: 'what it may take (half of what there is, and at most 4gb)',
    plan: server('maxMemoryBytes', parseSize),
  },
  {
    name: 'tls',
    argument: '0|1',
    choices: ['0', '1'],
    group: 'The private server',
    help: '1: TLS alone, with a throw-away certificate (0)',
    plan: server('tls', parseSwitch),
  },
  {
    name: 'access',
    argument: accesses.join('|'),
    choices: accesses,
    group: 'The private server',
    help: 'what it asks of its clients (open)',
    plan: server('access', asIs),
  },
];
