import { describe, expect, onTestFinished, test } from 'vitest';
import { Redis } from 'ioredis';
import { clientIds, defaultClient } from '../../../shared/contract/enums.ts';
import { writeLane } from '../../../shared/plan/lane-words.ts';
import { commandIds, type CommandId } from '../../../shared/commands/workload.ts';
import { limits } from '../../../shared/limits.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { findBinding } from '../../../server/engine/clients/bindings.ts';
import { clientsOf } from '../../../server/engine/clients/index.ts';
import type { SliceHook } from '../../../server/engine/lane/turn.ts';
import type { Strategy } from '../../../server/engine/lane/strategy.ts';
import { strategies } from '../../../server/engine/strategies/index.ts';
import { prepareCommand } from '../../../server/engine/workload/prepared-command.ts';
import { connectionOptions } from '../../../server/redis/connection/connect.ts';
import type { Target } from '../../../server/redis/connection/target.ts';
import { drawnOf } from '../../support/matrix.ts';
import { useEmbedded } from '../../support/embedded.ts';

/** What every strategy promises, with every command: nothing in here knows one of them by name. */
const embedded = useEmbedded();

/** Commands that a workload may mix. */
const longestMix = 8;
/** Commands of each lane. */
const each = 61;
const workload = {
  clients: 3,
  pipeline: 4,
  requests: each,
  warmupMs: 0,
  keyspace: 50,
  seed: 7,
};

type Lane = PlanInput['lanes'][number];

const runOnce = (
  target: Target,
  lanes: readonly Lane[],
  more: NonNullable<PlanInput['workload']>,
  around?: SliceHook,
): Promise<Result> => {
  const plan = parsePlan({ lanes: [...lanes], workload: { ...workload, ...more } });
  return startRun({ plan, target, ...(around && { around }) }).finished;
};

/** Calls of each command that the server has counted, in upper case. */
async function calls(redis: Redis): Promise<Map<string, number>> {
  const lines = (await redis.info('commandstats')).matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm);
  return new Map(Array.from(lines, ([, name = '', count]) => [name.toUpperCase(), Number(count)]));
}

async function adminOf(target: Target): Promise<Redis> {
  const redis = new Redis(connectionOptions(target.endpoint));
  await redis.connect();
  onTestFinished(() => redis.disconnect());
  return redis;
}

interface Counted {
  calls: Map<string, number>;
  connections: number;
}

/** Counts calls and connections of the server during the slices of each lane. */
function countingByLane(redis: Redis) {
  const byLane = new Map<string, Counted>();
  const now = async (): Promise<Counted> => ({
    calls: await calls(redis),
    connections: Number(/total_connections_received:(\d+)/.exec(await redis.info('stats'))?.[1]),
  });
  const around: SliceHook = async ({ lanes: [lane = ''] }, carryOut) => {
    const before = await now();
    await carryOut();
    const after = await now();
    const sum = byLane.get(lane) ?? { calls: new Map<string, number>(), connections: 0 };
    sum.connections += after.connections - before.connections;
    for (const [name, count] of after.calls)
      sum.calls.set(name, (sum.calls.get(name) ?? 0) + count - (before.calls.get(name) ?? 0));
    byLane.set(lane, sum);
  };
  return { byLane, around };
}

/** The number of writes of each key of each lane, as MONITOR shows them while `work` runs. */
async function listen(target: Target, work: () => Promise<unknown>): Promise<Map<string, number>[]> {
  const monitor = new Redis({ ...connectionOptions(target.endpoint), protocol: 2 });
  await monitor.connect();
  const written: Map<string, number>[] = [];
  const events = await monitor.monitor();
  events.on('monitor', (_time: string, words: string[]) => {
    // The words of a script are not looked at: they come again as the commands that it runs.
    if (!['set', 'mset'].includes(words[0]?.toLowerCase() ?? '')) return;
    for (const word of words) {
      const [, lane, key] = /^roundtrip:[a-z0-9]{8}:([a-z])(s\d+)$/.exec(word) ?? [];
      if (lane === undefined || key === undefined) continue;
      const own = (written[lane.charCodeAt(0) - 97] ??= new Map<string, number>());
      own.set(key, (own.get(key) ?? 0) + 1);
    }
  });
  await work();
  // Nothing is lost: the monitor hears its own last word after all that came before.
  await new Promise((resolve) => setTimeout(resolve, 50));
  events.disconnect();
  monitor.disconnect();
  return written;
}

/** Several commands are asked for in a lane: to begin one takes longer than these few commands. */
const inMixes = (ids: readonly CommandId[], size: number): CommandId[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  );

/** A third of these commands is refused by the server. */
const partly = {
  commands: ['set', 'custom'] satisfies CommandId[],
  ratio: [2, 1],
  customCommand: 'ZADD __key__ not-a-number member',
};

/** The number of writes of each key by one-by-one, in both workloads: the other lanes must write the same. */
let oneByOne: Promise<Record<'all' | 'partly', Map<string, number>>> | null = null;
const writtenOneByOne = (target: Target) =>
  (oneByOne ??= (async () => {
    const lanes = [{ strategy: 'one-by-one' }, { strategy: 'one-by-one', id: 'partly', workload: partly }];
    const [all = new Map<string, number>(), some = new Map<string, number>()] = await listen(target, () =>
      runOnce(target, lanes, { threads: 2 }),
    );
    const times = (keys: Map<string, number>) => [...keys.values()].reduce((sum, count) => sum + count, 0);
    expect(times(all)).toBe(each);
    expect(times(some)).toBeGreaterThan(10);
    return { all, partly: some };
  })());

// The test server has no MSETEX, which takes the place of SETEX there (relatives.real.test.ts).
const simple = commandIds.filter((id) => id !== 'custom');
const offeredBy = (strategy: Strategy) =>
  simple
    .filter((id) => strategy.commands?.includes(id) ?? true)
    .filter((id) => strategy.id !== 'multi-key' || id !== 'setex');

/** Each strategy has one third of the mixes with each library, and each mix one third of the strategies; all nightly. */
const thirds = drawnOf('thirds of mixes', [0, 1, 2], 1);

/** Each strategy with each client library that can carry it out. */
const sending = strategies
  .filter(({ id }) => id !== 'noop')
  .flatMap((strategy, place) =>
    (strategy.bare ? [defaultClient] : clientsOf(strategy.id)).map((client, index) => {
      const offered = offeredBy(strategy);
      const mixes = inMixes(offered, strategy.commands === null ? longestMix : 1);
      const some = mixes.filter((_, at) => thirds.includes((at + place + index) % 3));
      return {
        ...{ lane: { strategy: strategy.id, client }, id: writeLane({ strategy: strategy.id, client }) },
        ...{ strategy, client, binding: findBinding(client), offered },
        mixes: strategy.commands === null ? some : mixes,
      };
    }),
  );
type Sending = (typeof sending)[number];

/** A lane, and the commands that it sends. */
interface MixLane {
  of: Sending;
  mix: readonly CommandId[];
}

const ofIoredis = (strategy: string) =>
  sending.find((one) => one.client === 'ioredis' && one.strategy.id === strategy);

/** The lanes of a library, with those of ioredis whose bytes they have to send as well. */
const mixLanesOf = (client: string): MixLane[][] =>
  sending
    .filter((one) => one.client === client)
    .flatMap((of) =>
      of.mixes.map((mix) => {
        const model = of.binding?.metersWrites ? ofIoredis(of.strategy.id) : undefined;
        return [{ of, mix }, ...(model ? [{ of: model, mix }] : [])];
      }),
    );

/** The number of lanes that one run may have. */
function* runsOf(lanes: readonly MixLane[][]): Generator<MixLane[]> {
  let run: MixLane[] = [];
  for (const together of lanes) {
    if (run.length + together.length > limits.lanes.max) {
      yield run;
      run = [];
    }
    run.push(...together);
  }
  if (run.length > 0) yield run;
}

describe.each([...clientIds])('every strategy of %s', (client) => {
  const own = sending.filter((one) => one.client === client);

  test.each([...runsOf(mixLanesOf(client))].map((lanes, index) => [index + 1, lanes] as const))(
    'sends exactly what was asked and says in how many bytes, the server counts the same, nothing is left: run %i',
    async (_, lanes) => {
      const { target } = embedded();
      const redis = await adminOf(target);
      const { byLane, around } = countingByLane(redis);
      const requests = each * longestMix;
      const asked = lanes.map(({ of, mix }, place) => ({
        ...{ ...of.lane, id: `lane-${place}` },
        workload: { commands: [...mix], ...(mix.length > 1 ? { ratio: mix.map(() => 1) } : {}) },
      }));
      const result = await runOnce(target, asked, { requests }, around);
      expect(result.lanes).toHaveLength(lanes.length);
      for (const [place, { of, mix }] of lanes.entries()) {
        const [lane, name] = [result.lanes[place], `${of.id} ${mix.join()}`];
        expect(lane?.error?.message, name).toBeUndefined();
        expect(lane?.failures, name).toEqual({});
        expect((lane?.commands ?? 0) + (lane?.failed ?? 0), name).toBe(requests);
        expect(lane?.countsAgree, name).toBe(true);
        expect(lane?.server.calls, name).toBeGreaterThan(0);
        expect(lane?.latencyMs.command?.max, name).toBeGreaterThan(0);
        if (of.binding && !of.binding.metersWrites) {
          const uncounted = { writes: null, bytesOut: null, bytesIn: null, effectiveBatch: null };
          expect(lane, name).toMatchObject({ ...uncounted, perWrite: null });
          expect(lane?.server.reads, name).toBeGreaterThan(0);
        } else expect(lane?.bytesOut, name).toBeGreaterThan(0);
        // A cache answers without sending; a mix of commands has each key several times.
        const cache = lane?.cache;
        if (cache) expect(cache.sent + cache.answeredLocally, name).toBe(requests);
        // The lane of ioredis follows that of the other library.
        else if (of.binding?.metersWrites)
          expect(lane?.bytesOut, name).toBe(result.lanes[place + 1]?.bytesOut);
        const counted = byLane.get(`lane-${place}`)?.calls;
        const sent = mix.map((id) => {
          const command = prepareCommand(id, result.plan.workload);
          return of.strategy.serverCommand?.(command) ?? command.name;
        });
        expect(
          sent.filter((one) => (counted?.get(one) ?? 0) === 0),
          name,
        ).toEqual([]);
      }
      expect(result.warnings).toEqual([]);
      expect(result.environment.resp).toBe(3);
      expect(await redis.keys('*')).toEqual([]);
    },
  );

  // The other tests are of commands that write, and of connections that a cache ends with (cached.real.test.ts).
  const writing = own.filter(({ offered }) => offered.includes('set'));
  const writingLanes = writing.map(({ lane }) => lane);

  test('writes the same keys as one-by-one, and counts what fails beside what succeeds, by class', async () => {
    const { target } = embedded();
    const reference = await writtenOneByOne(target);
    const fails = writing.filter(({ strategy }) => strategy.commands === null);
    const lanes = writing.map((one) => ({ ...one.lane, workload: fails.includes(one) ? partly : {} }));
    let result: Result | undefined;
    const written = await listen(target, async () => {
      // Threads share the work without a key left out or sent twice.
      result = await runOnce(target, lanes, { threads: 2 });
    });
    for (const [place, one] of writing.entries()) {
      const { id, strategy, binding } = one;
      const lane = result?.lanes[place];
      expect(written[place], id).toEqual(fails.includes(one) ? reference.partly : reference.all);
      expect((lane?.commands ?? 0) + (lane?.failed ?? 0), id).toBe(each);
      expect(lane?.countsAgree, id).toBe(true);
      if (!fails.includes(one)) continue;
      expect(lane?.failed, id).toBeGreaterThan(10);
      // What the program hears of a batch that is rejected as a whole is that all of it failed.
      const heard = binding?.rejectsWhole.includes(strategy.id) ? 0 : 10;
      expect(lane?.commands, id).toBeGreaterThanOrEqual(heard);
      expect(lane?.error?.code === 'MOSTLY_FAILED', id).toBe(heard === 0);
      expect(lane?.failures, id).toEqual({ ERR: lane?.failed });
    }
  });

  // RESP3 and connections that stay are what the other tests here have.
  test('speaks RESP2, says of reads how many found something, and opens a connection for each command or batch', async () => {
    const { target } = embedded();
    const { byLane, around } = countingByLane(await adminOf(target));
    const more = { commands: ['get' as const], resp: 2 as const, keepalive: false };
    const result = await runOnce(target, writingLanes, more, around);
    expect(result.environment.resp).toBe(2);
    for (const [place, { id, strategy, binding }] of writing.entries()) {
      const lane = result.lanes[place];
      expect(lane, id).toMatchObject({ commands: each, hitRate: 1, countsAgree: true });
      const { connections = 0, calls } = byLane.get(lane?.id ?? '') ?? {};
      const atLeast = strategy.batching === 'batch' ? Math.ceil(each / workload.pipeline) : each;
      expect(connections, id).toBeGreaterThanOrEqual(atLeast);
      // For RESP3 each connection would begin with one; GLIDE greets for RESP2 as well.
      if (binding?.id !== 'glide')
        expect(connections - (calls?.get('HELLO') ?? 0), id).toBeGreaterThanOrEqual(atLeast);
    }
  });
});

const limited = sending.filter(({ offered }) => offered.length < simple.length);
test.each(limited)(
  '$id refuses the commands that it cannot send and says which it can',
  async ({ lane, strategy, offered }) => {
    const refused = simple.filter((id) => !offered.includes(id)).slice(0, 1);
    await expect(runOnce(embedded().target, [lane], { commands: refused })).rejects.toThrow(
      `can only send ${(strategy.commands ?? []).slice(0, 2).join(', ')}`,
    );
  },
);

test('the harness alone reaches the end of its count as well', async () => {
  const result = await runOnce(embedded().target, [{ strategy: 'noop' }], {});
  expect(result.lanes[0]?.commands).toBe(each);
  expect(result.lanes[0]?.writes).toBe(0);
});
