import { Queue } from 'bullmq';
import { expect, onTestFinished, test } from 'vitest';
import { knownForged } from '../../../campaign/forged-messages.ts';
import { controlRoot } from '../../../server/engine/agents/agents-place.ts';
import { runsQueue, streamsOf } from '../../../server/engine/agents/control.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { joinAgent, runByAgents, useServers, type Servers } from './agents-of-a-test.ts';

const servers = useServers();

async function onControl({ control }: Servers) {
  const redis = await openAdmin(control.target);
  onTestFinished(() => {
    redis.disconnect();
  });
  return redis;
}

/** A run by the agents `a` and `b`, to which another program writes these texts at its first sample. */
async function runWithForged(texts: readonly string[], durationMs: number) {
  const at = servers();
  const redis = await onControl(at);
  await joinAgent(at, 'a');
  await joinAgent(at, 'b');
  let isForged = false;
  const run = runByAgents(at, {
    agents: 2,
    plan: {
      workload: { warmupMs: 0, clients: 2, keyspace: 10, rps: 100, durationMs },
      schedule: { sliceMs: 250 },
      lanes: [{ strategy: 'one-by-one' }],
    },
    onEvent: ({ type }) => {
      if (type !== 'sample' || isForged) return;
      isForged = true;
      for (const text of texts) void redis.xadd(streamsOf(run.id).back, '*', 'm', text);
    },
  });
  return run.finished;
}

test.each(knownForged.filter(([, text]) => text.startsWith('{"share":0')))(
  '%s loses the agent of this share by name',
  async (_, text) => {
    const { lanes } = await runWithForged([text], 30_000);
    expect(lanes[0]?.error?.message).toMatch(
      /^Agent [ab] \(on .+\) was lost: it sent a message in another form than this version's \(message\b.*\)\.$/,
    );
  },
);

test('messages for no agent are ignored, and counted in one warning', async () => {
  const texts = [...knownForged.flatMap(([, text]) => (text.startsWith('{"share":0') ? [] : text)), '{'];
  const { state, warnings } = await runWithForged(texts, 500);
  expect(state).toBe('completed');
  expect(warnings).toContainEqual({ code: 'agent-messages-ignored', messages: texts.length });
});

test('a stream that another program replaced is not called a control Redis that was lost', async () => {
  const at = servers();
  const redis = await onControl(at);
  await joinAgent(at, 'a');
  const run = runByAgents(at, {
    agents: 1,
    plan: {
      workload: { warmupMs: 0, clients: 2, keyspace: 10, rps: 100, durationMs: 30_000 },
      lanes: [{ strategy: 'one-by-one' }],
    },
    onEvent: ({ type }) => {
      if (type === 'sample') void redis.set(streamsOf(run.id).back, 'x');
    },
  });
  const { lanes } = await run.finished;
  expect(lanes[0]?.error?.message).toMatch(
    /^The control Redis at .* refused a command of this run, .*WRONGTYPE/,
  );
});

test.each([
  ['no object', 'null'],
  ['no JSON', '{'],
])('a run in progress whose description is %s is one of another program', async (_, data) => {
  const at = servers();
  const redis = await onControl(at);
  const runs = new Queue(runsQueue, { connection: { ...at.control.target.endpoint }, prefix: controlRoot });
  onTestFinished(() => runs.close());
  const job = `${controlRoot}:${runsQueue}:run`;
  await runs.add('run', {}, { jobId: 'run' });
  await redis.hset(job, 'data', data);
  const { finished } = runByAgents(at, {
    agents: 1,
    plan: { workload: { requests: 10 }, lanes: [{ strategy: 'one-by-one' }] },
    gatherWithinMs: 100,
  });
  await expect(finished).rejects.toThrow(
    /^(Another run has the agents: that of another program\.|0 of 1 agents)/,
  );
});
