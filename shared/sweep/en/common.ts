import type { LatencyKey, Ratio, Text } from '../../contract/recipe.ts';
import { capital, counted } from '../../words/en/counted.ts';
import { formatShare } from '../../words/format.ts';
import type { AnyWords } from '../recipe-words.ts';

/** Labels that any recipe may use. */
export const labels = {
  /** "depth 3, raw socket" */
  list: ({ parts }: { parts: readonly Text[] }, { label, list }) => list(parts.map(label)),
  /** "depth 10 against 1" */
  versus: ({ of, than }: { of: Text; than: Text | number }, { label, count }) =>
    `${label(of)} against ${typeof than === 'number' ? count(than) : label(than)}`,
  'per-second': 'commands/s',
  'units-per-second': 'units/s',
  interval: '95 % interval',
  'its-interval': 'its interval',
  published: 'published',
  'ratio-to-published': 'ratio to it',
  /** How many times as fast as with so many (connections, threads, commands a batch). */
  'against-count': ({ count }: { count: number }, say) => `against ${say.count(count)}`,
  latency: ({ key }: { key: LatencyKey }) => key,
  'server-cpu': 'server CPU',
  'raw-socket': 'raw socket',
  'one-by-one': 'one by one',
  pipeline: 'pipeline',
  pipelines: 'pipelines',
  'auto-pipelining': 'auto-pipelining',
  'lua-script': 'Lua script',
  count: ({ count }: { count: number }, say) => say.count(count),
  connections: ({ count }: { count: number }) => counted(count, 'connection'),
  threads: ({ count }: { count: number }) => counted(count, 'thread'),
  depth: ({ depth }: { depth: number }) => `depth ${depth}`,
  bytes: ({ bytes }: { bytes: number }, { count }) => `${count(bytes)} bytes`,
  round: ({ round }: { round: number }) => `round ${round}`,
  'pipelines-of': ({ commands }: { commands: number }, { count }) => `pipelines of ${count(commands)}`,
  /** With nothing in between. */
  direct: 'with nothing in between',
  'through-link': ({ mbit }: { mbit: number }) => `through ${mbit} Mbit/s`,
  'at-trip': ({ rttMs }: { rttMs: number }) => `at ${rttMs} ms`,
} satisfies AnyWords;

const inWords = (relation: string) =>
  relation === 'not told apart from' ? 'inconclusive against' : relation;

/** Sentences that any recipe may use. */
export const sentences = {
  'not-measured': ({ what }: { what: Text }, { label }) => `${capital(label(what))}: not measured.`,
  'measured-once': ({ what, ratio }: { what: Text; ratio: Ratio }, say) =>
    `${capital(say.label(what))}: ${say.ratio(ratio)}, measured once: there is no interval to judge by.`,
  compared: (
    {
      what,
      ratio,
      relation,
      bound,
    }: {
      what: Text;
      ratio: Ratio;
      relation: 'at least' | 'less than' | 'not told apart from';
      bound: number;
    },
    say,
  ) => `${capital(say.label(what))}: ${say.ratio(ratio)}, ${inWords(relation)} ${bound}.`,
  'in-range': (
    {
      what,
      ratio,
      relation,
      low,
      high,
    }: {
      what: Text;
      ratio: Ratio;
      relation: 'within' | 'outside' | 'not told apart from';
      low: number;
      high: number;
    },
    say,
  ) => `${capital(say.label(what))}: ${say.ratio(ratio)}, ${inWords(relation)} ${low} to ${high}.`,
  /** Loopback has no packets of 1500 bytes. */
  'one-machine': 'Client and server share a machine: loopback has no packets of 1500 bytes.',
  /** Warnings of a sweep: how many lanes of how many had to wait for a core. */
  'sweep-machine-busy': ({ lanes, of }: { lanes: number; of: number }) =>
    `this machine was too busy: ${lanes} of ${of} lanes had to wait for a core`,
  /** And by how much more than usual their slices scatter. */
  'sweep-lanes-scatter': ({ lanes, of, share }: { lanes: number; of: number; share: number }) =>
    `the slices of ${lanes} of ${of} lanes scatter by more than ${formatShare(share)}: the machine was busy with something else, or the slices are too short for it. The intervals are as wide as that`,
  'sweep-counts-differ': ({ lanes, of }: { lanes: number; of: number }) =>
    `the server counted other calls than ${lanes} of ${of} lanes sent`,
  'sweep-commands-failed': ({ failed }: { failed: number }, { count }) => `${count(failed)} commands failed`,
} satisfies AnyWords;
