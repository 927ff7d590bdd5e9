import type { PayloadCodes } from '../../../recipes/payload.ts';
import { formatShare } from '../../format.ts';
import type { RecipeWords } from '../../recipe-words.ts';
import { environments } from './sources.ts';

export const payload: RecipeWords<PayloadCodes> = {
  title: 'The size of what is sent',
  question: 'What does the size of the payload do to throughput, and why?',
  method:
    'SET, one by one, over 10 connections (20 for the largest payload, as published), on a raw socket that stands for redis-benchmark. The first part has nothing in between and shows the CPU of the server. The second goes through a proxy that passes 1000 Mbit/s in each direction. The CPU of the server behind the proxy is not known. Neither part has packets of 1500 bytes.',
  source: `a published benchmark (author and title unknown); redis-benchmark, SET, 1,000,000 commands; ${environments.document0}; MTU of 1500 bytes`,
  ask: 'With nothing in between, what share of the throughput of 2-byte payloads is left at 10,000 bytes?',
  choices: {},
  takeaway: (share) => `Payloads of 10,000 bytes leave ${share} of the commands a second that 2 bytes reach.`,
  claims: {
    'small-is-free': {
      text: 'Below the MTU the size of the payload hardly matters.',
      rule: 'Holds when 1000 and 1400 bytes each reach at least 0.8 times the throughput of 2 bytes with the whole interval (published: 1.00 and 0.87).',
    },
    'one-packet-cliff': {
      text: 'A request that no longer fits into one packet of 1500 bytes halves throughput.',
      rule: 'Holds when 1500 bytes reach at most 0.7 times the throughput of 1400 with the whole interval (published: 0.56), over a link with an MTU of 1500.',
    },
    'in-proportion': {
      text: 'Beyond one packet, throughput falls almost in proportion to the size.',
      rule: 'Holds when 10,000 bytes reach from 0.4 to 0.65 times the throughput of 5000 with the whole interval (published: 0.51). This is judged on the way to a server elsewhere, or through the link of 1000 Mbit/s where 5000 bytes use at least 80 % of it.',
    },
    'server-idles': {
      text: 'The larger the payload, the less busy is the CPU of the server.',
      rule: 'Holds when the server’s main thread is at most 0.8 times as busy at 10,000 bytes as at 1000 (published: 0.38), where the link is the limit. With nothing in between there is no such link.',
    },
  },
  labels: {
    'set-direct': 'SET with nothing in between',
    'set-through-link': ({ mbit }) => `SET through a link of ${mbit} Mbit/s`,
    'published-cpu': 'published CPU',
    'mbit-used': 'Mbit/s used',
  },
  sentences: {
    'link-not-full': ({ usedMbit, mbit }) =>
      `The link is not what holds 5000 bytes back: they use ${Math.round(usedMbit)} of its ${mbit} Mbit/s, and the proxy carries no more commands.`,
    'no-server-cpu': 'The server did not report its CPU.',
    'server-cpu': ({ linkMbit, small, large }) =>
      `${linkMbit === null ? 'With nothing in between' : `Through ${linkMbit} Mbit/s`}, the server is ${formatShare(small)} busy at 1000 bytes and ${formatShare(large)} at 10,000.`,
    'no-limit-here':
      'Loopback is no limit that would let the server wait, and behind the proxy its CPU is not known.',
    'halved-at': ({ linkMbit, rate, halvedAt, usedMbit }, { perSecond, count }) =>
      [
        linkMbit === null ? 'With nothing in between' : `Through ${linkMbit} Mbit/s`,
        `: ${perSecond(rate)} at 2 bytes; `,
        halvedAt === null
          ? 'no payload up to 10,000 bytes surely halves it.'
          : `${count(halvedAt)} bytes is the first payload that surely halves it.`,
        usedMbit === null ? '' : ` At 10,000 bytes ${Math.round(usedMbit)} Mbit/s are sent.`,
      ].join(''),
  },
};
