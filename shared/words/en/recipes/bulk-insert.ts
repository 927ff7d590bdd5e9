import type { BulkInsertCodes } from '../../../recipes/bulk-insert.ts';
import { formatBytes, formatDuration, formatShare } from '../../format.ts';
import { isUnclear, type RecipeWords } from '../../recipe-words.ts';
import { counted } from '../counted.ts';
import { environments } from './sources.ts';

export const bulkInsert: RecipeWords<BulkInsertCodes> = {
  title: 'A large load, in pipelines',
  question:
    'How long do 10 million SETs take with 1, 2, 5 and 10 threads? How much memory do they take, and what would 800 million need?',
  method:
    'Pipelines of 1000 over one connection a thread, with ioredis and with a raw socket. Each load fills an empty server of its own. Each thread writes its share of the keys one after the other. Keys follow the published pattern behind the prefix of the run; a value is as long as the number of its key. There is no warm-up, so that every key is written once: the server counts them. A load is cut into parts, and the median of the parts counts, because the first part finds the client cold. The quick form writes 500,000 keys (ioredis pipelines) and 1,000,000 keys (raw socket). The time of 10 million follows from the rate.',
  source: `a published benchmark (author and title unknown); Jedis pipelines, one connection a thread: 10,000,000 SETs in all; ${environments.document4}`,
  ask: 'How many threads do the load the fastest on this machine, in pipelines of ioredis?',
  choices: {},
  takeaway: (_, count) =>
    `With pipelines, the load was done the soonest by ${counted(Number(count), 'thread')}.`,
  claims: {
    'threads-help-large-jobs': {
      text: 'For a large job more threads do shorten a pipelined load.',
      rule: 'Holds when 5 threads write with ioredis at least 1.1 times as fast as one, with the whole interval (published: 1.56).',
    },
  },
  labels: {
    'ioredis-pipelines': 'ioredis pipelines',
    'key-count': ({ keys }, { count }) => `${count(keys)} keys`,
    'sets-in-pipelines': ({ commands, batch }, { count }) =>
      `${count(commands)} SETs, in pipelines of ${batch}`,
    keys: 'keys',
    'keys-per-second': 'keys/s',
    'for-millions': ({ millions }) => `${millions} million`,
    'bytes-a-key': 'bytes a key',
    'what-rows-need': ({ rows }, { count }) => `What ${count(rows)} would need, by what was measured`,
    time: 'time',
    'job-time': ({ ms }) => formatDuration(ms),
    'share-of-a-day': 'share of a day',
    memory: 'memory',
    fits: 'would fit',
    'machine-has': ({ bytes }) => `refused: this machine has ${formatBytes(bytes)}`,
    'server-may-use': ({ bytes }) => `refused: the server may use ${formatBytes(bytes)} at most`,
  },
  sentences: {
    'fastest-count': ({ client, threads, keys, ms, rate, measuredKeys, gain }, say) => {
      const unclear = isUnclear(gain);
      return [
        `By ${say.label(client)}, ${counted(threads, 'thread')} ${unclear ? 'did best' : `${threads === 1 ? 'is' : 'are'} the fastest`}: `,
        `${say.count(keys)} keys in ${formatDuration(ms)} (${say.perSecond(rate)}`,
        measuredKeys === null ? ')' : `, by the rate of ${say.count(measuredKeys)})`,
        gain ? `, ${say.ratio(gain)} as fast as one thread` : '',
        unclear ? ', which is inconclusive' : '',
        '.',
      ].join('');
    },
    'not-every-key': ({ loads }, { label, list }) =>
      `Not every SET made a new key with ${list(loads.map(label))}: the figures per key are not to be trusted.`,
    needs: ({ bytesAKey, rows, ms, shareOfDay, load, bytes, fit }, { label, count }) =>
      `A key takes ${Math.round(bytesAKey)} bytes of the server's memory. ${count(rows)} rows a day would take ${formatDuration(ms)} of it (${formatShare(shareOfDay)}) at the best rate, by ${label(load)}, and ${formatBytes(bytes)}: ${label(fit)}.`,
  },
};
