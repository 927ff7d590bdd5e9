import { describe, expect, test } from 'vitest';
import { Redis } from 'ioredis';
import { commandIds, type CommandId } from '../../../shared/contract/commands.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { strategies } from '../../../server/engine/strategies/index.ts';
import { connectionOptions } from '../../../server/redis/connection/connect.ts';
import type { Target } from '../../../server/redis/connection/target.ts';
import { casesOf } from '../../support/matrix.ts';
import { useEmbedded } from '../../support/embedded.ts';

/** What every strategy promises, with every command: nothing in here knows one of them by name. */
const embedded = useEmbedded();

/** Commands of each lane. */
const each = 61;
const workload = {
  clients: 3,
  threads: 2,
  pipeline: 4,
  requests: each,
  warmupMs: 0,
  keyspace: 50,
  seed: 7,
};

async function runOnce(
  target: Target,
  strategy: string,
  more: NonNullable<PlanInput['workload']>,
): Promise<Result> {
  const plan = parsePlan({ lanes: [{ strategy }], workload: { ...workload, ...more } });
  return startRun({ plan, target }).finished;
}

const keysLeft = async (redis: Redis) => (await redis.keys('*')).length;

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
      const key = /^roundtrip:[a-z0-9]{5}:(as\d+)$/.exec(word)?.[1];
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

/** Several are asked for in a run, a lane each: beginning a run takes longer than these few commands. */
const inFives = (ids: readonly CommandId[]): CommandId[][] =>
  Array.from({ length: Math.ceil(ids.length / 5) }, (_, index) => ids.slice(index * 5, index * 5 + 5));

const sending = strategies.filter(({ id }) => id !== 'noop');
const simple = commandIds.filter((id) => id !== 'custom');

describe.each(sending.map((strategy, place) => ({ id: strategy.id, strategy, place })))(
  '$id',
  ({ strategy, place }) => {
    const offered = simple.filter((id) => strategy.commands?.includes(id) ?? true);

    const fives = inFives(offered).map((commands) => [commands.join(', '), commands] as const);

    // A third of the commands with each strategy, and so each command with a third of the strategies.
    test.each(
      casesOf(
        fives,
        fives.filter((_, index) => index % 3 === place % 3 || fives.length === 1),
      ),
    )(
      'sends exactly what was asked of %s, the server counts the same, and nothing is left',
      async (_, commands) => {
        const { target } = embedded();
        // One thread: that threads share the work is asked of the other tests, and each takes a while to begin.
        const plan = parsePlan({
          lanes: commands.map((command) => ({ strategy: strategy.id, workload: { commands: [command] } })),
          workload: { ...workload, threads: 1 },
        });
        const result = await startRun({ plan, target }).finished;
        expect(result.lanes).toHaveLength(commands.length);
        for (const [index, lane] of result.lanes.entries()) {
          const said = `${commands[index]}:`;
          expect(lane.error, said).toBeNull();
          expect(lane.failures, said).toEqual({});
          expect(lane.commands + lane.failed, said).toBe(each);
          expect(lane.countsAgree, said).toBe(true);
          expect(lane.server.calls, said).toBeGreaterThan(0);
          expect(lane.latencyMs.command?.max, said).toBeGreaterThan(0);
        }
        expect(result.warnings).toEqual([]);
        const redis = new Redis(connectionOptions(target.endpoint));
        await redis.connect();
        expect(await keysLeft(redis)).toBe(0);
        redis.disconnect();
      },
    );

    const refused = simple.filter((id) => !offered.includes(id));
    if (refused.length > 0)
      test('refuses the commands that it cannot send and says which it can', async () => {
        const [command] = refused as [CommandId];
        await expect(runOnce(embedded().target, strategy.id, { commands: [command] })).rejects.toThrow(
          /can only send set, get/,
        );
      });

    test('writes the same keys as any other', async () => {
      const { target } = embedded();
      const [own, reference] = [
        await listen(target, () => runOnce(target, strategy.id, {})),
        await listen(target, () => runOnce(target, 'one-by-one', {})),
      ];
      expect([...reference.values()].reduce((sum, times) => sum + times, 0)).toBe(each);
      expect(own).toEqual(reference);
    });

    if (strategy.commands === null)
      test('counts what fails beside what succeeds, by class', async () => {
        const { target } = embedded();
        const result = await runOnce(target, strategy.id, {
          commands: ['set', 'custom'],
          ratio: [1, 1],
          customCommand: 'ZADD __key__ not-a-number member',
        });
        const [lane] = result.lanes;
        expect(lane?.state).toBe('completed');
        expect(lane?.failed).toBeGreaterThan(10);
        expect(lane?.commands).toBeGreaterThan(10);
        expect(lane?.failures).toEqual({ ERR: lane?.failed });
        expect((lane?.commands ?? 0) + (lane?.failed ?? 0)).toBe(each);
        expect(lane?.countsAgree).toBe(true);
      });

    test('says of reads how many found something', async () => {
      const result = await runOnce(embedded().target, strategy.id, { commands: ['get'] });
      expect(result.lanes[0]?.hitRate).toBe(1);
    });

    // RESP3 is what all other tests here speak.
    test.each(casesOf<2 | 3>([2, 3], [2]))('speaks RESP%i', async (resp) => {
      const result = await runOnce(embedded().target, strategy.id, { resp });
      expect(result.environment.resp).toBe(resp);
      expect(result.lanes[0]?.commands).toBe(each);
    });

    test('opens a connection for each command or batch when asked to', async () => {
      const { target } = embedded();
      const redis = new Redis(connectionOptions(target.endpoint));
      await redis.connect();
      const connections = async () =>
        Number(/total_connections_received:(\d+)/.exec(await redis.info('stats'))?.[1]);
      const before = await connections();
      const result = await runOnce(target, strategy.id, { keepalive: false });
      const opened = (await connections()) - before;
      redis.disconnect();
      expect(result.lanes[0]?.commands).toBe(each);
      expect(result.lanes[0]?.countsAgree).toBe(true);
      expect(opened).toBeGreaterThanOrEqual(
        strategy.batching === 'batch' ? Math.ceil(each / workload.pipeline) : each,
      );
    });
  },
);

test('the harness alone reaches the end of its count as well', async () => {
  const result = await runOnce(embedded().target, 'noop', {});
  expect(result.lanes[0]?.commands).toBe(each);
  expect(result.lanes[0]?.writes).toBe(0);
});
