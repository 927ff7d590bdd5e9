import { networkMakers } from '../../../shared/contract/enums.ts';
import { recipes } from '../../../shared/sweep/recipes.ts';
import { parseBandwidth, parseCount, parseDuration } from './units.ts';
import { eitherOf, workload, type BenchOption } from './option.ts';

/** Options that say which server is measured, and over which network. */
export const whereOptions: readonly BenchOption[] = [
  {
    name: 'rtt',
    argument: '20ms',
    group: 'Where',
    help: 'add so much to every round trip (0)',
    plan: { path: ['network', 'rttMs'], read: parseDuration },
  },
  {
    name: 'jitter',
    argument: '2ms',
    group: 'Where',
    help: 'by which round trips stray at most (0)',
    plan: { path: ['network', 'jitterMs'], read: parseDuration },
  },
  {
    name: 'bandwidth',
    argument: '1000mbit',
    group: 'Where',
    help: 'that passes in each direction (no limit)',
    plan: { path: ['network', 'bandwidthMbit'], read: parseBandwidth },
  },
  {
    name: 'network',
    argument: 'MAKER',
    choices: networkMakers,
    group: 'Where',
    help: "who makes it: proxy, Roundtrip's own (the default), or kernel, a link of Linux with packets of 1500 bytes to a private server (as root)",
    plan: { path: ['network', 'by'], read: (word) => word },
  },
  {
    name: 'url',
    short: 'u',
    argument: 'URL',
    group: 'Where',
    help: 'the server to measure: redis://, rediss://, redis+sentinel://, redis+cluster:// or unix:// (a private one is started)',
  },
  {
    name: 'target',
    argument: 'ID',
    group: 'Where',
    help: 'the server of this name in ROUNDTRIP_TARGETS; or embedded, a private one; or cluster, a private cluster of 3 masters. Several, as in embedded,staging: the same lanes on each',
  },
  {
    name: 'agents',
    argument: 'n',
    group: 'Where',
    help: 'let so many load machines carry the lanes out, in equal parts (roundtrip agent; docs/scale.md). With --join, and --target NAME or NAME=URL: the server as the agents call it, and where this machine reaches it',
    plan: { path: ['agents'], read: parseCount },
  },
  {
    name: 'join',
    argument: 'URL',
    group: 'Where',
    help: 'the control Redis that the agents have joined, for --agents or a --plan that has some; or ROUNDTRIP_JOIN',
  },
  {
    name: 'cluster-replicas',
    argument: 'n',
    group: 'Where',
    help: 'with --target cluster: replicas in all (0)',
  },
  {
    name: 'read-from',
    argument: 'master|replica',
    group: 'Where',
    help: 'in a cluster: which nodes read; all else goes to masters (master)',
    choices: ['master', 'replica'],
    plan: workload('readFrom', eitherOf('master', 'replica')),
  },
  {
    name: 'move-slots',
    argument: '2s',
    group: 'Where',
    help: 'with --target cluster: move slots to another master so long after the beginning',
    plan: { path: ['moveSlots', 'afterMs'], read: parseDuration },
  },
  {
    name: 'plan',
    argument: 'FILE',
    group: 'Where',
    help: 'a plan as JSON, in place of all options above but --url, --target and --join',
  },
  {
    name: 'recipe',
    argument: 'NAME',
    choices: recipes.map(({ id }) => id),
    group: 'Where',
    help: 'a series of plans with a lesson to it, in place of all options but --url, --target, times and the outputs --json, --csv, --markdown and --junit; npm run recipes lists them',
  },
  {
    name: 'quick',
    group: 'Where',
    help: 'the short form of a recipe, at most a minute',
  },
];
