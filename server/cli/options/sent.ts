import { clientIds, defaultClient, hashTags } from '../../../shared/contract/enums.ts';
import { commandIds } from '../../../shared/contract/commands.ts';
import { defaultStrategies } from '../../../shared/plan/defaults.ts';
import { limits } from '../../../shared/limits.ts';
import { strategies } from '../../engine/strategies/index.ts';
import { parseCount, parseDuration, parseSize, parseSizeRange } from './units.ts';
import { asIs, list, parseRatio, parseSwitch, workload, type BenchOption } from './option.ts';

/** Options that say what is sent. */
export const sentOptions: readonly BenchOption[] = [
  {
    name: 'strategy',
    argument: 'a,b,…',
    choices: strategies.map(({ id }) => id),
    severalChoices: true,
    group: 'What is sent',
    help: `lanes, in order; the first is the baseline (${defaultStrategies.join(',')}). One of ${strategies.map(({ id }) => id).join(', ')}; pipeline@node-redis names the client library as well`,
  },
  {
    name: 'client',
    argument: 'a,b,…',
    choices: clientIds,
    severalChoices: true,
    group: 'What is sent',
    help: `client libraries, each with every strategy that it can carry out (${defaultClient}): ${clientIds.join(', ')}`,
  },
  {
    name: 'tests',
    short: 't',
    argument: 'command',
    choices: commandIds.filter((id) => id !== 'custom'),
    severalChoices: true,
    group: 'What is sent',
    help: `what is sent (set): ${commandIds.filter((id) => id !== 'custom').join(', ')}; or several, with --ratio`,
    plan: workload('commands', list),
  },
  {
    name: 'ratio',
    argument: '1:10',
    group: 'What is sent',
    help: 'weights of the commands of -t; with no -t, of set:get',
    plan: workload('ratio', parseRatio),
  },
  {
    name: 'command',
    argument: '"LINE"',
    group: 'What is sent',
    help: 'a command line of your own, with __key__, __data__ and __rand_int__',
    plan: workload('customCommand', asIs),
  },
  {
    name: 'clients',
    short: 'c',
    argument: 'n',
    group: 'What is sent',
    help: `connections per lane (${limits.clients.default})`,
    plan: workload('clients', parseCount),
  },
  {
    name: 'threads',
    argument: 'n',
    group: 'What is sent',
    help: `worker threads per lane (${limits.threads.default})`,
    plan: workload('threads', parseCount),
  },
  {
    name: 'pipeline',
    short: 'P',
    argument: 'n',
    group: 'What is sent',
    help: `batch size; for concurrent, nagle and auto-pipeline the commands in flight per connection (${limits.pipeline.default})`,
    plan: workload('pipeline', parseCount),
  },
  {
    name: 'data-size',
    short: 'd',
    argument: 'bytes',
    group: 'What is sent',
    help: `payload (${limits.dataSize.default})`,
    plan: workload('dataSize', parseSize),
  },
  {
    name: 'data-size-range',
    argument: '10-2000',
    group: 'What is sent',
    help: 'payloads of sizes spread evenly between two',
    plan: workload('dataSizeRange', parseSizeRange),
  },
  {
    name: 'random-data',
    argument: '0|1',
    group: 'What is sent',
    help: 'payload of random bytes instead of text (0)',
    plan: workload('data', (text, option) => (parseSwitch(text, option) ? 'random' : 'text')),
  },
  {
    name: 'keyspace',
    short: 'r',
    argument: 'n',
    group: 'What is sent',
    help: `keys drawn from this many (${limits.keyspace.default})`,
    plan: workload('keyspace', parseCount),
  },
  {
    name: 'key-prefix',
    argument: 'text',
    group: 'What is sent',
    help: 'text in each key, behind the prefix of the run (none)',
    plan: workload('keyPrefix', asIs),
  },
  {
    name: 'key-pattern',
    argument: 'R|S|Z|G',
    group: 'What is sent',
    help: 'random, sequential, zipf, gaussian (R)',
    plan: workload('keyPattern', asIs),
  },
  {
    name: 'key-zipf-exp',
    argument: 'x',
    group: 'What is sent',
    help: `exponent of Z (${limits.zipfExponent.default})`,
    plan: workload('zipfExponent', Number),
  },
  {
    name: 'hash-tag',
    argument: 'none|lane',
    choices: hashTags,
    group: 'What is sent',
    help: 'lane: all keys of a lane in one slot of a cluster, as multi, multi-key and lua need it (none)',
    plan: workload('hashTag', asIs),
  },
  {
    name: 'split-by-node',
    argument: '0|1',
    group: 'What is sent',
    help: 'in a cluster, whether pipeline splits its batches by node, as a program has to (1)',
    plan: workload('splitByNode', parseSwitch),
  },
  {
    name: 'ttl',
    argument: '3600s',
    group: 'What is sent',
    help: `of setex and expire (${limits.ttlSeconds.default}s)`,
    plan: workload('ttlSeconds', (text, option) => parseDuration(text, option) / 1000),
  },
  {
    name: 'seed',
    argument: 'n',
    group: 'What is sent',
    help: `the same seed sends the same commands (${limits.seed.default})`,
    plan: workload('seed', parseCount),
  },
];
