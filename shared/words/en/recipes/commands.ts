import type { CommandsCodes } from '../../../recipes/commands.ts';
import { formatMs } from '../../format.ts';
import type { RecipeWords } from '../../recipe-words.ts';

export const commands: RecipeWords<CommandsCodes> = {
  title: 'SET and LPUSH, one and ten at a time',
  question: 'What do ten commands a pipeline change for throughput, and for the time of a command?',
  method:
    'SET and LPUSH of 3 bytes over 50 connections on 1000 keys at depth 1 and 10. The private server syncs an append-only file every second, as published. The raw socket stands for redis-benchmark, with ioredis beside it. In a pipeline, the time of a command ends when the replies of the whole batch have arrived.',
  source:
    'a published benchmark (author and title unknown); redis-benchmark, 50 connections, 100,000 commands of 3 bytes on 1000 keys. Loopback; append-only file on, a snapshot when 10 keys changed in 300 s',
  ask: 'How many times the throughput do ten SETs a pipeline reach (raw socket)?',
  choices: {},
  takeaway: (times) => `Ten SETs at a time did ${times} times as many commands a second as one by one.`,
  claims: {
    'five-times': {
      text: 'Ten commands a pipeline give five times the throughput.',
      rule: 'Holds when SET and LPUSH each reach at least 4 times the throughput of depth 1 with the whole interval (published: 5.2 and 5.1).',
    },
    'parts-of-a-call': {
      text: 'A call is made of these: the client serialises, the network carries, the server parses, runs and serialises, the network carries back, the client parses.',
      rule: 'The start and the end of each part are not measured. Only the CPU of both ends is measured and shown.',
    },
  },
  labels: {
    'at-both-depths': 'SET and LPUSH at depth 1 and 10',
    'set-and-lpush': 'SET and LPUSH of 3 bytes, 50 connections',
    'time-of-a-command': 'Time of a command',
    'time-beside-published': 'Time of a command beside the published one, ms (raw socket)',
    measured: 'measured',
    'command-deep': ({ command, depth, than }) => `${command} at depth ${depth} against ${than}`,
  },
  sentences: {
    'no-cpu': 'The CPU of both ends was not measured.',
    'cpu-of-both': ({ clientMicros, serverMicros }) =>
      `A SET with ioredis at depth 1 takes ${clientMicros.toFixed(1)} µs of client CPU and ${serverMicros.toFixed(1)} µs of server CPU. How much of that is parsing and how much is the kernel cannot be separated.`,
    gains: ({ gains }, { ratio, list }) =>
      `Ten a pipeline against one: ${list(
        gains.map(
          (gain) =>
            `${gain.command} ${gain.client === 'wire' ? 'on a raw socket' : 'with ioredis'} ${ratio(gain.ratio)}`,
        ),
      )}.`,
    'longer-time': ({ command, deepMs, singleMs, publishedDeepMs, publishedSingleMs }) =>
      `${command}: in a pipeline of ten a command takes ${(deepMs / singleMs).toFixed(1)} times as long as by itself (median ${formatMs(deepMs)} against ${formatMs(singleMs)} ms; published ${publishedDeepMs ?? '–'} against ${publishedSingleMs ?? '–'} ms).`,
  },
};
