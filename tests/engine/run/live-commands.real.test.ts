import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liveRefusalOf } from '../../../server/engine/run/live-refusal.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { strategyDescriptions } from '../../../server/engine/clients/index.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startEmbedded, type EmbeddedServer } from '../../../server/redis/private/embedded.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';

/** A real server with commands that no table has: those of its own under other names, as a module would add them. */
const renamed = {
  HSET: 'JSON.SET',
  HGET: 'JSON.GET',
  LCS: 'X.TWO',
  OBJECT: 'X.OBJECT',
  ZUNION: 'X.UNION',
  BLPOP: 'X.WAIT',
  SORT: 'X.SORT',
  RESTORE: 'X.RESTORE',
  EVAL: 'X.EVAL',
  WATCH: 'X.WATCH',
  PUBLISH: 'X.PUBLISH',
  DBSIZE: 'X.SIZE',
  DEBUG: 'X.DEBUG',
  CLIENT: 'X.CLIENT',
};
let server: EmbeddedServer;
beforeAll(async () => {
  const words = Object.entries(renamed).flatMap(([from, to]) => ['--rename-command', from, to]);
  server = await startEmbedded({ words });
});
afterAll(() => server.stop());

const planOf = (customCommand: string, more: Partial<PlanInput> = {}) =>
  parsePlan({
    lanes: [{ strategy: 'pipeline' }],
    workload: {
      ...{ commands: ['custom'], customCommand, clients: 2, pipeline: 5, keyspace: 50, dataSize: 10 },
      ...{ requests: 200, warmupMs: 0 },
    },
    schedule: { sliceMs: 100, settleMs: 0 },
    ...more,
  });
const run = (plan: ReturnType<typeof parsePlan>) => startRun({ plan, target: server.target }).finished;

async function keysLeft(): Promise<number> {
  const redis = await openAdmin(server.target);
  return redis
    .keys('*')
    .then(
      (keys) => keys.length,
      () => NaN,
    )
    .finally(() => {
      redis.disconnect();
    });
}

/** Those that can send any command. */
const strategies = strategyDescriptions.filter(({ id, commands }) => commands === null && id !== 'noop');

test.each(strategies)('$id sends a command that only this server knows, and counts it', async ({ id }) => {
  const plan = planOf('JSON.SET __key__ $ __data__', { lanes: [{ strategy: id }] });
  const { lanes } = await run(plan);
  expect(lanes[0]).toMatchObject({ state: 'completed', commands: 200, failed: 0, countsAgree: true });
  expect(await keysLeft()).toBe(0);
});

test('in a mix it comes beside the commands of every server', async () => {
  const plan = planOf('json.get __key__ $');
  plan.lanes = plan.lanes.map((lane) => ({
    ...lane,
    workload: { ...lane.workload, commands: ['set', 'custom'], ratio: [1, 3] },
  }));
  const { lanes } = await run(plan);
  expect(lanes[0]).toMatchObject({ state: 'completed', commands: 200, failed: 0, countsAgree: true });
});

test.each(['X.OBJECT ENCODING __key__', 'X.TWO __key__ __key__', 'X.UNION 2 __key__ __key__'])(
  '%s may be sent',
  async (line) => {
    const { lanes } = await run(planOf(line));
    expect(lanes[0]).toMatchObject({ commands: 200, countsAgree: true });
  },
);

const refusal = async (line: string, plan = planOf(line)): Promise<unknown> => {
  const error: unknown = await run(plan).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(liveRefusalOf(error), String(error)).toBe('custom-command-refused');
  return error;
};

describe('is refused before anything is sent', () => {
  test.each([
    ['JSON.SETT __key__ $ __data__', 'this server has no command JSON.SETT'],
    ['X.OBJECT __rand_int__ __key__', 'this server has no command X.OBJECT'],
    ['JSON.SET __key__ $', 'JSON.SET takes at least 4 words on this server, its name included, not 3'],
    ['JSON.GET __key__ $ x', 'JSON.GET takes 3 words on this server, its name included, not 4'],
    ['SET __key__', 'SET takes at least 3 words on this server, its name included, not 2'],
    ['JSON.SET other $ __data__', '"other" may be somebody else’s'],
    ['X.TWO __key__ other', '"other" may be somebody else’s'],
    ['X.TWO roundtrip:aaaaa:ak00001 __key__', '"roundtrip:aaaaa:ak00001" may be somebody else’s'],
    ['X.SIZE', 'X.SIZE names no key'],
    ['X.UNION 5 __key__', 'X.UNION names no key'],
    ['X.UNION __rand_int__ __key__ other', 'which words of X.UNION are keys depends on the others'],
    ['X.DEBUG SLEEP 1', 'X.DEBUG is refused, as it is about the whole server'],
    ['X.WAIT __key__ 0', 'X.WAIT is refused, as it waits on the server'],
    ['X.PUBLISH __key__ x', 'X.PUBLISH is refused, as it sends or receives messages'],
    ['X.EVAL "return 1" 1 __key__', 'X.EVAL is refused, as it is about its connection, or runs a script'],
    ['X.WATCH __key__', 'X.WATCH is refused, as it is about its connection, or runs a script'],
    ['X.SORT __key__ STORE other', 'X.SORT is refused, as Redis lists it as dangerous'],
    ['X.RESTORE __key__ 0 __data__', 'X.RESTORE is refused, as Redis lists it as dangerous'],
    ['X.CLIENT KILL __key__', 'X.CLIENT is refused, as it is about the whole server'],
  ])('%s: %s', async (line, said) => {
    const error = await refusal(line);
    expect(error).toBeInstanceOf(InvalidInput);
    expect((error as InvalidInput).problems).toEqual([
      expect.objectContaining({
        field: 'lanes[0].workload.customCommand',
        value: line,
        message: expect.stringContaining(said) as string,
      }),
    ]);
    expect(await keysLeft()).toBe(0);
  });

  test('where a lane has the line for itself, that lane is named', async () => {
    const plan = planOf('JSON.SET __key__ $ __data__', {
      lanes: [
        { strategy: 'pipeline' },
        { strategy: 'concurrent', workload: { customCommand: 'JSON.DEL __key__' } },
      ],
    });
    const error = await refusal('', plan);
    expect((error as InvalidInput).problems[0]?.field).toBe('lanes[1].workload.customCommand');
  });
});
