import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { alreadyThere } from '../../../server/redis/connection/target.ts';
import type { ErrorBody } from '../../../shared/contract/http.ts';
import { collect, startServer } from '../../support/build-app.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const plan = {
  workload: { clients: 1, pipeline: 4 },
  lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
};

async function serve() {
  const embedded = await startEmbedded({ root: temporaryFolder() });
  onTestFinished(() => embedded.stop());
  const server = await startServer({ targets: [alreadyThere(embedded.target)] });
  const post = (order: unknown) =>
    fetch(`${server.url}/api/distances`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
  return { server, post };
}

test(
  'gain over distance is seen live, distance by distance, under a name of its own',
  { timeout: 180_000 },
  async () => {
    const { server, post } = await serve();
    const viewer = server.viewer();
    const seen = collect(viewer, 'lesson');
    const runs = collect(viewer, 'snapshot');
    viewer.connect();
    expect((await post({ plan, distances: [5, 0, 5] })).status).toBe(201);
    const refused = (await (await post({ plan, distances: [0, 1] })).json()) as ErrorBody;
    expect(refused.error).toMatchObject({ code: 'run_in_progress', run: { kind: 'distances' } });
    await expect.poll(() => seen.at(-1)?.state, { timeout: 60_000 }).toBe('completed');
    expect(seen.at(-1)).toMatchObject({
      recipe: 'distances',
      outcome: { distances: { distances: [0, 5], lanes: [{ limit: 1 }, { limit: 4 }] } },
    });
    expect(new Set(runs.flatMap((run) => run?.series ?? []))).toEqual(new Set(['distances']));
    expect(
      seen.some((lesson) => lesson?.state === 'running' && lesson.distances?.lanes[1]?.points.length === 1),
    ).toBe(true);
  },
);

test.each([
  ['one distance', { plan, distances: [1] }],
  ['one distance twice', { plan, distances: [1, 1] }],
  ['a single lane', { plan: { lanes: [{ strategy: 'pipeline' }] }, distances: [0, 1] }],
  ['a rate', { plan: { ...plan, workload: { rps: 100 } }, distances: [0, 1] }],
])('%s is refused before anything is measured', async (_, order) => {
  const { post } = await serve();
  const answer = await post(order);
  expect([answer.status, ((await answer.json()) as ErrorBody).error.code]).toEqual([400, 'invalid_input']);
});
