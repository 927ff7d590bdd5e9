import { limits } from '../../../shared/limits.ts';
import { accesses, persistences, serverPrograms } from '../../../shared/contract/enums.ts';
import { parseCount, parseSize } from './units.ts';
import { asIs, parseSwitch, type BenchOption } from './option.ts';

const server = (field: string, read: (text: string, option: string) => unknown) => ({
  makesServers: true,
  plan: { path: ['server', field], read },
});

/**
 * How the private server is started; each makes a part of the plan's `server`. Several values, with commas, are several
 * private servers, each with the same lanes.
 */
export const serverOptions: readonly BenchOption[] = [
  {
    name: 'server',
    argument: 'a,b',
    choices: serverPrograms,
    severalChoices: true,
    group: 'The private server',
    help: `which program it is: ${serverPrograms.join(' or ')} (the first that is installed). Here and in the options below several values, as in 1,4, make the same lanes on several servers, compared in one run`,
    ...server('program', asIs),
  },
  {
    name: 'persistence',
    argument: persistences.join('|'),
    choices: persistences,
    severalChoices: true,
    group: 'The private server',
    help: 'what it writes to disk (off)',
    ...server('persistence', asIs),
  },
  {
    name: 'io-threads',
    argument: 'n',
    group: 'The private server',
    help: `threads that read and write its sockets (${limits.ioThreads.default})`,
    ...server('ioThreads', parseCount),
  },
  {
    name: 'maxmemory',
    argument: '512mb',
    group: 'The private server',
    help: 'what it may take (half of the machine’s memory, and at most 4gb)',
    ...server('maxMemoryBytes', parseSize),
  },
  {
    name: 'tls',
    argument: '0|1',
    choices: ['0', '1'],
    severalChoices: true,
    group: 'The private server',
    help: '1: TLS alone, with a throw-away certificate (0)',
    ...server('tls', parseSwitch),
  },
  {
    name: 'access',
    argument: accesses.join('|'),
    choices: accesses,
    severalChoices: true,
    group: 'The private server',
    help: 'what it asks of its clients (open)',
    ...server('access', asIs),
  },
];
