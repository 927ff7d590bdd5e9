import { describe, expect, onTestFinished, test } from 'vitest';
import { Redis } from 'ioredis';
import { defaultClient } from '../../../shared/contract/enums.ts';
import { writeLane } from '../../../shared/plan/lane-words.ts';
import { commandIds, type CommandId } from '../../../shared/contract/commands.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { findBinding } from '../../../server/engine/clients/bindings.ts';
import { clientsOf } from '../../../server/engine/clients/index.ts';
import type { Strategy } from '../../../server/engine/lane/strategy.ts';
import { strategies } from '../../../server/engine/strategies/index.ts';
import { prepareCommand } from '../../../server/engine/workload/prepared-command.ts';
import { connectionOptions } from '../../../server/redis/connection/connect.ts';
import type { Target } from '../../../server/redis/connection/target.ts';
import { casesOf } from '../../support/matrix.ts';
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

async function runOnce(
  target: Target,
  lane: Pick<PlanInput['lanes'][number], 'strategy' | 'client'>,
  more: NonNullable<PlanInput['workload']>,
): Promise<Result> {
  const plan = parsePlan({ lanes: [lane], workload: { ...workload, ...more } });
  return startRun({ plan, target }).finished;
}

/** A lane for each mix, with as many commands. */
const planOf = (
  lane: Pick<PlanInput['lanes'][number], 'strategy' | 'client'>,
  mixes: readonly CommandId[][],
  requests: number,
) =>
  parsePlan({
    lanes: mixes.map((ids) => ({
      ...lane,
      workload: { commands: ids, ...(ids.length > 1 ? { ratio: ids.map(() => 1) } : {}) },
    })),
    workload: { ...workload, requests },
  });

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

/** Everything that a server is sent, with the keys of Roundtrip, while `work` runs. */
async function listen(target: Target, work: () => Promise<unknown>): Promise<Map<string, number>> {
  const monitor = new Redis({ ...connectionOptions(target.endpoint), protocol: 2 });
  await monitor.connect();
  const written = new Map<string, number>();
  const events = await monitor.monitor();
  events.on('monitor', (_time: string, words: string[]) => {
    // The words of a script are not looked at: they come again as the commands that it runs.
    if (!['set', 'mset'].includes(words[0]?.toLowerCase() ?? '')) return;
    for (const word of words) {
      const key = /^roundtrip:[a-z0-9]{8}:(as\d+)$/.exec(word)?.[1];
      if (key) written.set(key, (written.get(key) ?? 0) + 1);
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

/** Bytes that ioredis writes, by strategy and mix, as its own tests have measured them. */
const writtenByIoredis = new Map<string, number | null>();
const nameOf = ({ id }: Strategy, requests: number, mix: readonly CommandId[]) =>
  [id, requests, ...mix].join();

async function bytesByIoredis(target: Target, strategy: Strategy, requests: number, mix: CommandId[]) {
  const measured = writtenByIoredis.get(nameOf(strategy, requests, mix));
  if (measured !== undefined) return measured;
  const plan = planOf({ strategy: strategy.id }, [mix], requests);
  const [lane] = (await startRun({ plan, target }).finished).lanes;
  return lane?.bytesOut;
}

/** Which keys each of the others is to write: those that are written one by one. */
let oneByOne: Promise<Map<string, number>> | null = null;
const writtenOneByOne = (target: Target) =>
  (oneByOne ??= listen(target, () => runOnce(target, { strategy: 'one-by-one' }, { threads: 2 })));

/** Each strategy with each client library that can carry it out. */
const sending = strategies
  .filter(({ id }) => id !== 'noop')
  .flatMap((strategy, place) =>
    (strategy.bare ? [defaultClient] : clientsOf(strategy.id)).map((client, index) => ({
      id: writeLane({ strategy: strategy.id, client }),
      lane: { strategy: strategy.id, client },
      strategy,
      binding: findBinding(client),
      // Each library sends other mixes.
      place: place + index,
    })),
  );
const simple = commandIds.filter((id) => id !== 'custom');

describe.each(sending)('$id', ({ lane, strategy, binding, place }) => {
  // The test server has no MSETEX, which takes the place of SETEX there (relatives.real.test.ts).
  const offered = simple
    .filter((id) => strategy.commands?.includes(id) ?? true)
    .filter((id) => strategy.id !== 'multi-key' || id !== 'setex');

  // A third of the mixes with each strategy, and so each mix with a third of the strategies.
  const mixes = inMixes(offered, strategy.commands === null ? longestMix : 1);
  const some = mixes.filter((_, index) => index % 3 === place % 3);

  test('sends exactly what was asked and says in how many bytes, the server counts the same, nothing is left', async () => {
    const { target } = embedded();
    const redis = await adminOf(target);
    const before = await calls(redis);
    const tried = casesOf(mixes, strategy.commands === null ? some : mixes);
    const requests = each * (tried[0]?.length ?? 0);
    const plan = planOf(lane, tried, requests);
    const result = await startRun({ plan, target }).finished;
    expect(result.lanes).toHaveLength(tried.length);
    for (const one of result.lanes) {
      expect(one.error).toBeNull();
      expect(one.failures).toEqual({});
      expect(one.commands + one.failed).toBe(requests);
      expect(one.countsAgree).toBe(true);
      expect(one.server.calls).toBeGreaterThan(0);
      expect(one.latencyMs.command?.max).toBeGreaterThan(0);
    }
    if (binding && !binding.metersWrites)
      for (const one of result.lanes) {
        const uncounted = { writes: null, bytesOut: null, bytesIn: null, effectiveBatch: null };
        expect(one).toMatchObject({ ...uncounted, perWrite: null });
        expect(one.server.reads).toBeGreaterThan(0);
      }
    else
      for (const [index, mix] of tried.entries()) {
        const bytesOut = result.lanes[index]?.bytesOut ?? null;
        expect(bytesOut).toBeGreaterThan(0);
        const cache = result.lanes[index]?.cache;
        // What it answers is not sent; a mix of commands has each key several times.
        if (cache) expect(cache.sent + cache.answeredLocally).toBe(requests);
        else if (binding) expect(bytesOut).toBe(await bytesByIoredis(target, strategy, requests, mix));
        else writtenByIoredis.set(nameOf(strategy, requests, mix), bytesOut);
      }
    expect(result.warnings).toEqual([]);
    expect(result.environment.resp).toBe(3);
    const after = await calls(redis);
    const sent = tried.flat().map((id) => {
      const command = prepareCommand(id, plan.workload);
      return strategy.serverCommand?.(command) ?? command.name;
    });
    expect(sent.filter((name) => (after.get(name) ?? 0) <= (before.get(name) ?? 0))).toEqual([]);
    expect(await redis.keys('*')).toEqual([]);
  });

  const refused = simple.filter((id) => !offered.includes(id));
  if (refused.length > 0)
    test('refuses the commands that it cannot send and says which it can', async () => {
      const [command] = refused as [CommandId];
      await expect(runOnce(embedded().target, lane, { commands: [command] })).rejects.toThrow(
        `can only send ${(strategy.commands ?? []).slice(0, 2).join(', ')}`,
      );
    });

  // The other two are of commands that write, and of connections that a cache ends with (cached.real.test.ts).
  if (!offered.includes('set')) return;

  test('writes the same keys as one-by-one', async () => {
    const { target } = embedded();
    const reference = await writtenOneByOne(target);
    // Threads share the work without a key left out or sent twice.
    const own = await listen(target, () => runOnce(target, lane, { threads: 2 }));
    expect([...reference.values()].reduce((sum, times) => sum + times, 0)).toBe(each);
    expect(own).toEqual(reference);
  });

  if (strategy.commands === null)
    test('counts what fails beside what succeeds, by class', async () => {
      const { target } = embedded();
      const result = await runOnce(target, lane, {
        commands: ['set', 'custom'],
        ratio: [2, 1],
        customCommand: 'ZADD __key__ not-a-number member',
      });
      const [measured] = result.lanes;
      expect(measured?.failed).toBeGreaterThan(10);
      // What the program hears of a batch that is rejected as a whole is that all of it failed.
      const heard = binding?.rejectsWhole.includes(strategy.id) ? 0 : 10;
      expect(measured?.commands).toBeGreaterThanOrEqual(heard);
      expect(measured?.state).toBe(heard === 0 ? 'failed' : 'completed');
      expect(measured?.failures).toEqual({ ERR: measured?.failed });
      expect((measured?.commands ?? 0) + (measured?.failed ?? 0)).toBe(each);
      expect(measured?.countsAgree).toBe(true);
    });

  // RESP3 and connections that stay are what the other tests here have.
  test('speaks RESP2, says of reads how many found something, and opens a connection for each command or batch', async () => {
    const { target } = embedded();
    const redis = await adminOf(target);
    const connections = async () =>
      Number(/total_connections_received:(\d+)/.exec(await redis.info('stats'))?.[1]);
    const greetings = async () => (await calls(redis)).get('HELLO') ?? 0;
    const before = { connections: await connections(), greetings: await greetings() };
    // More than a run opens for other purposes.
    const [requests, atLeast] =
      strategy.batching === 'batch' ? [each, Math.ceil(each / workload.pipeline)] : [25, 25];
    const more = { commands: ['get' as const], resp: 2 as const, keepalive: false, requests };
    const result = await runOnce(target, lane, more);
    const [opened, greeted] = [
      (await connections()) - before.connections,
      (await greetings()) - before.greetings,
    ];
    expect(result.environment.resp).toBe(2);
    expect(result.lanes[0]).toMatchObject({ commands: requests, hitRate: 1, countsAgree: true });
    expect(opened).toBeGreaterThanOrEqual(atLeast);
    // For RESP3 each connection would begin with one; GLIDE greets for RESP2 as well.
    if (binding?.id !== 'glide') expect(opened - greeted).toBeGreaterThanOrEqual(atLeast);
  });
});

test('the harness alone reaches the end of its count as well', async () => {
  const result = await runOnce(embedded().target, { strategy: 'noop' }, {});
  expect(result.lanes[0]?.commands).toBe(each);
  expect(result.lanes[0]?.writes).toBe(0);
});
