import type { ShallowPipelinesCodes } from '../../../recipes/shallow-pipelines.ts';
import type { RecipeWords } from '../../recipe-words.ts';
import { environments } from './sources.ts';

export const shallowPipelines: RecipeWords<ShallowPipelinesCodes> = {
  title: 'Two or three commands at a time',
  question: 'What does a pipeline of only two or three commands bring, and why?',
  method:
    'SET of 3 bytes over 50 connections at depth 1, 2 and 3: the raw socket stands for redis-benchmark, ioredis pipelines beside it. Then one connection at a round trip of 250 ms, one by one and ten at a time, to see what a pipeline waits for.',
  source: `a published benchmark (author and title unknown); redis-benchmark, SET of 3 bytes over 50 connections, 100,000 commands; ${environments.document2}`,
  ask: 'How many times the throughput does a pipeline of 3 commands reach (raw socket)?',
  choices: {},
  takeaway: (times) => `Just three commands at a time did ${times} times as many a second as one by one.`,
  claims: {
    'four-a-second': {
      text: 'At a round trip of 250 ms one connection does 4 requests a second, however fast the server is.',
      rule: 'Holds when one by one reaches from 3.8 to 4.05 commands/s at 250 ms with its whole interval.',
    },
    'one-wait': {
      text: 'The reply to the first command of a pipeline takes the round trip; the others come right behind it.',
      rule: 'Holds when a pipeline of 10 takes at most 1.1 times as long as a single command at 250 ms (medians).',
    },
  },
  labels: {
    'all-depths': 'depth 1, 2 and 3 over 50 connections',
    'far-connection': ({ rttMs }) => `one connection at ${rttMs} ms`,
    'set-of-3-bytes': 'SET of 3 bytes over 50 connections',
    'one-far-connection': ({ rttMs }) => `One connection at a round trip of ${rttMs} ms`,
    'so-many-a-pipeline': ({ commands }) => `${commands} a pipeline`,
    'trip-p50': 'trip p50',
  },
  sentences: {
    'far-not-measured': ({ rttMs }) => `The step at ${rttMs} ms was not measured.`,
    'one-by-one': ({ rate, pingMs }, { perSecond }) =>
      `One by one: ${perSecond(rate)}${pingMs === null ? '' : ` at a measured round trip of ${pingMs.toFixed(1)} ms`}.`,
    'range-not-told-apart': 'Its interval neither lies within that range nor outside it.',
    'batch-and-single': ({ commands, batchMs, singleMs }) =>
      `A pipeline of ${commands} takes ${batchMs.toFixed(1)} ms, a single command ${singleMs.toFixed(1)} ms.`,
    gains: ({ depth, socket, ioredis }, { ratio }) =>
      `${depth} commands a pipeline: ${ratio(socket)} on a raw socket, ${ratio(ioredis)} with ioredis.`,
    'server-cpu': ({ singleMicros, deepMicros }) =>
      `The server spends ${singleMicros.toFixed(2)} µs on a command at depth 1 and ${deepMicros.toFixed(2)} µs at depth 3: what is saved are reads and writes.`,
    'far-gain': ({ rttMs, commands, ratio }, say) =>
      `At ${rttMs} ms the same step from 1 to ${commands} brings ${say.ratio(ratio)}: there a pipeline saves waiting.`,
  },
};
