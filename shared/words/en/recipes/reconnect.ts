import type { ReconnectCodes } from '../../../recipes/reconnect.ts';
import type { RecipeWords } from '../../recipe-words.ts';

const way = (rttMs: number) => (rttMs === 0 ? 'with nothing in between' : `at ${rttMs} ms`);

export const reconnect: RecipeWords<ReconnectCodes> = {
  title: 'A connection for every command',
  question: 'What does a new connection for each command, or for each batch, do to throughput?',
  method:
    'SET of 100 bytes, ten at a time. First over ten connections that are kept. Then with a new connection for each command (or each pipeline of 16): redis-benchmark calls that -k 0. Both run with nothing in between and at 5 ms, on a raw socket and with ioredis.',
  source: 'a published benchmark (author and title unknown); said without figures',
  ask: 'With a connection for each command, what share of ioredis’ throughput is left on loopback?',
  choices: {},
  takeaway: (share) =>
    `A new connection for each command leaves ${share} of the throughput of connections that stay open.`,
  claims: {
    'opening-costs-throughput': {
      text: 'Opening a connection for each call costs throughput.',
      rule: 'Holds when a connection for each command reaches less than 0.8 times the throughput of kept ones with its whole interval. Both the raw socket and ioredis must do so, with nothing in between.',
    },
  },
  labels: {
    kept: 'kept',
    'new-each-time': 'new each time',
    'set-with-trip': ({ rttMs }) => `SET of 100 bytes ${way(rttMs)}`,
    'against-kept': 'against kept',
    'new-to-kept': 'new connections against kept ones',
  },
  sentences: {
    shares: ({ rttMs, shares, saved }, { label, ratio, perSecond, list }) =>
      [
        `New connections against kept ones ${way(rttMs)}: ${list(shares.map((share) => `${label(share.client)} ${ratio(share.ratio)}`))}.`,
        saved === null
          ? ''
          : ` A connection that carries ${saved.commands} commands instead of one: ${perSecond(saved.batchRate)} instead of ${perSecond(saved.singleRate)}.`,
      ].join(''),
  },
};
