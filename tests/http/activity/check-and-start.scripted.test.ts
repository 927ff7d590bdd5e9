import { expect, test } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { TargetDescription } from '../../../shared/contract/http.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import type { OpenedTarget } from '../../../server/redis/connection/target.ts';
import { TargetUnusable } from '../../../server/redis/connection/target-unusable.ts';
import { PrivateServer } from '../../../server/redis/private/private-server.ts';
import { startServer } from '../../support/build-app.ts';
import { plans } from './plans-to-start.ts';

/** What is there to be measured, but is never made ready: the reason is one that only a live server gives. */
function neverReady(description: TargetDescription, prepared: string[]): OpenedTarget {
  return {
    target: { description, endpoint: { db: 0 }, isPrivate: description.kind !== 'url' },
    prepare: () => {
      prepared.push(description.id);
      return Promise.reject(new TargetUnusable('nothing-listens', 'here', 'Nothing listens here.'));
    },
    stop: () => Promise.resolve(),
  };
}

const json = { 'content-type': 'application/json' };

test('of drawn plans, check and start say the same, and one that is refused prepares nothing', async () => {
  const prepared: string[] = [];
  const targets = [
    { id: 'embedded', label: 'a private server', kind: 'embedded' } as const,
    { id: 'cluster', label: 'a private cluster', kind: 'cluster', isCluster: true } as const,
  ].map((description) => neverReady(description, prepared));
  const [first, ...others] = targets;
  if (!first) throw new Error('there are targets');
  const server = await startServer({ targets: [first, ...others], startRun, requestsPerMinute: 1_000_000 });
  const check = async (plan: PlanInput) => {
    const body = JSON.stringify(plan);
    const answer = await fetch(`${server.url}/api/plans/check`, { method: 'POST', headers: json, body });
    return { status: answer.status, body: await answer.json() };
  };
  const fields = new Set<string>();
  let accepted = 0;
  for (const plan of plans) {
    const body = JSON.stringify(plan);
    // One by one: hundreds of connections at once are reset on a busy machine.
    const checked = await check(plan);
    prepared.length = 0;
    const started = await server.post(plan);
    const answer = (await started.json()) as { error: { problems?: { field: string }[] } };
    if (checked.status === 200) {
      accepted++;
      // It came as far as the server that is to be measured, which only is not there.
      expect(started.status, body).toBe(502);
      expect(prepared, body).toEqual([parsePlan(plan).target]);
      continue;
    }
    expect([checked.status, started.status], body).toEqual([400, 400]);
    expect(answer, body).toEqual(checked.body);
    expect(prepared, body).toEqual([]);
    for (const { field } of answer.error.problems ?? []) fields.add(field.replace(/\d+/, '0'));
  }
  expect(accepted).toBeGreaterThan(0.15 * plans.length);
  expect(accepted).toBeLessThan(0.85 * plans.length);
  for (const field of [
    'target',
    'server',
    'moveSlots',
    'lanes[0].strategy',
    'lanes[0].workload.commands',
    'lanes[0].workload.customCommand',
    'lanes[0].workload.keyspace',
    'workload.clients',
  ])
    expect([...fields]).toContain(field);
}, 180_000);

test('a plan that is refused leaves the private server as it runs; one that is accepted starts it as it asks', async () => {
  const opened = await PrivateServer.start();
  const server = await startServer({ targets: [opened], startRun });
  const pid = async () => {
    const redis = await openAdmin(opened.target);
    const info = await redis.info('server').finally(() => {
      redis.disconnect();
    });
    return /process_id:(\d+)/.exec(info)?.[1];
  };
  try {
    const before = await pid();
    const settings = { server: { access: 'password' }, schedule: { sliceMs: 100 } };
    const workload = { durationMs: 100, warmupMs: 0, clients: 1, commands: ['incr'] };
    const refused = await server.post({ ...settings, workload, lanes: [{ strategy: 'multi-key' }] });
    expect(refused.status).toBe(400);
    expect(await pid()).toBe(before);
    const started = await server.post({ ...settings, workload, lanes: [{ strategy: 'pipeline' }] });
    expect(started.status).toBe(201);
    expect(await pid()).not.toBe(before);
  } finally {
    await opened.stop();
  }
});
