import type { WhenAutoHelpsCodes } from '../../../recipes/when-auto-helps.ts';
import { formatMs } from '../../format.ts';
import type { RecipeWords } from '../../recipe-words.ts';
import { capital } from '../counted.ts';

const way = (rttMs: number) => (rttMs === 0 ? 'with nothing in between' : `at ${rttMs} ms`);

export const whenAutoHelps: RecipeWords<WhenAutoHelpsCodes> = {
  title: 'Auto-pipelining and commands in flight',
  question:
    'From how many commands in flight is auto-pipelining faster? How long does one command take with it?',
  method:
    'SET of 100 bytes over one connection of ioredis, with 1, 10, 100 and 1000 commands in flight. Each command is written by itself (concurrent), or ioredis gathers the commands (auto-pipeline). This runs with nothing in between, at 1 and at 5 ms, and in the full form also at 20 ms. Then both run at a fixed rate of 2000 commands a second and 5 ms. There the time of a command counts.',
  source: 'redis/ioredis#1239, #1377, #1608 and the ioredis README; ioredis, by its users',
  ask: 'With nothing in between, from how many commands in flight is auto-pipelining faster?',
  choices: { never: 'never' },
  takeaway: (count, answer) =>
    answer === 'never'
      ? 'Auto-pipelining was faster at no number of commands in flight that was tried.'
      : `With nothing in between, auto-pipelining was faster from ${count} in flight on.`,
  claims: {
    'slower-alone-faster-together': {
      text: 'With one command in an event-loop turn auto-pipelining is slower (30 % in one report), with many it is faster (#1239).',
      rule: 'Holds when it is slower with 1 command in flight and faster with 1000, each with the whole interval, with nothing in between.',
    },
    'a-third-to-a-half': {
      text: 'It improves throughput by 35 to 50 % (README).',
      rule: 'Holds when 100 commands in flight reach at least 1.35 times the plain throughput with the whole interval, with nothing in between. A larger gain does not count against it.',
    },
    'waits-for-the-pipeline': {
      text: 'A command gets its reply only when all of its pipeline have finished (#1608).',
      rule: 'Holds when at 2000 commands/s and 5 ms the median time of a command is at least 1.2 times that of plain commands. Does not hold below 1.05 times. Plain commands must not take longer than 1.25 PINGs.',
    },
  },
  labels: {
    'all-in-flight': ({ rttMs }) => `1 to 1000 in flight ${way(rttMs)}`,
    'at-a-rate': ({ rps, rttMs }) => `${rps} commands a second at ${rttMs} ms`,
    'auto-in-flight': ({ count }) => `auto-pipelining against plain, ${count} in flight`,
    'auto-to-plain': 'Auto-pipelining against plain commands',
    'round-trip': 'round trip',
    'in-flight': 'in flight',
    plain: 'plain',
    auto: 'auto',
    ratio: 'ratio',
    'commands-a-write': 'commands a write',
    loopback: 'loopback',
    'time-at-a-rate': ({ rps, rttMs }) => `Time of a command at ${rps} commands/s and ${rttMs} ms`,
  },
  sentences: {
    'rate-not-measured': 'The step at a fixed rate was not measured.',
    'plain-too-slow': ({ singleMs, pingMs }) =>
      `Even plain commands take ${formatMs(singleMs)} ms at a round trip of ${formatMs(pingMs)} ms: the machine is too busy to tell.`,
    'median-command': ({ autoMs, plainMs }) =>
      `The median command takes ${formatMs(autoMs)} ms with auto-pipelining and ${formatMs(plainMs)} ms without: ${(autoMs / plainMs).toFixed(2)} times as long.`,
    'too-little': 'That is too little to say.',
    gains: ({ rttMs, wins, loses, undecided }, { ratio, list }) =>
      `${capital(way(rttMs))}, auto-pipelining ${[
        ['wins', wins] as const,
        ['loses', loses] as const,
        ['is inconclusive', undecided] as const,
      ]
        .filter(([, gains]) => gains.length > 0)
        .map(
          ([verb, gains]) =>
            `${verb} with ${list(gains.map((gain) => `${gain.count} (${ratio(gain.ratio)})`))}`,
        )
        .join('; ')} in flight.`,
  },
};
