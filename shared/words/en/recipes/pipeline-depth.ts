import type { PipelineDepthCodes } from '../../../recipes/pipeline-depth.ts';
import { isUnclear, type RecipeWords } from '../../recipe-words.ts';
import { environments } from './sources.ts';

export const pipelineDepth: RecipeWords<PipelineDepthCodes> = {
  title: 'How deep a pipeline should be',
  question: 'Which depth is best for which size of command, and what does it depend on?',
  method:
    'SET of 100, 200 and 3000 bytes over 20 connections at depths from 1 to 40, on a raw socket that stands for redis-benchmark. Then 3000 bytes through 1000 Mbit/s, the bandwidth of the published link. The full form adds the same sweep with ioredis.',
  source: `a published benchmark (author and title unknown); redis-benchmark, SET over 20 connections, 1 to 5 million commands; ${environments.document0}`,
  ask: 'Which depth is the fastest for commands of 100 bytes on this machine?',
  choices: {},
  takeaway: (depth) => `For commands of 100 bytes, the fastest here was to send ${depth} at a time.`,
  claims: {
    'order-of-magnitude': {
      text: 'For commands of 100 bytes a pipeline gains an order of magnitude.',
      rule: 'Holds when the fastest depth reaches at least 10 times the throughput of depth 1 with its whole interval (published: 10.7 at depth 10).',
    },
    'fills-packets': {
      text: 'A pipeline is best when depth times size just fills the packets of the link.',
      rule: 'Holds when depth 11 reaches at most 0.8 times the throughput of depth 10 at 100 bytes with its whole interval (published: 0.56). This is judged over a link with an MTU of 1500.',
    },
    'nothing-for-large': {
      text: 'For commands of 3 kB and more a pipeline gains nothing.',
      rule: 'Holds when depth 8 reaches less than 1.2 times the throughput of depth 1 at 3000 bytes with its whole interval (published: 1.03). This is judged through the link of 1000 Mbit/s, or on the way to a server elsewhere.',
    },
  },
  labels: {
    'set-of': ({ bytes, connections }) => `SET of ${bytes} bytes, ${connections} connections`,
    'set-through-link': ({ bytes, mbit }) => `SET of ${bytes} bytes through ${mbit} Mbit/s`,
    segments: 'segments',
    'fastest-depth': 'the fastest depth',
  },
  sentences: {
    'fastest-write': ({ depth, bytes }) =>
      `The fastest depth is ${depth}, with ${Math.round(bytes)} bytes a write.`,
    'gain-without-link': ({ ratio }, say) => `With nothing in between: ${say.ratio(ratio)}.`,
    'fastest-depth': ({ bytes, depth, gain, alike, ioredis }, { ratio, list }) => {
      const unclear = depth > 1 && isUnclear(gain);
      return [
        `${bytes} bytes: depth ${depth} ${unclear ? 'did best' : 'is the fastest'}, ${ratio(gain)} against depth 1`,
        unclear ? ', which is inconclusive' : '',
        alike.length > 0 ? `; as fast within the interval: ${list(alike.map(String))}` : '',
        '.',
        ioredis
          ? ` With ioredis: depth ${ioredis.depth}, ${ratio(ioredis.gain)}${isUnclear(ioredis.gain) && ioredis.depth > 1 ? ', which is inconclusive' : ''}.`
          : '',
      ].join('');
    },
    'server-cpu': ({ singleMicros, deepMicros }) =>
      `The server spends ${singleMicros.toFixed(2)} µs of CPU on a command of 100 bytes at depth 1, and ${deepMicros.toFixed(2)} µs at depth 40.`,
  },
};
