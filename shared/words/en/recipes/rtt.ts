import type { RttCodes } from '../../../recipes/rtt.ts';
import { formatShare, formatTimes } from '../../format.ts';
import type { RecipeWords } from '../../recipe-words.ts';
import { capital } from '../counted.ts';

const servers = {
  'local-container': 'local container',
  'office-network': 'office network',
  'another-continent': 'another continent',
} as const;

export const rtt: RecipeWords<RttCodes> = {
  title: 'Round trip and pipelines',
  question: 'How much does a pipeline gain at a short round trip, and how much at a long one?',
  method:
    'SETEX over one connection of ioredis: one by one, and in pipelines of 1000. Roundtrip’s proxy adds 12.75 ms for the office network and 178.6 ms for the other continent. The near server has no proxy, because the proxy itself takes about 0.1 ms. The quick form measures for five short slices of time and works out the time of 1000 commands from the rate. The full form sends 1000 commands five times.',
  source:
    'a published benchmark (author and title unknown); Jedis, one connection: 1000 SETEX one by one, then in one pipeline; 5 rounds. Three servers that differ in their ping: a container, the office network, another continent',
  ask: 'At a round trip of 178.6 ms, how many times faster are 1000 commands in one pipeline than one by one?',
  choices: {},
  takeaway: (times) =>
    `At a round trip of 178.6 ms, 1000 commands in one pipeline were ${times} times as fast as one by one.`,
  claims: {
    'longer-gains-more': {
      text: 'The longer the round trip, the more a pipeline gains.',
      rule: 'Holds when the gain rises from each round trip to the next longer one, and their intervals do not overlap.',
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
      [
        `${capital(servers[server])}: a pipeline of ${commands} is ${formatTimes(gain)} times as fast (published: ${formatTimes(publishedGain)}).`,
        waiting === null
          ? 'How much of a command’s time is the round trip cannot be told here: a PING alone takes about as long, or longer.'
          : `One by one, ${formatShare(waiting)} of a command’s time is the round trip.`,
      ].join(' '),
    'of-the-most': ({ commands, share }) =>
      `Why: one by one, every command waits a whole round trip for its reply. A pipeline of ${commands} waits once, so it can be at most ${commands} times as fast. Over the longest way it reached ${formatShare(share)} of that.`,
  },
};
