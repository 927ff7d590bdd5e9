import type { ClientsCodes } from '../../../recipes/clients.ts';
import type { RecipeWords } from '../../recipe-words.ts';

const ways = { 'one-by-one': 'one by one', 'auto-pipeline': 'auto-pipelining', pipeline: 'in pipelines' };

export const clients: RecipeWords<ClientsCodes> = {
  title: 'Does the client matter?',
  question: 'How much faster is the same batching with another client library?',
  method:
    'SET of 100 bytes over one connection, batches of 64. ioredis and node-redis carry out the same strategies, first with nothing in between, then through 1 ms. node-redis has no timeout for each command, as ioredis has none. GLIDE is not in every installation: compare it with --client.',
  source: 'questions of users: redis/ioredis#186, redis/node-redis#2207; no figures were published',
  ask: 'Which client writes the most SETs a second in pipelines of 64?',
  choices: { ioredis: 'ioredis', 'node-redis': 'node-redis' },
  takeaway: (name) => `In pipelines with nothing in between, ${name} wrote the most SETs a second here.`,
  claims: {
    'matters-in-batches': {
      text: 'In pipelines the client’s CPU is the limit, so the library matters.',
      rule: 'Holds when node-redis is at least 1.25 times as fast as ioredis in pipelines with nothing in between, with the whole interval.',
    },
    'hardly-matters-over-a-link': {
      text: 'Where each command waits for a round trip, the library hardly matters.',
      rule: 'Holds when one by one, through 1 ms, node-redis has 0.9 to 1.1 times the throughput of ioredis, with the whole interval.',
    },
  },
  labels: {
    'set-at': ({ rttMs }) =>
      `SET of 100 bytes, ${rttMs === 0 ? 'with nothing in between' : `through ${rttMs} ms`}`,
    'against-ioredis': 'against ioredis',
  },
  sentences: {
    gains: ({ rttMs, gains }, { ratio, list }) =>
      `node-redis against ioredis ${rttMs === 0 ? 'with nothing in between' : `through ${rttMs} ms`}: ${list(gains.map((gain) => `${ways[gain.strategy]} ${ratio(gain.ratio)}`))}.`,
  },
};
