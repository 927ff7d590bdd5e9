import type { ThreadsCodes } from '../../../recipes/threads.ts';
import { isUnclear, type RecipeWords } from '../../recipe-words.ts';
import { counted } from '../counted.ts';
import { environments } from './sources.ts';

export const threads: RecipeWords<ThreadsCodes> = {
  title: 'More threads for a small job',
  question: 'Do more threads shorten a job of 10,000 SETs, one by one and in one pipeline for each thread?',
  method:
    'ioredis with one connection a thread; the job is shared out evenly, and a pipeline holds the whole share of its thread. Keys follow the published pattern behind the prefix of the run; a value is as long as was published: the key one by one, its number in a pipeline. The full form does the job in five rounds; the quick one takes its time from the rate. Threads are up and connected before the clock starts.',
  source: `a published benchmark (author and title unknown); Jedis, one connection a thread: 10,000 SETs in all; ${environments.document4}`,
  ask: 'How many threads do the pipelined job the fastest on this machine?',
  choices: {},
  takeaway: (_, count) =>
    `With pipelines, 10,000 SETs were done the soonest by ${counted(Number(count), 'thread')}.`,
  claims: {
    'help-one-by-one': {
      text: 'More threads help when commands go one by one.',
      rule: 'Holds when 10 threads do the job at least 1.25 times as fast as one, with the whole interval (published: 8.1).',
    },
    'overhead-in-pipelines': {
      text: 'For a small job in one pipeline more threads only add overhead.',
      rule: 'Holds when 2 and 4 threads each do the pipelined job less than 1 times as fast as one, with the whole interval (published: 0.76 and 0.53).',
    },
  },
  labels: {
    'all-counts': '1, 2, 4 and 10 threads',
    'time-of-sets': ({ commands }, { count }) => `Time of ${count(commands)} SETs, ms`,
    'as-one-thread': 'as fast as 1 thread',
  },
  sentences: {
    'fastest-count': ({ strategy, threads: count, ms, gain, singleMs }, { ratio }) => {
      const unclear = isUnclear(gain);
      return [
        `${strategy === 'pipeline' ? 'In pipelines' : 'One by one'}, ${counted(count, 'thread')} ${unclear ? 'did best' : `${count === 1 ? 'is' : 'are'} the fastest`}: ${Math.round(ms)} ms`,
        gain ? `, ${ratio(gain)} as fast as one thread (${Math.round(singleMs)} ms)` : '',
        unclear ? ', which is inconclusive' : '',
        '.',
      ].join('');
    },
    'pipeline-against-threads': ({ ratio, published }, say) =>
      `One thread with a pipeline against 10 threads one by one: ${say.ratio(ratio)} (published: × ${published}).`,
  },
};
