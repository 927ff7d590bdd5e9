import type { BatchLimitsCodes } from '../../../recipes/batch-limits.ts';
import { formatBytes, formatMs, formatShort } from '../../format.ts';
import type { RecipeWords } from '../../recipe-words.ts';
import { environments } from './sources.ts';

export const batchLimits: RecipeWords<BatchLimitsCodes> = {
  title: 'How large a batch should be',
  question: 'What does a larger batch gain? What does it cost in time, and in memory on both sides?',
  method:
    'GET of 1000 bytes over one connection of ioredis, in pipelines of 10 to 100,000. A second connection asks the server every 20 ms how much memory it holds for its clients (CLIENT LIST). The thread of the lane reads the size of its heap every 50 ms. The largest value of each slice counts. All of a pipeline is encoded before it is sent, and a slice ends with a whole pipeline.',
  source: `a published benchmark (author and title unknown); sentences without figures; ${environments.document2}`,
  ask: 'Which is the smallest batch within 5 % of the best throughput?',
  choices: {},
  takeaway: (size) =>
    `A batch of ${size} commands was the smallest within 5 % of the best throughput, with no network in between.`,
  claims: {
    'replies-queue': {
      text: 'The replies of one giant pipeline are queued in the memory of the server.',
      rule: 'Holds when the waiting replies take at least twice as much memory at 100,000 commands as at 10,000, with the whole interval. Less than 16 KiB counts as 16 KiB, because every connection has that anyway.',
    },
    'delays-its-caller': {
      text: 'One giant pipeline delays its caller.',
      rule: 'Holds when a pipeline of 100,000 takes at least 5 times as long as one of 10,000, with the whole interval.',
    },
    'split-it': {
      text: 'Split it, about 10,000 commands each.',
      rule: 'Holds when pipelines of 10,000 reach at least 0.9 times the throughput of those of 100,000, with the whole interval: splitting loses nothing.',
    },
  },
  labels: {
    'all-sizes': 'pipelines of 10 to 100,000',
    'get-by-size': 'GET of 1000 bytes over one connection, by the size of the pipeline',
    'replies-waiting': 'replies waiting',
    'client-memory': 'client memory',
    'time-of-a-pipeline': 'time of a pipeline',
    throughput: 'throughput',
  },
  sentences: {
    'fastest-batch': ({ batch, rate, enough }, { count, perSecond }) =>
      `Pipelines of ${count(batch)} are the fastest, ${perSecond(rate)}; ${enough === batch ? 'no smaller batch is within 5 % of that' : `${count(enough)} are enough to be within 5 % of that`}.`,
    'longer-wait': ({ giant, giantMs, split, splitMs }, { count }) =>
      `A command of a pipeline of ${count(giant)} waits ${formatMs(giantMs)} ms for its reply (median), of ${count(split)} ${formatMs(splitMs)} ms: ${formatShort(giantMs / splitMs)} times as long.`,
    'gain-of-giant': ({ ratio, split }, say) =>
      `For that the throughput is ${say.ratio(ratio)} of that of ${say.count(split)}.`,
    memory: ({ batches }, { count }) =>
      `Replies that waited in the server, and memory of the client's thread, at most: ${batches
        .map(
          ({ batch, serverBytes, clientBytes }) =>
            `${count(batch)}: ${formatBytes(Math.round(serverBytes))} and ${formatBytes(clientBytes)}`,
        )
        .join('; ')}.`,
  },
};
