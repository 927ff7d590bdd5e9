import { describe, expect, test } from 'vitest';
import { strategyDescriptions } from '../../../../server/engine/clients/index.ts';
import { strategies } from '../../../../server/engine/strategies/index.ts';
import { checkPlan } from '../../../../shared/plan/check/check-plan.ts';
import type { Capabilities } from '../../../../shared/plan/check/plan-faults.ts';
import { privateTargets } from '../../../../shared/contract/private-server.ts';
import type { CommandId } from '../../../../shared/commands/workload.ts';
import type { Problem } from '../../../../shared/contract/problem-reason.ts';
import type { PlanInput } from '../../../../shared/contract/plan.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';

const capabilities: Capabilities = {
  strategies: strategyDescriptions,
  targets: [...privateTargets, { id: 'staging', kind: 'url' }, { id: 'durable', kind: 'embedded' }],
  programs: ['redis-server'],
};

const problemsOf = (plan: PlanInput, more: Partial<Capabilities> = {}): Problem[] =>
  checkPlan(parsePlan(plan), { ...capabilities, ...more });

describe('a plan for strategies that exist', () => {
  const writing = strategies.filter(({ id }) => id !== 'cached').map(({ id }) => id);
  test.each(writing)('is fine for %s, which can send SET and GET', (strategy) => {
    expect(problemsOf({ lanes: [{ strategy }], workload: { commands: ['set', 'get'] } })).toEqual([]);
  });

  const messagesOf = (plan: PlanInput) =>
    problemsOf(plan).map(({ field, message }) => `${field} ${message.split(/[:,]/)[0]}`);

  test('is refused for a cache where there can be none', () => {
    const lanes = [{ strategy: 'cached' }];
    expect(messagesOf({ lanes, workload: { commands: ['get'] } })).toEqual([]);
    expect(
      messagesOf({ lanes: [{ strategy: 'cached', client: 'ioredis' }], workload: { commands: ['get'] } }),
    ).toEqual(['lanes[0].client ioredis has no cache in the client']);
    const workload = { commands: ['get' as const], resp: 2 as const, keepalive: false, keyspace: 1_000_000 };
    expect(messagesOf({ lanes, workload })).toEqual([
      'lanes[0].workload.resp the server tells a cache of changed keys in RESP 3 alone',
      'lanes[0].workload.keepalive a cache ends with its connection',
      'lanes[0].workload.keyspace each connection has a cache of its own',
    ]);
  });

  test('is refused for another client that writes where nobody could judge what is read', () => {
    const lanes = [{ strategy: 'pipeline' }];
    const writesPerSecond = 100;
    expect(messagesOf({ lanes, workload: { commands: ['get'], writesPerSecond } })).toEqual([]);
    expect(messagesOf({ lanes, workload: { commands: ['set'], writesPerSecond: 0 } })).toEqual([]);
    const workload = { commands: ['set' as const], writesPerSecond, threads: 2, keyspace: 2_000_000 };
    expect(messagesOf({ lanes, workload })).toEqual([
      'lanes[0].workload.commands only what GET reads has a version to judge by',
      'lanes[0].workload.threads one thread knows all versions',
      'lanes[0].workload.keyspace the versions of at most 1000000 keys are kept',
    ]);
  });

  test('names those that there are when one does not exist', () => {
    expect(problemsOf({ lanes: [{ strategy: 'pipeline' }, { strategy: 'telepathy' }] })).toMatchObject([
      {
        field: 'lanes[1].strategy',
        value: 'telepathy',
        message:
          'must be one of one-by-one, concurrent, nagle, auto-pipeline, gather, pipeline, multi, multi-key, lua, cached, wire',
      },
    ]);
  });

  test('is refused for a command without a form for many keys, by the lane that would have to send it', () => {
    const problems = problemsOf({
      lanes: [{ strategy: 'pipeline' }, { strategy: 'multi-key' }],
      workload: { commands: ['incr', 'set', 'lpush'] },
    });
    expect(problems).toMatchObject([
      { field: 'lanes[1].workload.commands', value: 'incr' },
      { field: 'lanes[1].workload.commands', value: 'lpush' },
    ]);
    expect(problems[0]?.message).toContain('multi-key can only send set, get, setex, del');
  });

  test.each([
    { commands: ['get'], keyspace: 5_000_001, refused: true },
    { commands: ['get'], keyspace: 5_000_000, refused: false },
    { commands: ['set'], keyspace: 1_000_000_000, refused: false },
    { commands: ['set', 'lpop'], keyspace: 6_000_000, refused: true },
  ] satisfies { commands: CommandId[]; keyspace: number; refused: boolean }[])(
    'that sends $commands over $keyspace keys is refused: $refused, since what is read is written first',
    ({ commands, keyspace, refused }) => {
      const problems = problemsOf({
        lanes: [{ strategy: 'pipeline' }],
        workload: { commands, keyspace },
      });
      expect(problems.map(({ field }) => field)).toEqual(refused ? ['lanes[0].workload.keyspace'] : []);
    },
  );

  test('tells every problem of every lane', () => {
    expect(
      problemsOf({
        lanes: [
          { strategy: 'x' },
          { strategy: 'multi-key', workload: { commands: ['incr'] } },
          { strategy: 'y' },
        ],
      }).map(({ field }) => field),
    ).toEqual(['lanes[0].strategy', 'lanes[1].workload.commands', 'lanes[2].strategy']);
  });
});

const lanes = [{ strategy: 'pipeline' }];

describe('what a plan asks of its target', () => {
  test('is refused with the targets that there are where there is none of that name', () => {
    expect(problemsOf({ lanes, target: 'nowhere', moveSlots: { afterMs: 0 } })).toMatchObject([
      { field: 'target', value: 'nowhere', message: 'must be one of embedded, cluster, staging, durable' },
    ]);
  });

  test.each([
    ['embedded', []],
    ['cluster', ['server']],
    ['staging', ['server']],
    // Its settings are those of the configuration.
    ['durable', ['server']],
  ])('settings of the server, on the target %s: problems in %j', (target, fields) => {
    const problems = problemsOf({ lanes, target, server: { tls: true } });
    expect(problems.map(({ field }) => field)).toEqual(fields);
    for (const { message } of problems) expect(message).toContain(`not the target "${target}"`);
  });

  test('of each lane is checked like that of the plan', () => {
    const problems = problemsOf({
      lanes: [
        { strategy: 'pipeline', target: 'staging', server: { tls: true } },
        { strategy: 'pipeline', target: 'nowhere' },
        { strategy: 'pipeline', target: 'embedded', server: { tls: true } },
        { strategy: 'pipeline', server: { program: 'valkey-server' } },
        { strategy: 'pipeline' },
      ],
    });
    expect(problems.map(({ field, reason }) => [field, reason?.code])).toEqual([
      ['lanes[0].server', 'server-is-not-ours'],
      ['lanes[1].target', 'not-one-of'],
      ['lanes[3].server.program', 'program-not-installed'],
    ]);
    expect(problems[2]?.message).toContain('valkey-server is not installed');
  });

  test('that goes with one server alone is refused where lanes measure several', () => {
    const own = { strategy: 'pipeline', server: { ioThreads: 4 } };
    const fieldsOf = (...lanes: PlanInput['lanes']) =>
      problemsOf({ lanes, bystander: {}, network: { by: 'kernel' } }).map(({ field }) => field);
    expect(fieldsOf(...lanes, own)).toEqual(expect.arrayContaining(['bystander', 'network.by']));
    // Said for each lane, it is still one.
    expect(fieldsOf(own, own)).not.toContain('bystander');
  });

  test.each([
    ['embedded', ['moveSlots']],
    ['cluster', []],
    ['staging', ['moveSlots']],
  ])('slots that move, on the target %s: problems in %j', (target, fields) => {
    const problems = problemsOf({ lanes, target, moveSlots: { afterMs: 100 } });
    expect(problems.map(({ field }) => field)).toEqual(fields);
  });

  test('keys of one command in several slots are measured, and counted as failures', () => {
    expect(problemsOf({ lanes: [{ strategy: 'multi-key' }], target: 'cluster' })).toEqual([]);
  });
});

describe('a custom command', () => {
  const custom = (customCommand: string) => ({
    lanes,
    workload: { commands: ['custom' as const], customCommand },
  });

  test.each([
    ['ZINCRBY __key__ 1 __rand_int__', null],
    ['object encoding __key__', null],
    ["SETEX __key__ 60 'two words'", null],
    ['MSET __key__ a __key__ b', null],
    ['FLUSHALL', 'FLUSHALL names no key'],
    ['SET', 'SET names no key'],
    ['config set maxmemory 1', 'config names no key'],
    [
      'SHUTDOWN',
      'SHUTDOWN is refused, as it is about the whole server: a line works at once on the keys that it names; code of your own may send it (--lane)',
    ],
    ['BLPOP __key__ 0', 'BLPOP is refused, as it waits on the server'],
    ['XREAD COUNT 10 STREAMS __key__ 0', null],
    ['XREADGROUP GROUP g c STREAMS __key__ >', null],
    ['XREAD STREAMS __key__ other 0 0', '"other" may be somebody else’s'],
    ['XREAD BLOCK 10 STREAMS __key__ 0', 'XREAD is refused, as it waits on the server'],
    ['PUBLISH __key__ x', 'PUBLISH is refused, as it sends or receives messages'],
    ['EVAL "return 1" 0', null],
    [`EVAL "return redis.call('GET', KEYS[1])" 1 __key__`, null],
    [`EVAL "return redis.call('GET', 'other')" 1 __key__`, 'reaches beyond KEYS'],
    ['EVAL "return 1" 1 other', '"other" may be somebody else’s'],
    ['EVAL "return 1" 2 __key__', 'says how many keys follow'],
    ['FCALL limit 1 __key__ 10', null],
    ['FCALL limit 0', 'FCALL names no key'],
    ['ZUNION 2 __key__ __key__ WITHSCORES', null],
    ['ZUNION 2 __key__ other', '"other" may be somebody else’s'],
    ['SORT __key__ STORE other', 'SORT is refused, as its keys cannot be told from its words'],
    ['MIGRATE 127.0.0.1 6380 __key__ 0 1000', 'MIGRATE is refused'],
    ['MULTI', 'MULTI is refused'],
    ['SET __key__ "a b', 'the quote of "a is not closed'],
    ['SET other __data__', '"other" may be somebody else’s'],
    ['RENAME __key__ other', '"other" may be somebody else’s'],
    ['MSET __key__ a other b', '"other" may be somebody else’s'],
    ['JSON.SET __key__ $ __data__', null],
    ['FT.SEARCH __key__ *', 'FT.SEARCH is refused, as its keys are indexes'],
    ['MOVE __key__ 5', 'MOVE is refused, as it reaches another database'],
    ['COPY __key__ __key__ DB 5', 'COPY is refused, as it reaches another database'],
    ['  ', 'is empty'],
  ])('%s: %s', (line, said) => {
    const problems = problemsOf(custom(line));
    expect(problems).toHaveLength(said === null ? 0 : 1);
    if (said !== null)
      expect(problems[0]).toMatchObject({
        field: 'lanes[0].workload.customCommand',
        value: line,
        message: expect.stringContaining(said),
      });
  });

  test('may be any where that is allowed', () => {
    expect(problemsOf(custom('FLUSHALL'), { customCommands: 'any' })).toEqual([]);
  });

  test('is repeated only in part where it is long', () => {
    const [problem] = problemsOf(custom(`SET ${'X'.repeat(200)} __data__`));
    expect(problem?.message.length).toBeLessThan(150);
    expect(JSON.stringify(problem).length).toBeLessThan(500);
  });

  test('a script is not sent from a script, wherever any command is allowed', () => {
    const plan = { ...custom('EVAL "return 1" 1 __key__'), lanes: [{ strategy: 'lua' }] };
    const [problem] = problemsOf(plan, { customCommands: 'any' });
    expect(problem?.message).toContain('a script cannot call another');
  });
});

describe('members of a key', () => {
  const fields = (workload: PlanInput['workload']) =>
    problemsOf({ lanes, workload }).map(({ field, message }) => [field, message]);

  test('mean nothing where no command has keys that hold any', () => {
    const [problem] = fields({ commands: ['set'], members: 10 });
    expect(problem).toEqual([
      'lanes[0].workload.members',
      expect.stringContaining('no command here works on a list'),
    ]);
  });

  test.each([
    [1, 5_000_000, 0],
    [500, 10_000, 0],
    [500, 10_001, 1],
  ])('of %d keys may be %d each: %d problems', (keyspace, members, count) => {
    const found = fields({ commands: ['zadd'], keyspace, members });
    expect(found).toHaveLength(count);
    if (count > 0) expect(found[0]?.[1]).toContain('of 500 keys at most 10000 each');
  });
});

describe('a link that is cut', () => {
  const cut = { network: { cutEveryMs: 2000 }, workload: { commands: ['incr'] as CommandId[] } };
  const whyOf = (plan: Partial<PlanInput>) =>
    problemsOf({ lanes: [{ strategy: 'pipeline' }], ...cut, ...plan }).map(({ field, reason }) => [
      field,
      reason?.code === 'cut-cannot' ? reason.why : reason?.code,
    ]);

  test('has a turn for each cut where the plan names none', () => {
    expect(whyOf({})).toEqual([]);
    expect(parsePlan({ lanes: [{ strategy: 'pipeline' }], ...cut }).schedule.sliceMs).toBe(2000);
  });

  test.each([
    ['network.by', 'kernel', { network: { ...cut.network, by: 'kernel' } }],
    ['lanes[0].target', 'cluster', { target: 'cluster' }],
    ['lanes[0].strategy', 'no-library', { lanes: [{ strategy: 'wire' }] }],
    ['lanes[0].workload.commands', 'command', { workload: {} }],
    ['lanes[0].workload.requests', 'requests', { workload: { ...cut.workload, requests: 1000 } }],
    ['lanes[0].workload.keepalive', 'keepalive', { workload: { ...cut.workload, keepalive: false } }],
    ['schedule.sliceMs', 'slice', { schedule: { sliceMs: 1000 } }],
    ['lanes[0].workload.durationMs', 'slice', { workload: { ...cut.workload, durationMs: 1000 } }],
    ['network', 'agents-cannot', { agents: 2, target: 'staging' }],
  ] satisfies [string, string, Partial<PlanInput>][])('is refused at %s: %s', (field, why, plan) => {
    expect(whyOf(plan)).toEqual([[field, why]]);
  });
});

describe('a link that the kernel lays', () => {
  const kernel = { by: 'kernel' } as const;
  const lanes = [{ strategy: 'pipeline' }];
  test.each([
    { name: 'is fine where the kernel can delay', support: 'delay', network: { rttMs: 1 }, found: null },
    { name: 'is fine without a delay', support: 'bandwidth', network: { bandwidthMbit: 10 }, found: null },
    {
      name: 'adds no round trip without netem',
      support: 'bandwidth',
      network: { rttMs: 1 },
      found: ['network.rttMs', 'no-delay'],
    },
    {
      name: 'has no jitter',
      support: 'delay',
      network: { rttMs: 2, jitterMs: 1 },
      found: ['network.jitterMs', 'no-jitter'],
    },
    { name: 'needs root', support: 'not-root', network: {}, found: ['network.by', 'not-root'] },
  ] as const)('$name', ({ support, network, found }) => {
    const problems = problemsOf({ lanes, network: { ...network, ...kernel } }, { kernel: () => support });
    expect(problems.map(({ field, reason }) => [field, reason])).toEqual(
      found ? [[found[0], { code: 'kernel-network', why: found[1] }]] : [],
    );
  });

  test('leads to the private server alone, and is the same for all lanes', () => {
    expect(problemsOf({ lanes, network: kernel, target: 'staging' })).toMatchObject([
      { field: 'network.by', reason: { why: 'not-ours' } },
    ]);
    expect(
      problemsOf({ lanes: [{ strategy: 'pipeline', network: { rttMs: 1 } }], network: kernel }),
    ).toMatchObject([{ field: 'lanes[0].network', reason: { why: 'lanes' } }]);
    expect(problemsOf({ lanes: [{ strategy: 'pipeline', network: kernel }] })).toMatchObject([
      { field: 'lanes[0].network', reason: { why: 'lanes' } },
    ]);
  });
});

describe('a plan for agents', () => {
  const plan: PlanInput = { target: 'staging', agents: 3, workload: { clients: 6 }, lanes };

  test.each<[string, Partial<PlanInput>, string | null]>([
    ['a named server', {}, null],
    ['a bystander', { bystander: {} }, null],
    ['a private server', { target: 'embedded' }, 'target: agents cannot reach a private server'],
    ['a private server with a name', { target: 'durable' }, 'target: agents cannot reach a private server'],
    ['a network', { network: { rttMs: 1 } }, 'network: agents measure over the network that they have'],
    [
      'a network of a lane',
      { lanes: [...lanes, { strategy: 'pipeline', network: {} }] },
      'lanes[1].network: agents measure over the network that they have',
    ],
    [
      'several servers',
      { lanes: [...lanes, { strategy: 'pipeline', target: 'durable' }] },
      'agents: agents measure one server',
    ],
    [
      'more threads than connections',
      { lanes: [...lanes, { strategy: 'pipeline', workload: { threads: 3 } }] },
      'lanes[1].workload.clients: 3 agents with 3 threads each need at least 9 clients, not 6',
    ],
  ])('with %s', (_what, part, says) => {
    const said = problemsOf({ ...plan, ...part }).map(({ field, message }) => `${field}: ${message}`);
    expect(said).toEqual(says === null ? [] : [expect.stringContaining(says)]);
  });

  test('needs a control Redis, where it is known that there is none', () => {
    expect(problemsOf(plan, { hasControl: true })).toEqual([]);
    expect(problemsOf(plan, { hasControl: false })).toMatchObject([
      { field: 'agents', reason: { code: 'agents-cannot', why: 'no-control' } },
    ]);
  });
});
