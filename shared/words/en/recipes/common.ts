import { formatShare } from '../../format.ts';
import type { RecipeLanguage } from '../../recipe-words.ts';
import { capital, counted } from '../counted.ts';

export const labels: RecipeLanguage['labels'] = {
  list: ({ parts }, { label, list }) => list(parts.map(label)),
  versus: ({ of, than }, { label, count }) =>
    `${label(of)} against ${typeof than === 'number' ? count(than) : label(than)}`,
  'per-second': 'commands/s',
  interval: '95 % interval',
  'its-interval': 'its interval',
  published: 'published',
  'ratio-to-published': 'ratio to it',
  'against-count': ({ count }, say) => `against ${say.count(count)}`,
  latency: ({ key }) => key,
  'server-cpu': 'server CPU',
  'raw-socket': 'raw socket',
  'one-by-one': 'one by one',
  pipeline: 'pipeline',
  pipelines: 'pipelines',
  'auto-pipelining': 'auto-pipelining',
  'lua-script': 'Lua script',
  count: ({ count }, say) => say.count(count),
  connections: ({ count }) => counted(count, 'connection'),
  threads: ({ count }) => counted(count, 'thread'),
  depth: ({ depth }) => `depth ${depth}`,
  bytes: ({ bytes }, { count }) => `${count(bytes)} bytes`,
  round: ({ round }) => `round ${round}`,
  'pipelines-of': ({ commands }, { count }) => `pipelines of ${count(commands)}`,
  direct: 'with nothing in between',
  'through-link': ({ mbit }) => `through ${mbit} Mbit/s`,
  'at-trip': ({ rttMs }) => `at ${rttMs} ms`,
};

const inWords = (relation: string) =>
  relation === 'not told apart from' ? 'inconclusive against' : relation;

export const sentences: RecipeLanguage['sentences'] = {
  'not-measured': ({ what }, { label }) => `${capital(label(what))}: not measured.`,
  'measured-once': ({ what, ratio }, say) =>
    `${capital(say.label(what))}: ${say.ratio(ratio)}, measured once: there is no interval to judge by.`,
  compared: ({ what, ratio, relation, bound }, say) =>
    `${capital(say.label(what))}: ${say.ratio(ratio)}, ${inWords(relation)} ${bound}.`,
  'in-range': ({ what, ratio, relation, low, high }, say) =>
    `${capital(say.label(what))}: ${say.ratio(ratio)}, ${inWords(relation)} ${low} to ${high}.`,
  'one-machine': 'Client and server share a machine: loopback has no packets of 1500 bytes.',
  'sweep-machine-busy': ({ lanes, of }) =>
    `this machine was too busy: ${lanes} of ${of} lanes had to wait for a core`,
  'sweep-lanes-scatter': ({ lanes, of, share }) =>
    `the slices of ${lanes} of ${of} lanes scatter by more than ${formatShare(share)}: the machine was busy with something else, or the slices are too short for it. The intervals are as wide as that`,
  'sweep-counts-differ': ({ lanes, of }) =>
    `the server counted other calls than ${lanes} of ${of} lanes sent`,
  'sweep-commands-failed': ({ failed }, { count }) => `${count(failed)} commands failed`,
};
