import { describe, expect, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import { readLane } from '../../../shared/plan/lane-words.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { openTarget } from '../../../server/redis/targets/open-target.ts';
import { deviationNamed, deviations } from '../../../campaign/faulty/deviations.ts';
import { moments, startFaultyServer, type FaultyOptions } from '../../../campaign/faulty/faulty-server.ts';

const commands = 800;

/** Runs one lane against a server that deviates. Each has a server of its own, and mostly waits for it. */
async function run(
  /** With its client library: `pipeline@node-redis`. */
  strategy: string,
  options: FaultyOptions,
  resp: 2 | 3 = 3,
  timeoutMs = 5000,
): Promise<Result> {
  const server = await startFaultyServer(options);
  const plan = parsePlan({
    target: 'url',
    lanes: [readLane(strategy)],
    workload: {
      requests: commands,
      clients: 2,
      pipeline: 16,
      warmupMs: 0,
      timeoutMs,
      keyspace: 50,
      resp,
    },
  });
  try {
    const result = await startRun({ plan, target: await openTarget(server.url) }).finished;
    expect(server.keys()).toEqual([]);
    return result;
  } finally {
    await server.close();
  }
}

const strategies = [
  ...['one-by-one', 'auto-pipeline', 'pipeline', 'multi', 'multi-key', 'lua', 'wire'],
  ...['one-by-one@node-redis', 'pipeline@node-redis', 'multi@node-redis', 'multi-key@node-redis'],
  'auto-pipeline@node-redis',
];

const notSeenInQueue = new Set(['an integer', 'null of RESP2']);

test.concurrent.each(strategies)(
  '%s measures a server that answers rightly, also byte by byte',
  async (strategy) => {
    const result = await run(strategy, { deviation: deviationNamed('byte by byte') });
    expect(result.lanes[0]).toMatchObject({ state: 'completed', commands, failed: 0, countsAgree: true });
  },
);

describe.concurrent.each([
  ['100 replies a command', 'start', /more replies came than commands were sent/],
  ['a reply more after each tenth', 'mid-lane', /more replies came than commands|was answered by/],
  ['each tenth reply is missing', 'start', /no reply for 400 ms|was answered by/],
  ['HTTP', 'mid-lane', /"H/],
  ['hello world', 'end', /"h/],
  ['an integer', 'mid-lane', /answered by/],
  ['an array of three', 'start', /answered by/],
  ['null of RESP2', 'end', /answered by/],
  ['an endless bulk', 'mid-lane', /bytes|more than/],
  ['closed in mid-reply', 'mid-lane', /was lost/],
] as const)('fails the lane with a sentence: %s, %s', (id, moment, says) => {
  // Each deviation with a third of the strategies, and so each strategy with a third of the deviations.
  const place = deviations.findIndex((deviation) => deviation.id === id);
  const some = strategies.filter((_, index) => index % 3 === place % 3);

  // What comes in the place of QUEUED node-redis does not look at.
  const seen = (cases: readonly string[]) =>
    cases.filter((one) => one !== 'multi@node-redis' || !notSeenInQueue.has(id));

  test.each(seen(some))('%s', async (strategy) => {
    const calls = /^(lua|multi-key)/.test(strategy) ? commands / 16 : commands;
    const result = await run(
      strategy,
      { deviation: deviationNamed(id), after: moments[moment](calls) },
      3,
      id === 'each tenth reply is missing' ? 400 : undefined,
    );
    const [lane] = result.lanes;
    expect(lane?.error?.message).toMatch(says);
    expect([result.state, lane?.state]).toEqual(['failed', 'failed']);
    expect(lane?.commands).toBeLessThan(commands);
  });
});

// What is no reply to its command GLIDE drops, and connects anew: all that can be seen of it is that no reply comes.
test.concurrent.each(['HTTP', 'an endless bulk', 'closed in mid-reply'] as const)(
  'a lane of GLIDE fails as well: %s',
  async (id) => {
    const result = await run(
      'pipeline@glide',
      { deviation: deviationNamed(id), after: commands / 2 },
      3,
      400,
    );
    const [lane] = result.lanes;
    expect(lane?.error?.message).toMatch(/no reply for 400 ms|was lost/);
    expect([result.state, lane?.state]).toEqual(['failed', 'failed']);
  },
);

test('the right replies of RESP2 are right as well', async () => {
  const result = await run('wire', {}, 2);
  expect(result.lanes[0]).toMatchObject({ state: 'completed', commands, failed: 0 });
});

test('a server whose own count of calls is lower is warned of, also when it is not ours', async () => {
  const { lanes } = await run('pipeline', { countsBy: 0.5 });
  expect(lanes[0]?.countsAgree).toBe(false);
  expect(lanes[0]?.warnings).toContainEqual({ code: 'counts-differ', sent: commands, counted: commands / 2 });
});

test('more calls than ours may be those of others', async () => {
  const { lanes } = await run('pipeline', { countsBy: 2 });
  expect(lanes[0]?.countsAgree).toBeNull();
  expect(lanes[0]?.warnings.map(({ code }) => code)).not.toContain('counts-differ');
});

test('a script that the server has forgotten is sent again: no command fails, and counts agree', async () => {
  const { lanes } = await run('lua', { flushScriptsAfter: 10 });
  expect(lanes[0]).toMatchObject({ state: 'completed', commands, failed: 0, countsAgree: true });
});

describe.concurrent('a server whose set-up cannot be understood is refused in a sentence:', () => {
  test.each(
    deviations.filter(({ of }) => of !== 'workload').map((deviation) => [deviation.id, deviation] as const),
  )('%s', async (_id, deviation) => {
    await expect(run('pipeline', { deviation })).rejects.toThrow(
      /cannot be measured: \S|does not answer INFO|does not speak the protocol|did not answer in time/,
    );
  });
});
