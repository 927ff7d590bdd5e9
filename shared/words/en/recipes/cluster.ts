import type { ClusterCodes } from '../../../recipes/cluster.ts';
import type { RecipeWords } from '../../recipe-words.ts';
import { environments } from './sources.ts';

const fate = ({ done, failed }: { done: number; failed: number }) =>
  `${done} commands done and ${failed} failed`;

export const cluster: RecipeWords<ClusterCodes> = {
  title: 'From one node to three',
  question: 'What happens to each strategy, and to its speed, when the keys are spread over three nodes?',
  method:
    'SET of 100 bytes over 5 clients of ioredis, in batches of 50. The batches run on one private server and on a private cluster of three masters. On the cluster they also run with all keys in one slot (a hash tag). A pipeline is sent both split by node, as a program has to do it, and not split. All masters share this machine, so more masters add no cores. The figures show the cost of a cluster, not its gain on machines of its own.',
  source: `a published benchmark (author and title unknown); sentences without figures; ${environments.document2}`,
  ask: 'What happens to an MSET whose keys are on three nodes?',
  choices: {
    'all-done': 'all of it is done',
    crossslot: 'it is refused (CROSSSLOT)',
    'something-else': 'something else',
  },
  takeaway: (_, fate) =>
    fate === 'crossslot'
      ? 'In a cluster, Redis refuses an MSET whose keys are on three nodes (CROSSSLOT).'
      : fate === 'all-done'
        ? 'An MSET was done in full, although its keys are on three nodes.'
        : 'An MSET whose keys are on three nodes was neither done in full nor refused as expected.',
  claims: {
    'one-node-a-pipeline': {
      text: 'A pipeline goes to one node: in a cluster each command belongs to the node of its slot.',
      rule: 'Holds when pipelines with keys of all nodes are served without a failure if they are split by node. Of pipelines that are not split, not a single command may be done.',
    },
  },
  labels: {
    'pipeline-split': 'pipeline (split by node)',
    'pipeline-not-split': 'pipeline (not split)',
    'raw-socket-split': 'raw socket (split by node)',
    'keys-all-over': 'keys all over',
    'keys-in-one-slot': 'all keys in one slot',
    'set-in-batches': ({ clients, batch }) => `SET of 100 bytes, ${clients} clients, batches of ${batch}`,
    'one-node': 'one node',
    'three-nodes': 'three nodes',
    'against-one': 'against one',
    outcome: 'outcome',
    'all-in-one-slot': 'all in one slot',
    'all-served': 'all served',
    refused: ({ why }, { label }) => `refused: ${label(why)}`,
    'some-failed': ({ failed, of, why }, { label }) => `${failed} of ${of} failed: ${label(why)}`,
    'keys-of-several-nodes': 'ioredis: keys of several nodes',
    'unknown-failure': 'unknown',
  },
  sentences: {
    'pipelines-not-measured': 'Pipelines over 3 nodes: not measured.',
    'split-and-whole': ({ split, whole }) =>
      `Split by node: ${fate(split)}; not split: ${fate(whole)}${whole.why === null ? '' : ` (${whole.why})`}.`,
    survivors: ({ of, ways }, { label, list }) =>
      `Of ${of} ways ${ways.length} serve keys of all three nodes: ${ways.length === 0 ? 'none' : list(ways.map(label))}.`,
    'not-served': ({ way, outcome }, { label }) => `${label(way)}: ${label(outcome)}.`,
    'speed-on-three': ({ way, rate, ratio, isDistinct, batch }, say) =>
      [
        `${say.label(way)}: ${say.perSecond(rate)} on three nodes, ${say.ratio(ratio)} of one node`,
        isDistinct ? '' : ', inconclusive against it',
        batch === null
          ? ''
          : `; ${batch.three.toFixed(1)} commands a write in place of ${batch.one.toFixed(1)}`,
        '.',
      ].join(''),
    'served-in-one-slot': ({ ways }, { label, perSecond, list }) =>
      `With all keys in one slot these are served: ${list(ways.map(({ way, rate }) => `${label(way)} ${perSecond(rate)}`))}. But then one of the three nodes does all the work.`,
  },
};
