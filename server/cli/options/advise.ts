import { clientIds, defaultClient } from '../../../shared/contract/enums.ts';
import { searchStrategies } from '../../../shared/contract/strategies.ts';
import { limits } from '../../../shared/limits.ts';
import { listed, type Branch } from './branch.ts';
import { benchOptions, type BenchOption } from './bench.ts';

/** What the search decides for itself, or has no use for. */
const notOfAdvise = [
  'strategy',
  'lane',
  'trace',
  'unit',
  'client',
  'pipeline',
  'requests',
  'load-curve',
  'duration',
  'warmup',
  'slice',
  'schedule',
  'order',
  'starts',
  'keepalive',
  'bystander',
  'agents',
  'join',
  'cluster-replicas',
  'move-slots',
  'plan',
  'recipe',
  'quick',
  'workload',
  'from',
  'prefix',
  'allow-eviction',
];
const groups: readonly BenchOption['group'][] = ['What is sent', 'How', 'Where', 'The private server'];
const kept = ['config', 'quiet', 'no-progress', 'help'];

const ownOptions: readonly BenchOption[] = [
  {
    name: 'trace',
    argument: 'FILE',
    group: 'What is sent',
    help: 'instead of a search: ranks the lines of a recorded program (profile --trace) by what batching would save at round trips of 0.2, 1, 5 and 20 ms, computed and not measured',
  },
  {
    name: 'p99',
    argument: '"< 5ms"',
    group: 'How',
    help: 'the most throughput whose p99 stays under this; with --rps the p99 of response time',
  },
  {
    name: 'strategy',
    argument: 'a,b,…',
    group: 'How',
    choices: searchStrategies,
    severalChoices: true,
    help: `ways of batching that are tried (auto-pipeline,pipeline, and multi-key where it fits). Of ${searchStrategies.join(', ')}`,
  },
  {
    name: 'client',
    argument: clientIds.join('|'),
    group: 'How',
    help: `client library that the search is for, and the code that is printed (${defaultClient})`,
  },
  {
    name: 'pipeline',
    short: 'P',
    argument: 'n',
    group: 'How',
    help: `the largest batch that is tried (${limits.deepest.default}, as far as it fits into memory)`,
  },
  {
    name: 'budget',
    argument: '60s',
    group: 'How',
    help: 'time that the search may take (60s; over slow networks what it needs)',
  },
];

/** What `advise` and `bench` both are about: said once in a configuration for both. */
const common = benchOptions.filter(
  ({ name, group }) => groups.includes(group) && !notOfAdvise.includes(name),
);

/** Whether `advise` takes this option out of a configuration; the others there are for `bench`. */
export const isReadByAdvise = (name: string): boolean =>
  name === 'client' || kept.includes(name) || common.some((option) => option.name === name);

/** Every option of `advise`: workload, target and network as for `bench`. */
export const adviseOptions: readonly BenchOption[] = [
  ...ownOptions,
  ...common,
  { name: 'json', argument: 'FILE', group: 'Output', help: 'the advice as JSON; - for stdout' },
  ...benchOptions.filter(({ name, group }) => group === 'Output' && kept.includes(name)),
];

/** `advise --trace` measures nothing. */
const ofTrace: Branch = {
  called: 'advise --trace',
  takes: ['trace', 'json', 'quiet', 'help'],
  refuses: (others) =>
    `--trace ranks the lines of a program and measures nothing: leave out ${listed(others)}`,
};
const ofSearch: Branch = {
  called: 'advise',
  takes: adviseOptions.map(({ name }) => name).filter((name) => name !== 'trace'),
  refuses: listed,
  needs: { yes: ['mix'] },
};

export const adviseBranches = { ofTrace, ofSearch };
