import type { RttCodes } from '../../../recipes/rtt.ts';
import { formatRatio, formatShare } from '../../format.ts';
import type { RecipeWords } from '../../recipe-words.ts';

const servers = {
  'local-container': 'local container',
  'office-network': 'office network',
  'another-continent': 'another continent',
} as const;

export const rtt: RecipeWords<RttCodes> = {
  title: 'Round trip and pipelines',
  question: 'How much does a pipeline gain at a short round trip, and how much at a long one?',
  method:
    'SETEX over one connection of ioredis: one by one, and in pipelines of 1000. The near server is measured with nothing in between: a PING takes about 0.05 ms, and a proxy for 0.1 ms would itself take as long. The proxy adds 12.75 or 178.6 ms. The quick form takes five slices of time instead of five rounds of 1000 commands; the time of 1000 commands follows from the rate.',
  source:
    'a published benchmark (author and title unknown); Jedis, one connection: 1000 SETEX one by one, then in one pipeline; 5 rounds. Three servers that differ in their ping: a container, the office network, another continent',
  ask: 'At a round trip of 178.6 ms, how many times faster are 1000 commands in one pipeline than one by one?',
  choices: {},
  takeaway: (times) =>
    `At a round trip of 178.6 ms, 1000 commands in one pipeline were ${times} times as fast as one by one.`,
  claims: {
    'longer-gains-more': {
      text: 'The longer the round trip, the more a pipeline gains.',
      rule: 'Holds when at each longer round trip the interval of the gain lies wholly above that of the next shorter one.',
    },
  },
  labels: {
    ...servers,
    setex: ({ commands }) => `${commands} SETEX, one connection`,
    server: 'server',
    gain: 'gain',
  },
  sentences: {
    'not-all-measured': 'Not every round trip was measured more than once.',
    gains: ({ gains }, { ratio, list }) =>
      `${list(gains.map((gain) => `${servers[gain.server]} ${ratio(gain.ratio)}`))}.`,
    'not-told-apart': ({ pairs }, { interval }) =>
      `Inconclusive: ${pairs
        .map(({ near, far }) =>
          [near, far].map(({ server, ci95 }) => `${servers[server]} (${interval(ci95)})`).join(' and '),
        )
        .join('; ')}.`,
    'share-of-waiting': ({ server, waiting, commands, gain, publishedGain }) =>
      `${servers[server]}: of the time of a command one by one, ${formatShare(waiting)} is the round trip; a pipeline of ${commands} is ${formatRatio(gain)} as fast (published: ${formatRatio(publishedGain)}).`,
    'of-the-most': ({ commands, share }) =>
      `Waiting for one reply instead of ${commands} could gain at most × ${commands}; over the longest way it is ${formatShare(share)} of that.`,
  },
};
