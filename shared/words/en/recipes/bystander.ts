import type { BystanderCodes } from '../../../recipes/bystander.ts';
import { formatMs, formatShort } from '../../format.ts';
import type { RecipeWords } from '../../recipe-words.ts';

const lanes: RecipeWords<BystanderCodes>['choices'] = {
  'one-by-one-1': 'one by one',
  'auto-pipeline-100': 'auto-pipeline, 100 in flight',
  'pipeline-10': 'pipelines of 10',
  'pipeline-100': 'pipelines of 100',
  'pipeline-10000': 'pipelines of 10,000',
  'multi-10000': 'MULTI of 10,000',
  'multi-key-10000': 'MSET of 10,000',
  'lua-10000': 'a script for 10,000',
};

export const bystander: RecipeWords<BystanderCodes> = {
  title: 'Batches and other clients',
  question: 'How long does another client of the server wait while somebody sends batches?',
  method:
    'One connection of ioredis sends SETs of 100 bytes in several ways, as fast as it can. Meanwhile another client sends 500 GETs a second, each timed from the moment it was written. Before that, it is alone for two seconds. With a private server, all of them share one machine. The figures then include the wait for a free core.',
  source: 'a published benchmark (author and title unknown); said without figures',
  ask: 'Beside which of these does a GET of another client wait the longest (p99)?',
  choices: lanes,
  takeaway: (load) => `Other clients waited the longest for their replies (p99) beside this load: ${load}.`,
  claims: {
    'others-are-served': {
      text: 'While a pipeline is written, other clients are served as well.',
      rule: 'Holds when the p99 of the other client’s GETs is less than half the time of a pipeline of 10,000, from its flush to its last reply (median). Does not hold when the median of the GETs is longer than that pipeline.',
    },
  },
  labels: {
    ...lanes,
    'eight-ways': 'eight ways, and a client beside them',
    'gets-of-another': ({ rps }) => `Another client’s GETs, ${rps} a second, ms`,
    'its-latency': ({ key }) => `its ${key}`,
    'p99-to-alone': 'p99 / alone',
    'batch-p50': 'batch p50',
  },
  sentences: {
    'giant-not-measured': 'The lane with pipelines of 10,000 was not measured.',
    'beside-a-pipeline': ({ batchMs, p50Ms, p99Ms }) =>
      `A pipeline of 10,000 takes ${formatMs(batchMs)} ms (median); another client’s GETs beside it ${formatMs(p50Ms)} ms (median), ${formatMs(p99Ms)} ms (p99).`,
    'slow-even-alone': ({ p99Ms }) =>
      `Even alone they take up to ${formatMs(p99Ms)} ms (p99): the machine is too busy to tell.`,
    'served-in-between': 'Most GETs are served in between, but not all of them clearly before the end.',
    'longest-beside': ({ aloneMs, lane, p99Ms }) =>
      `Alone, the other client waits ${formatMs(aloneMs)} ms (p99). It waits longest beside ${lanes[lane]}: ${formatMs(p99Ms)} ms.`,
    'slowed-by': ({ atLeast, lanes: slow }, { list }) =>
      `At least ${atLeast} times as long as alone: ${list(slow.map(({ lane, times }) => `${lanes[lane]} (${formatShort(times)} times)`))}.`,
    'slowed-by-none': ({ atLeast }) =>
      `Nothing makes it wait ${atLeast} times as long as alone; less is inconclusive.`,
  },
};
