import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { alreadyThere } from '../../../server/redis/connection/target.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import type { ErrorBody } from '../../../shared/contract/http.ts';
import { collect, startServer } from '../../support/build-app.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const plan = {
  workload: { durationMs: 600, warmupMs: 0, clients: 1 },
  schedule: { sliceMs: 100 },
  lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
};

async function serve() {
  const embedded = await startEmbedded({ root: temporaryFolder() });
  onTestFinished(() => embedded.stop());
  const server = await startServer({
    targets: [alreadyThere(embedded.target)],
  });
  const post = (order: unknown) =>
    fetch(`${server.url}/api/load-curve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
  return { embedded, server, post };
}

test(
  'a load curve is seen live, rate by rate, and ends with what each lane keeps',
  { timeout: 180_000 },
  async () => {
    const { embedded, server, post } = await serve();
    const viewer = server.viewer();
    const seen = collect(viewer, 'lesson');
    const runs = collect(viewer, 'snapshot');
    viewer.connect();
    expect((await post({ plan, rates: [300, 100, 300] })).status).toBe(201);
    // It runs as a lesson does, and is not called one.
    const refused = (await (await post({ plan, rates: [100, 300] })).json()) as ErrorBody;
    expect(refused.error).toMatchObject({ code: 'run_in_progress', run: { kind: 'load-curve' } });
    expect(refused.error.message).toMatch(/^The load curve /);
    await expect.poll(() => seen.at(-1)?.state, { timeout: 60_000 }).toBe('completed');
    const last = seen.at(-1);
    expect(last).toMatchObject({ recipe: 'load-curve', outcome: { load: { rates: [100, 300] } } });
    expect(
      last?.load?.lanes.map(({ lane, points }) => [lane, points.map(({ offeredRps }) => offeredRps)]),
    ).toEqual([
      ['one-by-one', [100, 300]],
      ['pipeline', [100, 300]],
    ]);
    expect(new Set(runs.flatMap((run) => run?.series ?? []))).toEqual(new Set(['load-curve']));
    // The first rate was there before the second was measured.
    expect(
      seen.some((lesson) => lesson?.state === 'running' && lesson.load?.lanes[0]?.points.length === 1),
    ).toBe(true);
    const redis = await openAdmin(embedded.target);
    expect(await redis.dbsize()).toBe(0);
    redis.disconnect();
  },
);

test.each([
  ['one rate', { plan, rates: [5] }, 'rates'],
  ['a rate of nothing', { plan, rates: [0, 5] }, 'rates[0]'],
  ['no plan', { rates: [1, 5] }, 'plan'],
  ['a race', { plan: { ...plan, schedule: { mode: 'race' } }, rates: [1, 5] }, 'plan.schedule.mode'],
  ['a count', { plan: { ...plan, workload: { requests: 100 } }, rates: [1, 5] }, 'plan.workload.requests'],
  [
    'too few slices',
    { plan: { ...plan, schedule: { sliceMs: 300 } }, rates: [1, 5] },
    'plan.workload.durationMs',
  ],
])('refuses %s, and names the field', async (_what, order, field) => {
  const { post } = await serve();
  const response = await post(order);
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as ErrorBody;
  expect(error.problems?.map((problem) => problem.field)).toEqual([field]);
});

test(
  'is stopped by the route of any activity, and lanes may have targets of their own',
  { timeout: 180_000 },
  async () => {
    const [one, other] = await Promise.all([0, 1].map(() => startEmbedded({ root: temporaryFolder() })));
    if (!one || !other) throw new Error('no server was started');
    onTestFinished(async () => {
      await Promise.all([one.stop(), other.stop()]);
    });
    const description = { ...other.target.description, id: 'other' };
    const server = await startServer({
      targets: [alreadyThere(one.target), alreadyThere({ ...other.target, description })],
    });
    const viewer = server.viewer();
    const seen = collect(viewer, 'lesson');
    viewer.connect();
    const lanes = [{ strategy: 'pipeline' }, { strategy: 'pipeline', target: 'other' }];
    const order = { plan: { ...plan, lanes }, rates: [100, 200, 300, 400, 500] };
    const answer = await fetch(`${server.url}/api/load-curve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
    expect(answer.status).toBe(201);
    await expect.poll(() => seen.at(-1)?.steps[0]?.state, { timeout: 60_000 }).toBe('completed');
    expect(seen.at(-1)?.load?.lanes.map(({ lane }) => lane)).toEqual(['pipeline', 'pipeline-other']);
    expect((await fetch(`${server.url}/api/runs/current`, { method: 'DELETE' })).status).toBe(200);
    await expect.poll(() => seen.at(-1)?.state, { timeout: 60_000 }).toBe('stopped');
  },
);
