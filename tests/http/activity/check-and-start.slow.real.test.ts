import { expect, test } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { TargetDescription } from '../../../shared/contract/http.ts';
import { liveRefusalOf } from '../../../server/engine/run/live-refusal.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { strategyDescriptions } from '../../../server/engine/clients/index.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import type { OpenedTarget } from '../../../server/redis/connection/opened-target.ts';
import { TargetUnusable } from '../../../server/redis/connection/target-unusable.ts';
import { PrivateServer } from '../../../server/redis/private/private-server.ts';
import { startServer } from '../../support/build-app.ts';
import { drawnPlans } from '../../support/drawn-plans.ts';
import { casesOf } from '../../support/matrix.ts';
import { useEmbedded } from '../../support/embedded.ts';

/** Only the live server knows whether it has this one: ours does not. */
const ofModule = 'JSON.SET __key__ $ __data__';
const customCommands = [
  ...['ZINCRBY __key__ 1 __rand_int__', 'FLUSHALL', 'SET __key__', 'RENAME __key__ other'],
  ofModule,
];

/** Plans that a person might send: most are right but for one thing, and many are right. */
const drawn = [
  ...drawnPlans(1000, {
    strategies: [...strategyDescriptions.map(({ id }) => id), 'telepathy'],
  }),
].map((plan, index): PlanInput => {
  const { workload, lanes, ...rest } = plan;
  const line = customCommands[index % customCommands.length] ?? '';
  const fewer = index % 3 === 0 ? lanes : lanes.slice(0, 1).map(({ strategy }) => ({ strategy }));
  const keyspace = index % 2 === 0 ? { keyspace: 1000 } : {};
  return {
    ...rest,
    ...(index % 50 === 7 ? { server: { tls: true } } : {}),
    workload: {
      ...workload,
      ...keyspace,
      ...(workload?.customCommand === undefined ? {} : { customCommand: line }),
      ...(index % 40 === 3 ? { clients: -1 } : {}),
    },
    lanes: fewer,
  };
});

// Settings of the server, in one of fifty, are rarely refused: all of these.
const plans = casesOf(
  drawn,
  drawn.filter((_, index) => index < 250 || index % 50 === 7),
);
/** Of those that are accepted, how many a real server carries out. */
const carriedOut = plans.length === drawn.length ? 20 : 8;

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

const embedded = useEmbedded();

/** As it was drawn, but quick and small. */
function small({ lanes, workload, bystander: _bystander, network: _network, ...rest }: PlanInput): PlanInput {
  const {
    requests: _requests,
    rps: _rps,
    dataSizeRange: _range,
    timeoutMs: _patience,
    ...kept
  } = workload ?? {};
  return {
    ...rest,
    workload: { ...kept, clients: 2, pipeline: 5, dataSize: 10, keyspace: 50, durationMs: 100, warmupMs: 0 },
    lanes: lanes.slice(0, 2).map(({ strategy }) => ({ strategy })),
    schedule: { sliceMs: 100, settleMs: 0 },
  };
}

test('what is accepted is carried out by a real server, or refused for a reason that is listed', async () => {
  const { target } = embedded();
  const server = await startServer({ requestsPerMinute: 1_000_000 });
  const ends: string[] = [];
  const expected: string[] = [];
  for (const larger of plans) {
    if (ends.length === carriedOut) break;
    if ((larger.target ?? 'embedded') !== 'embedded' || larger.server) continue;
    const plan = small(larger);
    const body = JSON.stringify(plan);
    const checked = await fetch(`${server.url}/api/plans/check`, { method: 'POST', headers: json, body });
    if (checked.status !== 200) continue;
    expected.push(plan.workload?.customCommand === ofModule ? 'custom-command-refused' : 'completed');
    ends.push(
      await startRun({ plan: parsePlan(plan), target }).finished.then(
        ({ state }) => state,
        (error: unknown) => liveRefusalOf(error) ?? `${String(error)} ${body}`,
      ),
    );
  }
  expect(ends).toEqual(expected);
  expect(ends).toHaveLength(carriedOut);
  expect(new Set(expected).size).toBe(2);
});

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
