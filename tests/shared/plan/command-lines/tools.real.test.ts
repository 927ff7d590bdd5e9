import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { memtierLine } from '../../../../shared/plan/command-lines/memtier.ts';
import { redisBenchmarkLine } from '../../../../shared/plan/command-lines/redis-benchmark.ts';
import { commandIds } from '../../../../shared/commands/workload.ts';
import type { PlanInput } from '../../../../shared/contract/plan.ts';
import { useEmbedded } from '../../../support/embedded.ts';

const target = useEmbedded();

const planWith = (workload: PlanInput['workload'], more: Partial<PlanInput> = {}): PlanInput => ({
  workload,
  lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }, { strategy: 'auto-pipeline' }],
  ...more,
});

test('A lane is said with the options of both tools', () => {
  const plan = planWith({
    clients: 20,
    threads: 2,
    pipeline: 64,
    dataSize: 500,
    keyspace: 1000,
    durationMs: 8000,
  });
  expect(redisBenchmarkLine(plan, 1)).toEqual({
    line: 'redis-benchmark -c 20 -n 1000000 -P 64 -r 1000 --threads 2 -3 -d 500 -t set',
    notes: ['private server', 'no duration'],
  });
  expect(memtierLine(plan, 1)).toEqual({
    line: 'memtier_benchmark --protocol=resp3 -t 2 -c 10 --pipeline=64 --test-time=8 --data-size=500 --key-maximum=1000 --ratio=1:0 --key-pattern=R:R',
    notes: ['private server'],
  });
  expect(redisBenchmarkLine(plan, 0).line).toContain('-P 1 ');
});

test.each(['auto-pipeline', 'concurrent', 'nagle', 'multi', 'multi-key', 'lua', 'noop'])(
  'Nothing but Roundtrip sends like %s',
  (strategy) => {
    const plan = { lanes: [{ strategy }] };
    expect(redisBenchmarkLine(plan, 0)).toEqual({ line: null, notes: ['strategy'] });
    expect(memtierLine(plan, 0)).toEqual({ line: null, notes: ['strategy'] });
  },
);

test('A mix has a line of memtier_benchmark alone', () => {
  const plan = planWith({ commands: ['get', 'set'], ratio: [10, 1] });
  expect(redisBenchmarkLine(plan, 0)).toEqual({ line: null, notes: ['mix'] });
  expect(memtierLine(plan, 0).line).toContain('--ratio=1:10 --key-pattern=R:R');
  const queue = planWith({ commands: ['lpush', 'lpop'], ratio: [1, 2], keyPattern: 'G' });
  expect(memtierLine(queue, 0).line).toContain(
    "'--command=lpush __key__ __data__' --command-ratio=1 --command-key-pattern=G '--command=lpop __key__' --command-ratio=2",
  );
});

test('One key with members is a key whose name does not vary', () => {
  const plan = planWith({ commands: ['zadd'], keyspace: 1, members: 5000, requests: 10 });
  expect(redisBenchmarkLine(plan, 1)).toEqual({
    line: 'redis-benchmark -c 10 -n 10 -P 16 -r 5000 -3 zadd zset __rand_int__ element:__rand_int__',
    notes: ['private server', 'empty keys', 'few members'],
  });
});

test('What a lane changes holds for its line', () => {
  const lanes = [{ strategy: 'pipeline', workload: { pipeline: 4, clients: 3 }, network: { rttMs: 1 } }];
  const { line, notes } = redisBenchmarkLine({ ...planWith({ requests: 500 }), lanes }, 0);
  expect(line).toContain('-c 3 -n 500 -P 4');
  expect(notes).toEqual(['private server', 'network']);
});

test('What the tools cannot say is told', () => {
  const plan = planWith(
    {
      clients: 10,
      threads: 3,
      rps: 5000,
      arrivals: 'poisson',
      dataSizeRange: [10, 20],
      keyPattern: 'Z',
      commands: ['get'],
      durationMs: 1500,
    },
    { target: 'staging', network: { rttMs: 5, jitterMs: 1 } },
  );
  const redis = redisBenchmarkLine(plan, 1);
  expect(redis.line).toContain('-h HOST -p 6379');
  expect(redis.notes).toEqual(['address', 'network', 'empty keys', 'no duration', 'rate', 'sizes', 'keys']);
  const memtier = memtierLine(plan, 1);
  expect(memtier.line).toContain('--rate-limiting=556');
  expect(memtier.notes).toEqual([
    'address',
    'network',
    'empty keys',
    'connections',
    'whole seconds',
    'arrivals',
  ]);
});

test.each(commandIds)('The real redis-benchmark takes its line for %s, and sends that command', (id) => {
  const workload: PlanInput['workload'] = {
    commands: [id],
    requests: 60,
    clients: 3,
    pipeline: 4,
    dataSize: 40,
    keyspace: 10,
    ...(id === 'custom' ? { customCommand: 'GETSET __key__ __data__' } : {}),
  };
  const { line } = redisBenchmarkLine(planWith(workload), 1);
  const { host, port } = target().target.endpoint as { host: string; port: number };
  const shell = (text: string) => spawnSync('sh', ['-c', text], { encoding: 'utf8', timeout: 20_000 }).stdout;
  const cli = `redis-cli -h ${host} -p ${port}`;
  shell(`${cli} config resetstat`);
  const said = shell((line ?? '').replace('redis-benchmark', `redis-benchmark -h ${host} -p ${port} -q`));
  expect(said).toMatch(/requests per second/);
  const name = id === 'custom' ? 'getset' : id;
  expect(shell(`${cli} info commandstats`)).toMatch(
    new RegExp(`cmdstat_${name}:calls=60,.*rejected_calls=0,failed_calls=0`),
  );
});
