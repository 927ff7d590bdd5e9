import type { Change, ServersCodes, Way } from '../../../recipes/servers.ts';
import { serverName } from '../../server-names.ts';
import type { RecipeWords } from '../../recipe-words.ts';
import { capital } from '../counted.ts';

const before: Readonly<Record<Change, string>> = {
  program: 'redis-server',
  'io-threads': '1 I/O thread',
  persistence: 'no file',
};
const after: Readonly<Record<Change, string>> = {
  program: 'valkey-server',
  'io-threads': '4 I/O threads',
  persistence: 'every write synced',
};
const changes: Readonly<Record<Change, string>> = {
  program: 'Redis beside Valkey',
  'io-threads': '1 beside 4 I/O threads',
  persistence: 'No file beside one that is synced before each reply',
};
const ways: Readonly<Record<Way, string>> = {
  'one-by-one': 'one by one with ioredis',
  pipeline: 'pipelines of 64 with ioredis',
  'raw-single': 'one by one on a raw socket',
  'raw-pipeline': 'pipelines of 64 on a raw socket',
};

export const servers: RecipeWords<ServersCodes> = {
  title: 'Which server?',
  question: 'Which changes throughput more: another server program, or another setting of it?',
  method:
    'SET of 100 bytes over 20 connections. Two servers take turns in each step: Redis beside Valkey, 1 beside 4 I/O threads, no file beside one that is synced before each reply. So each ratio comes from pairs of the same rounds. The raw socket shows the server itself; ioredis shows how much of it a program gets. A step whose server program is not installed is skipped. For the I/O threads the client has two threads.',
  source:
    'redis.conf of Redis 7 about I/O threads; a test of Valkey 8 by devhands.io: with one I/O thread, Redis and Valkey each did about 160,000 commands/s',
  ask: 'Which change alters throughput the most on this machine?',
  choices: {
    program: 'Valkey for Redis',
    'io-threads': '4 I/O threads',
    persistence: 'syncing each write',
  },
  takeaway: (name) => `What changed throughput the most on this machine: ${name}.`,
  claims: {
    'same-with-one-thread': {
      text: 'With one I/O thread, Valkey has the throughput of Redis.',
      rule: 'Holds when Valkey has 0.9 to 1.1 times the throughput of Redis, raw socket one by one, with the whole interval.',
    },
    'threads-double': {
      text: 'I/O threads easily double throughput without pipelining.',
      rule: 'Holds when 4 I/O threads have at least 1.5 times the throughput of one, raw socket one by one, with the whole interval. The machine needs 6 cores: 4 for the I/O threads, 2 for the client.',
    },
    'settings-matter-more': {
      text: 'What a server has to do for each command matters more than which program it is.',
      rule: 'Holds when, one by one with ioredis, syncing each write leaves less than 0.8 times the throughput, and Valkey has 0.8 to 1.25 times that of Redis. Both with the whole interval.',
    },
  },
  labels: {
    change: ({ change }) => changes[change],
    before: ({ change }) => before[change],
    after: ({ change }) => after[change],
    way: ({ way }) => ways[way],
    'against-before': 'against the first',
  },
  sentences: {
    gains: ({ change, programs, gains }, { ratio, list }) => {
      const [one, other] = programs
        ? [serverName(programs.before), serverName(programs.after)]
        : [before[change], capital(after[change])];
      return `${other} against ${one}: ${list(gains.map((gain) => `${ways[gain.way]} ${ratio(gain.ratio)}`))}.`;
    },
    'not-installed': ({ programs }, { list }) =>
      `${list(programs)} is not installed here, so Redis and Valkey were not compared.`,
    'too-few-cores': ({ cores, needed }) =>
      `This machine has ${cores} ${cores === 1 ? 'core' : 'cores'}; I/O threads and client need ${needed}.`,
  },
};
