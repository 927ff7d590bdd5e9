import type { ConnectionsCodes } from '../../../recipes/connections.ts';
import { formatMs, formatShare, formatShort } from '../../format.ts';
import type { RecipeWords } from '../../recipe-words.ts';
import { environments } from './sources.ts';

export const connections: RecipeWords<ConnectionsCodes> = {
  title: 'More connections instead of batching',
  question: 'What do more connections do for throughput when every command awaits its reply?',
  method:
    'SET of 100 bytes, one by one, over 1, 5, 10 and 50 connections. The published client was a C program: the raw socket stands for it, with ioredis beside it. All commands write the same key, as with redis-benchmark by default.',
  source: `a published benchmark (author and title unknown); redis-benchmark, SET of 100 bytes, 1,000,000 commands; ${environments.document0}`,
  ask: 'How many times the throughput of one connection do 50 reach (raw socket)?',
  choices: {},
  takeaway: (times) =>
    `Without batching, 50 connections did ${times} times as many commands a second as one.`,
  claims: {
    'linear-until-saturated': {
      text: 'Throughput grows almost linearly with connections until the server is saturated, then stays level.',
      rule: 'Holds when 5 connections reach at least 3 times the throughput of one, and 50 reach from 0.75 to 1.33 times that of 10. Each must do so with its whole interval.',
    },
  },
  labels: { 'all-counts': '1, 5, 10 and 50 connections', 'set-one-by-one': 'SET of 100 bytes, one by one' },
  sentences: {
    gains: ({ client, singleRate, gains }, { perSecond, ratio, list }) =>
      `${client === 'wire' ? 'The raw socket' : 'ioredis'}: ${perSecond(singleRate)} over one connection, ${list(gains.map((gain) => `${ratio(gain.ratio)} over ${gain.connections}`))}.`,
    'server-saturated': ({ cpu }) =>
      `At the end the server's main thread is ${formatShare(cpu)} busy: it is saturated, and further connections bring nothing.`,
    'server-not-saturated': ({ cpu }) =>
      `At the end the server's main thread is only ${formatShare(cpu)} busy: what is saturated is the client, or the cores that both share.`,
    'longer-wait': ({ singleMs, manyMs }) =>
      `Each command waits ${formatShort(manyMs / singleMs)} times as long over 50 connections as over one (median ${formatMs(manyMs)} against ${formatMs(singleMs)} ms).`,
  },
};
