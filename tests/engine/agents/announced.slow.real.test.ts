import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { controlUser } from '../../../server/engine/agents/agents-place.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { roundtripVersion } from '../../../server/version.ts';
import { eventually } from '../../support/eventually.ts';
import {
  agentProcess,
  announcedOn,
  callsOn,
  joinAgent,
  keysOn,
  runByAgents,
  useServers,
} from './agents-of-a-test.ts';

const servers = useServers();
const find = async (name: string) => (await announcedOn(servers())).find((agent) => agent.name === name);
const pingOf = async (name: string) => (await find(name))?.targets[0]?.pingMs ?? null;
const isGone = (name: string, withinMs: number) =>
  eventually(`${name} is forgotten`, async () => (await find(name)) === undefined, withinMs);

test.each([
  ['SIGKILL', 6000],
  ['SIGTERM', 3000],
] as const)('an agent is announced while it lives, and forgotten after %s', async (signal, withinMs) => {
  const { child } = await agentProcess(servers(), 'seen');
  await eventually('it has reached its target', async () => (await pingOf('seen')) !== null);
  const status = await find('seen');
  expect(status).toMatchObject({ host: hostname(), roundtrip: roundtripVersion, run: null });
  expect(status?.cores).toBeGreaterThan(0);
  expect(status?.targets.map(({ name }) => name)).toEqual(['shop']);
  expect(status?.clockAheadMs).toEqual(expect.any(Number));
  child.kill(signal);
  await isGone('seen', withinMs);
  await eventually(
    'no key is left',
    async () => (await keysOn(servers().control, '*:here*')).length === 0,
    6000,
  );
});

test('an agent says in which run it is, and one that joins meanwhile sends nothing to the target', async () => {
  const at = servers();
  await joinAgent(at, 'busy');
  const stopping = new AbortController();
  let id = '';
  const onEvent = (event: RunEvent) => {
    if (event.type === 'run-started') id = event.runId;
  };
  const { finished } = runByAgents(at, {
    agents: 1,
    plan: {
      workload: { warmupMs: 0, clients: 2, rps: 50, durationMs: 60_000 },
      lanes: [{ strategy: 'one-by-one' }],
    },
    onEvent,
    signal: stopping.signal,
  });
  await eventually('the run starts', () => id !== '');
  await eventually('it says so', async () => (await find('busy'))?.run === id);
  const before = await callsOn(at.target, 'ping');
  await joinAgent(at, 'late');
  const joinedAt = performance.now();
  await eventually('it is announced for a while', async () => {
    const isThere = (await find('late')) !== undefined;
    return isThere && performance.now() > joinedAt + 2500;
  });
  expect(await pingOf('late')).toBeNull();
  expect(await callsOn(at.target, 'ping')).toBe(before);
  stopping.abort();
  expect((await finished).state).toBe('stopped');
  await eventually('it is free again', async () => (await find('busy'))?.run === null, 3000);
  await eventually('the other measures its way', async () => (await pingOf('late')) !== null, 20_000);
});

test('an agent with the rights that the help shows is announced', async () => {
  const { control } = servers();
  const admin = await openAdmin(control.target);
  await admin.call(...(controlUser.replace('PASSWORD', 'secret').split(' ') as [string, ...string[]]));
  admin.disconnect();
  const user = { username: 'roundtrip', password: 'secret' };
  const agent = await joinAgent(servers(), 'guest', { control: { ...control.target.endpoint, ...user } });
  await eventually('it is announced', async () => (await find('guest')) !== undefined);
  await agent.stop();
  await isGone('guest', 1000);
});

test('what others write there is left out', async () => {
  await joinAgent(servers(), 'honest');
  await eventually('it is announced', async () => (await find('honest')) !== undefined);
  const redis = await openAdmin(servers().control.target);
  await redis.zadd('roundtrip-agents:here', 9e15, 'odd', 9e15, 'none');
  await redis.set('roundtrip-agents:here:odd', '{"name": 7}');
  const names = (await announcedOn(servers())).map(({ name }) => name);
  await redis.del('roundtrip-agents:here', 'roundtrip-agents:here:odd');
  redis.disconnect();
  expect(names).toEqual(['honest']);
});

test('an agent that is told to end does so, also where its control Redis is gone', async () => {
  const control = await startEmbedded();
  const agent = await agentProcess({ ...servers(), control }, 'orphan');
  await control.stop();
  agent.child.kill('SIGTERM');
  expect((await agent.finished).code).toBe(0);
});
