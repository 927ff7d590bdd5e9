import { expect, test } from 'vitest';
import type { AgentList } from '../../../shared/contract/agents.ts';
import type { ErrorBody } from '../../../shared/contract/http.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { alreadyThere } from '../../../server/redis/connection/target.ts';
import { roundtripVersion } from '../../../server/version.ts';
import { collect, next, privateTarget, startServer } from '../../support/build-app.ts';
import { DescribedAnswers } from '../../support/described-answers.ts';
import { eventually } from '../../support/eventually.ts';
import { agentProcess, callsOn, joinAgent, named, useServers } from '../../engine/agents/agents-of-a-test.ts';

const servers = useServers();
const plan = {
  target: 'shop',
  agents: 2,
  workload: { clients: 4, warmupMs: 0, durationMs: 600, rps: 200 },
  schedule: { sliceMs: 200 },
  lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
};

async function serve() {
  const { control, target } = servers();
  const server = await startServer({
    targets: [alreadyThere(privateTarget), alreadyThere(named(target))],
    startRun,
    version: roundtripVersion,
    agents: { control: control.target.endpoint },
  });
  const answers = await DescribedAnswers.of(server.url);
  const agents = async (): Promise<AgentList> => {
    const response = await fetch(`${server.url}/api/agents`);
    expect(await answers.complaint('get', '/api/agents', response.clone())).toBeNull();
    return (await response.json()) as AgentList;
  };
  const all = (count: number) =>
    eventually(`${count} agents are listed`, async () => (await agents()).agents.length === count);
  return { server, answers, agents, all };
}

const refusal = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as ErrorBody).error,
});

test('a run over the API has two agents: counts are those of the server', async () => {
  const at = servers();
  const { server, agents, all } = await serve();
  expect(await (await fetch(`${server.url}/api/session`)).json()).toMatchObject({ hasControl: true });
  expect(await agents()).toEqual({ roundtrip: roundtripVersion, agents: [] });
  const second = (await Promise.all(['a', 'b'].map((name) => agentProcess(at, name))))[1];
  await all(2);
  const viewer = server.viewer();
  const finished = next(viewer, 'finished');
  viewer.connect();
  const before = await callsOn(at.target, 'set');
  expect((await server.post(plan)).status).toBe(201);
  const result = await finished;
  expect(result).toMatchObject({ state: 'completed', plan: { agents: 2, target: 'shop' } });
  expect(result.environment.agents?.map(({ name }) => name).sort()).toEqual(['a', 'b']);
  let sent = 0;
  for (const { countsAgree, agents: figures, commands, warmupCommands } of result.lanes) {
    expect(countsAgree).toBe(true);
    expect(figures?.each.reduce((sum, one) => sum + one.commands, 0)).toBe(commands);
    sent += commands + warmupCommands;
  }
  // With what settled before each slice, which is sent and not counted.
  expect((await callsOn(at.target, 'set')) - before).toBeGreaterThanOrEqual(sent);
  // Free again at once: the next run is not refused for agents that have just ended one.
  const again = next(viewer, 'finished');
  expect((await server.post(plan)).status).toBe(201);
  expect((await again).state).toBe('completed');

  second?.child.kill('SIGKILL');
  await all(1);
  const refused = await refusal(await server.post(plan));
  expect(refused).toMatchObject({ status: 409, code: 'too_few_agents', agents: { wanted: 2, free: 1 } });
  expect(refused.message).toBe(
    'The plan wants 2 agents for target "shop", and 1 is free: a. On another load machine: roundtrip agent --join URL --target shop=URL.',
  );
});

test('a load curve over the API has agents as well', async () => {
  const { server, all } = await serve();
  await Promise.all(['a', 'b'].map((name) => joinAgent(servers(), name)));
  await all(2);
  const viewer = server.viewer();
  const seen = collect(viewer, 'lesson');
  viewer.connect();
  const order = {
    plan: { ...plan, workload: { clients: 4, warmupMs: 0, durationMs: 1000 } },
    rates: [100, 200],
  };
  const post = (body: unknown) =>
    fetch(`${server.url}/api/load-curve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const few = await refusal(await post({ ...order, plan: { ...order.plan, agents: 4 } }));
  expect(few).toMatchObject({ status: 409, code: 'too_few_agents' });
  expect((await post(order)).status).toBe(201);
  await eventually(
    'it ends',
    () => seen.at(-1)?.outcome !== undefined && seen.at(-1)?.state !== 'running',
    40_000,
  );
  expect(seen.at(-1)?.state).toBe('completed');
});

test('agents that do not fit are named with the reason', async () => {
  const { server, all } = await serve();
  await joinAgent(servers(), 'old', { version: '0.0.1' });
  await joinAgent(servers(), 'other', { targets: new Map() });
  await joinAgent(servers(), 'right');
  await all(3);
  const { message } = await refusal(await server.post(plan));
  expect(message).toContain(
    'and 1 is free: right. Not counted: old (of another version), other (without target "shop").',
  );
});

test.each([
  [{ network: { rttMs: 1 } }, 'network', 'agents-cannot'],
  [{ target: 'embedded' }, 'target', 'agents-cannot'],
  [{ workload: { clients: 1 } }, 'lanes[0].workload.clients', 'too-few-clients-for-agents'],
  [{ agents: 0 }, 'agents', 'out-of-range'],
])('a plan with agents and %j is refused at %s', async (part, field, code) => {
  const { server } = await serve();
  const { status, problems } = await refusal(await server.post({ ...plan, ...part }));
  expect(status).toBe(400);
  expect(problems?.map((problem) => [problem.field, problem.reason?.code])).toContainEqual([field, code]);
});

test('a server without a control Redis lists no agents, and refuses plans that want some', async () => {
  const server = await startServer({ targets: [alreadyThere(named(servers().target))] });
  const answers = await DescribedAnswers.of(server.url);
  const listed = await fetch(`${server.url}/api/agents`);
  expect(await answers.complaint('get', '/api/agents', listed.clone())).toBeNull();
  expect(await refusal(listed)).toMatchObject({ status: 404, code: 'no_control' });
  const { problems } = await refusal(await server.post(plan));
  expect(problems).toMatchObject([{ field: 'agents', reason: { code: 'agents-cannot', why: 'no-control' } }]);
  expect(await (await fetch(`${server.url}/api/session`)).json()).not.toHaveProperty('hasControl');
});

test('a control Redis that does not answer is said', async () => {
  const server = await startServer({ agents: { control: { host: '127.0.0.1', port: 1, db: 0 } } });
  const answers = await DescribedAnswers.of(server.url);
  const listed = await fetch(`${server.url}/api/agents`);
  expect(await answers.complaint('get', '/api/agents', listed.clone())).toBeNull();
  expect(await refusal(listed)).toMatchObject({
    status: 502,
    target: { reason: 'nothing-listens', address: '127.0.0.1:1' },
  });
});
