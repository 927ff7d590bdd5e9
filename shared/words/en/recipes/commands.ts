import type { CommandsCodes } from '../../../recipes/commands.ts';
import { formatMs } from '../../format.ts';
import type { RecipeWords } from '../../recipe-words.ts';

export const commands: RecipeWords<CommandsCodes> = {
  title: 'SET and LPUSH, one and ten at a time',
  question: 'What do ten commands a pipeline change for throughput, and for the time that a command takes?',
  method:
    'SET and LPUSH of 3 bytes over 50 connections on 1000 keys at depth 1 and 10, on a private server with an append-only file that is synced every second, as published. The raw socket stands for redis-benchmark, ioredis beside it. In a pipeline, the time of a command lasts until the whole batch is there.',
  source:
    'a published benchmark (author and title unknown); redis-benchmark, 50 connections, 100,000 commands of 3 bytes on 1000 keys; loopback; append-only file on, a snapshot when 10 keys changed in 300 s',
  ask: 'How many times the throughput do ten SETs a pipeline reach (raw socket)?',
  choices: {},
  claims: {
    'five-times': {
      text: 'Ten commands a pipeline give five times the throughput.',
      rule: 'Holds when SET and LPUSH each reach at least 4 times the throughput of depth 1 with the whole interval (published: 5.2 and 5.1).',
    },
    'parts-of-a-call': {
      text: 'A call is made of these: the client serialises, the network carries, the server parses, runs and serialises, the network carries back, the client parses.',
      rule: 'Where each part begins and ends is not measured: only the CPU of both ends, which is shown.',
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
      `Of a SET with ioredis at depth 1, ${clientMicros.toFixed(1)} µs are CPU of the client and ${serverMicros.toFixed(1)} µs CPU of the server; which part of it is parsing, and which the kernel’s, cannot be separated.`,
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
