import { clientIds, defaultClient } from '../../../shared/contract/enums.ts';
import { initialStrategies } from '../../../shared/plan/initial-choices.ts';
import { unitWays } from '../../../shared/plan/written/ways.ts';
import { searchLimits } from '../../../shared/settings/search.ts';
import { recipes } from '../../../shared/sweep/recipes.ts';
import { strategies } from '../../engine/strategies/index.ts';
import { gateOptions } from './gate.ts';
import { urlOption, type BenchOption } from '../../terminal/options/option.ts';
import { outputOptions } from './output.ts';
import { serverOptions, settingOptions } from './settings.ts';

export { type BenchOption } from '../../terminal/options/option.ts';

/** The option of a setting, by its place in the plan. */
export const optionAt = (path: string): BenchOption | undefined =>
  benchOptions.find(({ plan }) => plan?.path.join('.') === path);

/** Every option of `bench`, in the order of its help. */
export const benchOptions: readonly BenchOption[] = [
  {
    name: 'strategy',
    argument: 'a,b,…',
    takesList: true,
    choices: strategies.map(({ id }) => id),
    severalChoices: true,
    group: 'What is sent',
    help: `lanes, in order; the first is the baseline (${initialStrategies([], false).join(',')}, and multi-key where the command has such a form). One of ${strategies.map(({ id }) => id).join(', ')}; pipeline@node-redis names the client library as well`,
  },
  {
    name: 'lane',
    argument: '[NAME=]FILE|cmd:LINE',
    repeatable: true,
    group: 'What is sent',
    help: 'code of your own as a lane: a module, whose export default async (redis, i, { prefix }) => … carries one unit out, or a program in any language, cmd:python3 job.py, told by lines. NAME= before it names the lane. Only here is code named. Lanes of --strategy follow where they are given (docs/your-code.md)',
  },
  {
    name: 'workload',
    argument: 'FILE',
    group: 'What is sent',
    help: `written units of your service, stages of commands in JSON, which the lanes carry out: ${unitWays.join(', ')} (docs/workloads.md)`,
  },
  {
    name: 'trace',
    argument: 'FILE',
    group: 'What is sent',
    help: 'recorded units of your program, as profile --trace wrote them, which the lanes carry out as recorded, gathered, and by stage (docs/profile.md)',
  },
  {
    name: 'unit',
    argument: 'NAME',
    repeatable: true,
    group: 'What is sent',
    help: 'of --trace, only the units of this name, such as "GET /cart/:id"',
  },
  {
    name: 'client',
    argument: 'a,b,…',
    takesList: true,
    choices: clientIds,
    severalChoices: true,
    group: 'What is sent',
    help: `client libraries, each with every strategy that it can carry out (${defaultClient}): ${clientIds.join(', ')}`,
  },
  ...settingOptions('What is sent', 'workload'),
  {
    name: 'weight',
    argument: 'n',
    repeatable: true,
    group: 'What is sent',
    help: 'how often the --command before it is sent beside the others, a weight for each: --command "GET __key__" --weight 9 --command "SET __key__ __data__" --weight 1; weights of the commands of -t come first',
  },
  {
    name: 'script',
    argument: 'FILE.lua',
    group: 'What is sent',
    help: 'a Lua script, for __script__ in --command; alone for "EVAL __script__ 1 __key__". It is loaded once and called by its digest',
  },
  {
    name: 'mix',
    argument: 'FILE',
    group: 'What is sent',
    help: 'the commands of a server in their proportions, in place of -t and --ratio: what INFO commandstats says, or a log of MONITOR; - for stdin',
  },
  ...settingOptions('How much', 'workload', 'schedule'),
  ...settingOptions('How', 'schedule'),
  {
    name: 'load-curve',
    argument: '1k..100k',
    takesList: true,
    group: 'How',
    help: `response time over load: all lanes at each of ${searchLimits.loadPoints.default} rates from the first to the second, or at so many (1k..100k:12), or at these (1k,5k,20k)`,
  },
  ...settingOptions('How', 'workload', 'bystander'),
  ...settingOptions('Where', 'network'),
  {
    ...urlOption(
      'the server to measure: redis://, rediss://, redis+sentinel://, redis+cluster:// or unix:// (ROUNDTRIP_URL, else a private one)',
    ),
    group: 'Where',
  },
  {
    name: 'target',
    argument: 'ID',
    takesList: true,
    group: 'Where',
    help: 'the server of this name in ROUNDTRIP_TARGETS; or embedded, a private one; or cluster, a private cluster of 3 masters. Several, as in embedded,staging: the same lanes on each',
  },
  ...settingOptions('Where', 'plan'),
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
  ...settingOptions('Where', 'workload', 'moveSlots'),
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
    help: 'a series of plans with a lesson to it, in place of all options but --url, --target, times and the outputs --json, --csv, --markdown, --junit and --html; npm run recipes lists them',
  },
  {
    name: 'yes',
    group: 'Where',
    help: 'run the code of --lane, or the units of --trace, on a server that is not Roundtrip’s own; with --mix, take counts that may be of scripts',
  },
  { name: 'quick', group: 'Where', help: 'the short form of a recipe, at most a minute' },
  {
    name: 'from',
    argument: 'TOOL LINE',
    takesTwo: true,
    choices: ['redis-benchmark', 'valkey-benchmark', 'memtier_benchmark', 'redis-benchmark-go'],
    group: 'Where',
    help: 'takes a line of another tool as it is: --from redis-benchmark "-t set -n 100000 -P 16"; options beside it win',
  },
  ...serverOptions,
  ...gateOptions,
  ...outputOptions,
  {
    name: 'dry-run',
    group: 'Output',
    help: 'sends nothing: prints the plan with all of its settings (for --plan), how long it takes, and the lines of other tools',
  },
];
