import { expect, test } from 'vitest';
import { strategies } from '../../../server/engine/strategies/index.ts';
import { TargetUnusable } from '../../../server/redis/connection/target-unusable.ts';
import type { ErrorBody, RunSummary } from '../../../shared/contract/http.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { smallPlan, startServer, type TestServer } from '../../support/build-app.ts';
import { soon } from '../../support/soon.ts';

const json = async <T>(response: Response): Promise<T> => (await response.json()) as T;
const runs = async ({ url }: TestServer) => json<RunSummary[]>(await fetch(`${url}/api/runs`));
const stop = ({ url }: TestServer) => fetch(`${url}/api/runs/current`, { method: 'DELETE' });

async function problemsOf(server: TestServer, plan: unknown) {
  const response = await server.post(plan);
  expect(response.status).toBe(400);
  const { error } = await json<ErrorBody>(response);
  expect(error.code).toBe('invalid_input');
  return error.problems ?? [];
}

test('a plan becomes a run: 201 with its id and place', async () => {
  const server = await startServer();
  const response = await server.post({ ...smallPlan, workload: { clients: 3 } });
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ id: 'run-1' });
  expect(response.headers.get('location')).toBe('/api/runs/run-1');
  expect(server.engine.run.plan).toMatchObject({
    target: 'embedded',
    workload: { clients: 3, pipeline: 16 },
  });
  expect(server.engine.jobs).toMatchObject([{ target: { target: { description: { id: 'embedded' } } } }]);
});

test('a strategy that is hidden may be asked for by name', async () => {
  const server = await startServer();
  expect((await server.post({ lanes: [{ strategy: 'noop' }] })).status).toBe(201);
});

test.each([
  ['zero clients', { ...smallPlan, workload: { clients: 0 } }, 'workload.clients', 0, { min: 1, max: 1000 }],
  [
    'ten gigabytes of payload',
    { ...smallPlan, workload: { dataSize: 1e10 } },
    'workload.dataSize',
    1e10,
    { min: 1, max: 16_777_216 },
  ],
])('%s: 400, naming field, value and range', async (_name, plan, field, value, allowed) => {
  const server = await startServer();
  expect(await problemsOf(server, plan)).toContainEqual(expect.objectContaining({ field, value, allowed }));
  expect(server.engine.runs).toHaveLength(0);
});

test('every problem is named, not only the first', async () => {
  const problems = await problemsOf(await startServer(), {
    ...smallPlan,
    workload: { clients: 'many', threads: -1 },
    colour: 'red',
  });
  expect(problems.map(({ field }) => field).sort()).toEqual(['plan', 'workload.clients', 'workload.threads']);
});

const offered = strategies.filter(({ hidden }) => !hidden).map(({ id }) => id);

test('unknown strategies and targets: 400 with those that there are', async () => {
  const problems = await problemsOf(await startServer(), {
    target: 'production',
    lanes: [{ strategy: 'pipeline' }, { strategy: 'magic' }],
  });
  expect(problems).toEqual([
    {
      field: 'target',
      value: 'production',
      message: 'must be one of embedded',
      reason: { code: 'not-one-of', known: ['embedded'] },
    },
    {
      field: 'lanes[1].strategy',
      value: 'magic',
      message: `must be one of ${offered.join(', ')}`,
      reason: { code: 'not-one-of', known: offered },
    },
  ]);
});

test.each([['null'], ['[]'], ['"plan"'], ['7'], ['{}'], ['{"lanes":[]}']])(
  'the body %s is no plan: 400',
  async (body) => {
    const { url } = await startServer();
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/runs`, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_input' } });
  },
);

test.each([
  ['broken JSON', '{"lanes":', 'application/json', 400, 'bad_request'],
  ['no body', '', 'application/json', 400, 'bad_request'],
  ['a poisoned prototype', '{"__proto__":{"lanes":[]}}', 'application/json', 400, 'bad_request'],
  ['text', '{}', 'text/plain', 415, 'unsupported_type'],
  ['a form', 'lanes=1', 'application/x-www-form-urlencoded', 415, 'unsupported_type'],
  ['far too much', `"${'x'.repeat(70_000)}"`, 'application/json', 413, 'body_too_large'],
])('%s as the body: refused', async (_name, body, type, status, code) => {
  const { url, log } = await startServer();
  const headers = { 'content-type': type };
  const response = await fetch(`${url}/api/runs`, { method: 'POST', headers, body });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error: { code } });
  expect(log).toEqual([]);
});

test('a second run is told who is in the way, since when and for how long', async () => {
  let now = Date.now();
  const server = await startServer({ now: () => now });
  await server.post(smallPlan);
  const { startedAt } = (await runs(server))[0] ?? {};
  now += 3500;
  const response = await server.post(smallPlan);
  expect(response.status).toBe(409);
  const { error } = await json<ErrorBody>(response);
  expect(error).toMatchObject({
    code: 'run_in_progress',
    run: { id: 'run-1', startedAt, remainingMs: 6500 },
  });
  expect(error.message).toMatch(/run-1.*about 7 s more/);
  expect(server.engine.runs).toHaveLength(1);
});

test('a run that is still being set up is in the way as well', async () => {
  const server = await startServer();
  server.engine.onStart = () => undefined;
  const first = server.post(smallPlan);
  await soon(() => server.engine.runs.length).toBe(1);
  const response = await server.post(smallPlan);
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ error: { run: { id: 'run-1', remainingMs: null } } });
  server.engine.run.begin();
  expect((await first).status).toBe(201);
});

test('of many who ask at once, one gets the run', async () => {
  const server = await startServer();
  const responses = await Promise.all(Array.from({ length: 8 }, () => server.post(smallPlan)));
  const statuses = responses.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
});

test('whoever saw a run end may start the next, though the first still tidies up', async () => {
  const server = await startServer();
  await server.post(smallPlan);
  const first = server.engine.run;
  first.announceEnd();
  const second = server.post(smallPlan);
  const third = server.post(smallPlan);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.engine.runs).toHaveLength(1);
  first.finish();
  expect([(await second).status, (await third).status].sort()).toEqual([201, 409]);
});

test('a target that cannot be used: 502 with the reason, and the next run may start', async () => {
  const server = await startServer();
  server.engine.onStart = (run) => {
    run.fail(new TargetUnusable('nothing-listens', '127.0.0.1:1', 'Nothing listens at 127.0.0.1:1.'));
  };
  const response = await server.post(smallPlan);
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({
    error: {
      code: 'run_failed',
      message: 'Nothing listens at 127.0.0.1:1.',
      target: { reason: 'nothing-listens', address: '127.0.0.1:1' },
    },
  });
  server.engine.onStart = (run) => {
    run.begin();
  };
  expect((await server.post(smallPlan)).status).toBe(201);
});

test('what Redis itself says against a run is told', async () => {
  const server = await startServer();
  server.engine.onStart = (run) => {
    run.fail(Object.assign(new Error('OOM command not allowed'), { name: 'ReplyError' }));
  };
  const response = await server.post(smallPlan);
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ error: { message: 'OOM command not allowed' } });
});

test('a plan that the engine finds it cannot carry out: 400', async () => {
  const server = await startServer();
  const problem = { field: 'lanes[0].workload.commands', value: 'get', message: 'not that one' };
  server.engine.onStart = (run) => {
    run.fail(new InvalidInput([problem]));
  };
  expect(await problemsOf(server, smallPlan)).toEqual([problem]);
});

test('a fault of ours: 500 without its cause, which is in the log', async () => {
  const server = await startServer();
  server.engine.onStart = (run) => {
    run.fail(new Error('at /home/secret/file.ts'));
  };
  const response = await server.post(smallPlan);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('secret');
  expect(server.log.join('')).toContain('/home/secret/file.ts');
});

test('an engine that throws at once is a fault of ours, and is not in the way', async () => {
  const server = await startServer({
    startRun: () => {
      throw new Error('broken');
    },
  });
  expect((await server.post(smallPlan)).status).toBe(500);
  expect((await server.post(smallPlan)).status).toBe(500);
});

test('runs are listed newest first, the one in progress included', async () => {
  const server = await startServer();
  expect(await runs(server)).toEqual([]);
  await server.post(smallPlan);
  server.engine.run.finish();
  await server.post(smallPlan);
  const { run } = server.engine;
  const throughput = { estimate: 5, median: 5, mean: 5, stddev: 0, cv: 0, ci95: null, slices: [5] };
  run.emit({ type: 'standing', standings: [{ lane: 'pipeline', throughput }], comparisons: [] });
  expect(await runs(server)).toMatchObject([
    {
      id: 'run-2',
      state: 'running',
      lanes: [
        { id: 'one-by-one', strategy: 'one-by-one', throughput: null, bound: null },
        { id: 'pipeline', throughput: 5 },
      ],
    },
    { id: 'run-1', state: 'completed', lanes: [{ throughput: 1000, bound: 'client-cpu' }, {}] },
  ]);
});

test('only the last results are kept', async () => {
  const server = await startServer();
  for (let run = 0; run < 52; run++) {
    await server.post(smallPlan);
    server.engine.run.finish();
  }
  const ids = (await runs(server)).map(({ id }) => id);
  expect(ids).toHaveLength(50);
  expect([ids[0], ids.at(-1)]).toEqual(['run-52', 'run-3']);
  expect((await fetch(`${server.url}/api/runs/run-2`)).status).toBe(404);
});

test('a result is there once its run has ended', async () => {
  const server = await startServer();
  const ask = () => fetch(`${server.url}/api/runs/run-1`);
  expect(await (await ask()).json()).toMatchObject({ error: { code: 'no_such_run' } });
  await server.post(smallPlan);
  const early = await ask();
  expect(early.status).toBe(404);
  expect(await early.json()).toMatchObject({ error: { code: 'not_finished' } });
  server.engine.run.finish();
  expect(await json<Result>(await ask())).toMatchObject({ schema: 2, id: 'run-1', state: 'completed' });
});

test('a run is stopped: 200 once it has drained', async () => {
  const server = await startServer();
  await server.post(smallPlan);
  const response = await stop(server);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ id: 'run-1', ended: true });
  expect(await runs(server)).toMatchObject([{ id: 'run-1', state: 'stopped' }]);
  expect((await server.post(smallPlan)).status).toBe(201);
});

test('who stops a run that takes long to drain is not kept waiting', async () => {
  const server = await startServer({ stopPatienceMs: 30 });
  await server.post(smallPlan);
  server.engine.run.onStop = () => undefined;
  expect(await json(await stop(server))).toEqual({ id: 'run-1', ended: false });
  server.engine.run.finish('stopped');
});

test('a run that is still being set up can be stopped', async () => {
  const server = await startServer();
  server.engine.onStart = () => undefined;
  const started = server.post(smallPlan);
  await soon(() => server.engine.runs.length).toBe(1);
  expect((await stop(server)).status).toBe(200);
  expect((await started).status).toBe(201);
});

test('nothing to stop: 404', async () => {
  const server = await startServer();
  const response = await stop(server);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 'no_run' } });
});

test('a plan is checked and completed without starting anything, also for who may only watch', async () => {
  const server = await startServer({ token: 'presenter-secret' });
  const check = (plan: unknown) =>
    fetch(`${server.url}/api/plans/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(plan),
    });
  const response = await check({ ...smallPlan, workload: { clients: 3 } });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(parsePlan({ ...smallPlan, workload: { clients: 3 } }));
  const refused = await check({ lanes: [{ strategy: 'telepathy' }], workload: { colour: 'red' } });
  expect(refused.status).toBe(400);
  const named = await check({ lanes: [{ strategy: 'telepathy' }] });
  expect((await json<ErrorBody>(named)).error.problems?.[0]?.field).toBe('lanes[0].strategy');
  expect(server.engine.runs).toHaveLength(0);
});
