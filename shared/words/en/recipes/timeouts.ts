import type { TimeoutsCodes } from '../../../recipes/timeouts.ts';
import { formatMs } from '../../format.ts';
import type { RecipeWords } from '../../recipe-words.ts';

export const timeouts: RecipeWords<TimeoutsCodes> = {
  title: 'What a timeout costs',
  question: 'How much throughput does a timeout for each command cost, with many commands in flight?',
  method:
    'SET of 100 bytes with node-redis over one connection: 100 commands in flight, and pipelines of 100. Each way runs with the timeout of 5 s that the library has by default, and without it. The library makes an AbortSignal for each command that has a timeout. Commands of a pipeline have none.',
  source: 'our own question: node-redis 6 has this timeout by default; no figures were published',
  ask: 'How many times as fast are 100 commands in flight without the timeout?',
  choices: {},
  takeaway: (times) =>
    `Without its timeout for each command, node-redis sent ${times} times as many SETs a second, with 100 in flight.`,
  claims: {
    'costs-each-command': {
      text: 'A timeout for each command costs more than the command itself.',
      rule: 'Holds when 100 commands in flight are at least 1.5 times as fast without the timeout, with the whole interval.',
    },
    'not-in-pipelines': {
      text: 'In pipelines it costs nothing.',
      rule: 'Holds when pipelines of 100 have 0.9 to 1.1 times the throughput without the timeout, with the whole interval.',
    },
  },
  labels: {
    sets: ({ count }) => `SET of 100 bytes, ${count} together`,
    'commands-in-flight': ({ count }) => `${count} in flight`,
    'with-timeout': 'with the timeout',
    'without-timeout': 'without',
    'against-timeout': 'against with it',
  },
  sentences: {
    gain: ({ way, count, ratio, withMs, withoutMs }, say) =>
      [
        `Without the timeout, ${way === 'pipeline' ? `pipelines of ${count}` : `${count} commands in flight`} have ${say.ratio(ratio)} the throughput`,
        withMs !== null && withoutMs !== null
          ? `; the median latency is ${formatMs(withoutMs)} ms instead of ${formatMs(withMs)} ms`
          : '',
        '.',
      ].join(''),
  },
};
