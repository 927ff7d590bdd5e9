import { describe, expect, test } from 'vitest';
import { limits } from '../../../shared/limits.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import type { Problem } from '../../../shared/contract/problem-reason.ts';
import { parsePlan, parseTuning } from '../../../shared/plan/parse-plan.ts';

const lanes = [{ strategy: 'pipeline' }];

/** What is wrong with a document, by the one who refuses it. */
function problemsOf(parse: (input: unknown) => unknown, input: unknown): readonly Problem[] {
  try {
    parse(input);
  } catch (error) {
    if (error instanceof InvalidInput) return error.problems;
    throw error;
  }
  return [];
}
const planProblems = (input: unknown) => problemsOf(parsePlan, input);
const workloadProblems = (workload: unknown) => planProblems({ workload, lanes });

describe('what a plan says of the private server', () => {
  test('is completed by its defaults, and left out where nothing is said', () => {
    expect(parsePlan({ lanes })).not.toHaveProperty('server');
    expect(parsePlan({ lanes, server: { persistence: 'aof-always' } }).server).toEqual({
      persistence: 'aof-always',
      ioThreads: 1,
      tls: false,
      access: 'open',
    });
  });

  test.each([
    [{ persistence: 'sometimes' }, 'server.persistence'],
    [{ ioThreads: 0 }, 'server.ioThreads'],
    [{ maxMemoryBytes: 1 }, 'server.maxMemoryBytes'],
    [{ password: 'geheim' }, 'server'],
  ])('is refused where it cannot be: %j', (server, field) => {
    expect(planProblems({ lanes, server })).toMatchObject([{ field }]);
  });
});

describe('a plan whose lanes have servers of their own', () => {
  const server = { ioThreads: 4 };

  test('keeps them whole, and names the lanes after them', () => {
    const plan = parsePlan({
      lanes: [...lanes, { strategy: 'pipeline', target: 'staging' }, { ...lanes[0], server }],
    });
    expect(plan.lanes.map(({ id }) => id)).toEqual(['pipeline', 'pipeline-staging', 'pipeline-io-threads-4']);
    expect(plan.lanes[2]?.server).toEqual({ ...server, persistence: 'off', tls: false, access: 'open' });
    expect(plan.lanes[0]).not.toHaveProperty('server');
    expect(plan).not.toHaveProperty('server');
    expect(parsePlan(plan)).toEqual(plan);
  });

  test('is about that of a lane where no lane measures its own', () => {
    const own = [
      { strategy: 'pipeline', server: { program: 'valkey-server' } },
      { strategy: 'wire', server },
    ];
    const plan = parsePlan({ lanes: own });
    expect(plan.server).toEqual(plan.lanes[0]?.server);
    expect(parsePlan(plan)).toEqual(plan);
    expect(parsePlan({ lanes: [{ strategy: 'wire', target: 'staging' }] }).target).toBe('staging');
    const mixed = parsePlan({ lanes: [{ strategy: 'wire', target: 'staging' }, ...own] });
    expect([mixed.target, mixed.server]).toEqual(['embedded', mixed.lanes[1]?.server]);
    expect(parsePlan(mixed)).toEqual(mixed);
    // One lane measures it, whatever words say so.
    expect(parsePlan({ lanes: [{ strategy: 'wire', server: {} }, ...own] })).not.toHaveProperty('server');
  });
});

describe('a plan that says nothing but its lanes', () => {
  test('gets every default', () => {
    const plan = parsePlan({ lanes });
    expect(plan).toMatchObject({
      target: 'embedded',
      schedule: { mode: 'turns', order: 'random', sliceMs: 250, settleMs: 50 },
      workload: { commands: ['set'], keyPattern: 'R', data: 'text', keepalive: true, resp: 3 },
    });
    const { workload } = plan;
    for (const name of ['clients', 'threads', 'pipeline', 'dataSize', 'keyspace', 'durationMs'] as const)
      expect(workload[name], name).toBe(limits[name].default);
    for (const name of ['warmupMs', 'backlog', 'ttlSeconds', 'seed', 'timeoutMs', 'zipfExponent'] as const)
      expect(workload[name], name).toBe(limits[name].default);
  });

  test('has no rate, no count and no bystander: their absence has a meaning', () => {
    const plan = parsePlan({ lanes });
    expect(plan).not.toHaveProperty('bystander');
    expect(plan.workload).not.toHaveProperty('rps');
    expect(plan.workload).not.toHaveProperty('requests');
  });

  test('gives a bystander the usual rate', () => {
    expect(parsePlan({ lanes, bystander: {} }).bystander).toEqual({ rps: 100 });
  });
});

/** Fields of the workload whose bounds can be tried alone. */
const numbers = [
  'clients',
  'pipeline',
  'keyspace',
  'requests',
  'durationMs',
  'warmupMs',
  'rps',
  'backlog',
  'ttlSeconds',
  'seed',
  'timeoutMs',
] as const;
const bounds = numbers.map((name) => ({ name, ...limits[name] }));

describe('the bounds of a workload', () => {
  test.each(bounds)('hold $name from $min to $max', ({ name, min, max }) => {
    for (const value of [min, max])
      expect(parsePlan({ workload: { dataSize: 1, [name]: value }, lanes }).workload[name]).toBe(value);
  });

  test.each(bounds)('refuse $name below $min and above $max', ({ name, min, max, unit }) => {
    for (const value of [min - 1, max + 1])
      expect(workloadProblems({ [name]: value })).toMatchObject([
        {
          field: `workload.${name}`,
          value,
          message: `must be a number from ${min} to ${max}${unit ? ` ${unit}` : ''}`,
          allowed: { min, max },
        },
      ]);
  });

  test.each([
    { name: 'dataSize', low: 0, high: 16_777_217 },
    { name: 'threads', low: 0, high: 65 },
    { name: 'zipfExponent', low: 0.09, high: 5.01 },
  ] as const)('refuse $name of $low and of $high', ({ name, low, high }) => {
    for (const value of [low, high])
      expect(workloadProblems({ [name]: value, clients: 100 })).toMatchObject([
        { field: `workload.${name}`, value, allowed: { min: limits[name].min, max: limits[name].max } },
      ]);
  });

  test('hold the largest payload, nearly the most threads, and exponents between whole numbers', () => {
    const { workload } = parsePlan({
      workload: { dataSize: 16_777_216, pipeline: 1, threads: 63, clients: 63, zipfExponent: 0.75 },
      lanes,
    });
    expect(workload).toMatchObject({ dataSize: 16_777_216, threads: 63, zipfExponent: 0.75 });
  });

  test.each([
    { what: 'a fraction', value: 1.5 },
    { what: 'text', value: '10' },
    { what: 'null', value: null },
    { what: 'infinity', value: Infinity },
    { what: 'not a number', value: NaN },
  ])('refuse $what for a whole number', ({ value }) => {
    expect(workloadProblems({ clients: value })).toMatchObject([
      { field: 'workload.clients', allowed: { min: 1, max: 1000 } },
    ]);
  });

  test.each([
    { field: 'schedule.sliceMs', plan: { schedule: { sliceMs: 99 } }, min: 100, max: 60_000 },
    { field: 'schedule.settleMs', plan: { schedule: { settleMs: 5001 } }, min: 0, max: 5000 },
    { field: 'bystander.rps', plan: { bystander: { rps: 10_001 } }, min: 1, max: 10_000 },
    { field: 'workload.ratio[1]', plan: { workload: { ratio: [1, 1001] } }, min: 1, max: 1000 },
    {
      field: 'workload.dataSizeRange[0]',
      plan: { workload: { dataSizeRange: [0, 9] } },
      min: 1,
      max: 16_777_216,
    },
  ])('are told with the place where they are passed: $field', ({ field, plan, min, max }) => {
    expect(planProblems({ ...plan, lanes })).toMatchObject([{ field, allowed: { min, max } }]);
  });
});

describe('settings that do not go together', () => {
  test.each([
    {
      what: 'more threads than connections',
      workload: { threads: 4, clients: 3 },
      field: 'workload.threads',
      says: '4 threads need at least as many clients, not 3',
    },
    {
      what: 'more in flight than fits into memory',
      workload: { clients: 1000, pipeline: 100_000, dataSize: 11 },
      field: 'workload.pipeline',
      says: '1100000000 bytes in flight',
    },
    {
      what: 'more in flight at the upper end of a range of sizes',
      workload: { clients: 100, pipeline: 1000, dataSizeRange: [1, 20_000] },
      field: 'workload.pipeline',
      says: '2030000000 bytes in flight',
    },
    {
      what: 'a range of sizes the wrong way round',
      workload: { dataSizeRange: [100, 10] },
      field: 'workload.dataSizeRange',
      says: 'the smallest size comes first, not 100-10',
    },
    {
      what: 'fewer weights than commands',
      workload: { commands: ['set', 'get'], ratio: [1] },
      field: 'workload.ratio',
      says: '2 commands, 1 weights',
    },
    {
      what: 'the custom command without its line',
      workload: { commands: ['custom'] },
      field: 'workload.customCommand',
      says: 'custom',
    },
    {
      what: 'a custom line that no command sends',
      workload: { customCommand: 'ECHO hello' },
      field: 'workload.customCommand',
      says: 'custom',
    },
    {
      what: 'fewer custom lines than commands',
      workload: { commands: ['custom', 'get', 'custom', 'custom'], customCommands: ['PING', 'PING'] },
      field: 'workload.customCommands',
      says: '3 commands, 2 lines',
    },
    {
      what: 'a custom line beside several',
      workload: {
        ...{ commands: ['custom', 'custom'], customCommands: ['PING', 'PING'] },
        customCommand: 'PING',
      },
      field: 'workload.customCommands',
      says: 'give one of them',
    },
  ])('are refused: $what', ({ workload, field, says }) => {
    const problems = workloadProblems(workload);
    expect(problems).toMatchObject([{ field }]);
    expect(problems[0]?.message).toContain(says);
  });

  test('are not looked for while a number is out of range: one mistake, one complaint', () => {
    expect(workloadProblems({ clients: 0, threads: 1 })).toHaveLength(1);
  });
});

describe('a document that is no plan', () => {
  test.each([
    { what: 'no lanes', input: { lanes: [] }, field: 'lanes', says: 'at least 1 entry' },
    {
      what: 'thirteen lanes',
      input: { lanes: new Array(13).fill(lanes[0]) },
      field: 'lanes',
      says: 'at most 12 entries',
    },
    { what: 'lanes missing', input: {}, field: 'lanes', says: 'must be an array' },
    { what: 'text', input: 'fast', field: 'plan', says: 'must be an object' },
    { what: 'nothing', input: undefined, field: 'plan', says: 'must be an object' },
    { what: 'an unknown field', input: { lanes, speed: 9 }, field: 'plan', says: 'no such field: speed' },
    {
      what: 'an unknown field of the workload',
      input: { lanes, workload: { connections: 5 } },
      field: 'workload',
      says: 'no such field: connections',
    },
    {
      what: 'an unknown field of a lane',
      input: { lanes: [{ strategy: 'multi', clients: 3 }] },
      field: 'lanes[0]',
      says: 'no such field: clients',
    },
    {
      what: 'an unknown field of the workload of a lane',
      input: { lanes: [lanes[0], { strategy: 'multi', workload: { clints: 3 } }] },
      field: 'lanes[1].workload',
      says: 'no such field: clints',
    },
    {
      what: 'more slices than are kept',
      input: { lanes, workload: { durationMs: 3_600_000 }, schedule: { sliceMs: 100 } },
      field: 'schedule.sliceMs',
      says: '36000 slices are more than 3600',
    },
    {
      what: 'more slices than are kept, in one lane',
      input: {
        lanes: [{ strategy: 'multi', workload: { durationMs: 3_600_000 } }],
        schedule: { sliceMs: 100 },
      },
      field: 'lanes[0].workload.durationMs',
      says: '36000 slices are more than 3600',
    },
    {
      what: 'an unknown command',
      input: { lanes, workload: { commands: ['set', 'flushall'] } },
      field: 'workload.commands[1]',
      says: 'must be one of ping, set',
    },
    {
      what: 'a key pattern that is none',
      input: { lanes, workload: { keyPattern: 'X' } },
      field: 'workload.keyPattern',
      says: 'must be one of R, S, Z, G',
    },
    {
      what: 'a protocol that is none',
      input: { lanes, workload: { resp: 4 } },
      field: 'workload.resp',
      says: '',
    },
    {
      what: 'an id with capital letters',
      input: { lanes: [{ id: 'Fast', strategy: 'multi' }] },
      field: 'lanes[0].id',
      says: 'lower-case letters, digits and -',
    },
    {
      what: 'two lanes with one id',
      input: {
        lanes: [
          { id: 'a', strategy: 'multi' },
          { id: 'a', strategy: 'lua' },
        ],
      },
      field: 'lanes',
      says: 'two lanes have the id "a"',
    },
  ])('is refused with the field and the reason: $what', ({ input, field, says }) => {
    const problems = planProblems(input);
    expect(problems).toMatchObject([{ field }]);
    expect(problems[0]?.message).toContain(says);
  });

  test('is told of every mistake at once, each on a line with field, reason and value', () => {
    const input = { workload: { clients: 0, keyPattern: 'Q' }, schedule: { mode: 'relay' }, lanes };
    expect(() => parsePlan(input)).toThrow(
      [
        'workload.clients: must be a number from 1 to 1000 connections, not 0',
        'workload.keyPattern: must be one of R, S, Z, G, not "Q"',
        'schedule.mode: must be one of turns, race, not "relay"',
      ].join('\n'),
    );
  });

  test('has long texts cut in the complaint', () => {
    const [problem] = planProblems({ lanes, target: 'x'.repeat(5000) });
    expect(problem).toMatchObject({ field: 'target', value: `${'x'.repeat(80)}…` });
  });
});

describe('the lanes of a plan', () => {
  test('get an id from their strategy, numbered where it is taken', () => {
    const plan = parsePlan({
      lanes: [
        { strategy: 'pipeline' },
        { strategy: 'pipeline' },
        { strategy: 'multi', id: 'pipeline-2' },
        { strategy: 'pipeline', label: 'Deep' },
      ],
    });
    expect(plan.lanes.map(({ id }) => id)).toEqual(['pipeline', 'pipeline-3', 'pipeline-2', 'pipeline-4']);
    expect(plan.lanes.map(({ label }) => label)).toEqual([undefined, undefined, undefined, 'Deep']);
  });

  test('share the workload but for what they say themselves', () => {
    const plan = parsePlan({
      workload: { clients: 5, dataSize: 300 },
      lanes: [{ strategy: 'pipeline' }, { strategy: 'pipeline', workload: { pipeline: 256 } }],
    });
    expect(plan.lanes[0]?.workload).toEqual(plan.workload);
    expect(plan.lanes[1]?.workload).toEqual({ ...plan.workload, pipeline: 256 });
  });

  test('are checked with what they say, and the complaint names the lane', () => {
    const problems = planProblems({
      workload: { clients: 2 },
      lanes: [
        { strategy: 'pipeline' },
        { strategy: 'multi', workload: { pipeline: 0 } },
        { strategy: 'lua', workload: { threads: 3, colour: 'red' } },
      ],
    });
    expect(problems.map(({ field }) => field)).toEqual(['lanes[1].workload.pipeline', 'lanes[2].workload']);
    expect(problems[0]).toMatchObject({ value: 0, allowed: { min: 1, max: 100_000 } });
  });
});

describe('a parsed plan', () => {
  test.each([
    { what: 'the smallest', plan: { lanes } },
    {
      what: 'one with everything',
      plan: {
        target: 'staging',
        workload: {
          commands: ['set', 'get', 'custom'],
          ratio: [1, 10, 2],
          customCommand: 'SETRANGE __key__ 5 __data__',
          dataSizeRange: [10, 2000],
          data: 'random',
          keyPattern: 'Z',
          zipfExponent: 0.99,
          requests: 5000,
          rps: 1000,
          keepalive: false,
          resp: 2,
        },
        lanes: [
          { strategy: 'pipeline', label: 'Baseline' },
          { strategy: 'pipeline', workload: { pipeline: 64, threads: 2 } },
          { id: 'x', strategy: 'lua' },
        ],
        schedule: { mode: 'race', sliceMs: 500, settleMs: 0, order: 'random' },
        bystander: { rps: 50 },
      },
    },
  ])('is understood the same when parsed again, also from its JSON: $what', ({ plan }) => {
    const parsed = parsePlan(plan);
    expect(parsePlan(parsed)).toEqual(parsed);
    expect(parsePlan(JSON.parse(JSON.stringify(parsed)))).toEqual(parsed);
  });

  test('leaves what it was given as it was', () => {
    const given = { workload: { clients: 3 }, lanes: [{ strategy: 'multi' }] };
    const before = structuredClone(given);
    parsePlan(given);
    expect(given).toEqual(before);
  });
});

describe('a live change', () => {
  test.each([
    { tuning: { pipeline: 64 } },
    { tuning: { dataSize: 1000, clients: 20 } },
    { tuning: { rps: 5000 } },
  ])('may be $tuning', ({ tuning }) => {
    expect(parseTuning(tuning)).toEqual(tuning);
  });

  test.each([
    { what: 'nothing', tuning: {}, field: 'plan', says: 'at least one of pipeline' },
    { what: 'a field that cannot change', tuning: { seed: 3 }, field: 'plan', says: 'no such field: seed' },
    { what: 'too deep a batch', tuning: { pipeline: 100_001 }, field: 'pipeline', says: 'from 1 to 100000' },
    { what: 'no connections', tuning: { clients: 0 }, field: 'clients', says: 'from 1 to 1000' },
    { what: 'an empty payload', tuning: { dataSize: 0 }, field: 'dataSize', says: 'from 1 to 16777216' },
    { what: 'no rate', tuning: { rps: 0 }, field: 'rps', says: 'from 1 to 10000000' },
  ])('is refused when it asks for $what', ({ tuning, field, says }) => {
    const [problem] = problemsOf(parseTuning, tuning);
    expect(problem?.field).toBe(field);
    expect(problem?.message).toContain(says);
  });
});

test('A lane with commands of its own takes no line and no weights along that are not for them', () => {
  const workloadOf = (workload: object, own: object) =>
    parsePlan({ workload, lanes: [{ strategy: 'pipeline', workload: own }] }).lanes[0]?.workload;
  const line = { commands: ['custom'], customCommand: 'HGETALL __key__' };
  expect(workloadOf(line, { commands: ['hget'] })).not.toHaveProperty('customCommand');
  expect(workloadOf(line, { commands: ['custom'] })).toMatchObject(line);
  const lines = {
    commands: ['custom', 'custom'],
    ratio: [1, 2],
    customCommands: ['INCR __key__', 'GET __key__'],
  };
  expect(workloadOf(lines, { ...line, ratio: [1] })).not.toHaveProperty('customCommands');
  const mix = { commands: ['set', 'get'], ratio: [1, 9] };
  expect(workloadOf(mix, { commands: ['hget'] })).not.toHaveProperty('ratio');
  expect(workloadOf(mix, { commands: ['set', 'incr'] })).toMatchObject({ ratio: [1, 9] });
});
