import { createServer, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { alreadyThere, type Endpoint } from '../../../server/redis/connection/target.ts';
import { eventually } from '../../support/eventually.ts';
import { callsOn, joinAgent, keysOn, named, ofQueues, runByAgents, useServers } from './agents-of-a-test.ts';

const servers = useServers();
const short = { warmupMs: 0, clients: 6, keyspace: 100, dataSize: 20 };
const oneByOne = { workload: { ...short, rps: 300, durationMs: 400 }, lanes: [{ strategy: 'one-by-one' }] };

/** A little later: an agent that had just taken its share when the run was called off notices that by itself. */
async function nothingLeft() {
  const { control, target } = servers();
  await eventually(
    'nothing is left on either server',
    async () => {
      const kept = await keysOn(control, '*');
      return kept.every((key) => ofQueues.test(key)) && (await keysOn(target, '*')).length === 0;
    },
    10_000,
  );
}

/** A way to a server that can be slow, or closed to what comes. */
async function wayTo({ port = 0 }: Endpoint) {
  const sockets = new Set<Socket>();
  const way = { delayMs: 0, isCut: false, port: 0 };
  const server = createServer((client) => {
    const onward = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, onward],
      [onward, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true).on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      // When the delay shrinks, what came later waits for what came earlier: a stream keeps its order.
      let earlier: Promise<unknown> = Promise.resolve();
      from.on('data', (data) => {
        if (way.isCut) return;
        const delay = sleep(way.delayMs);
        earlier = earlier
          .then(() => delay)
          .then(() => {
            if (!way.isCut) to.write(data);
          });
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  way.port = typeof address === 'object' && address ? address.port : 0;
  return way;
}

test('agents carry lanes out together: counts are the server’s, rates are sums, nothing is left', async () => {
  const at = servers();
  await Promise.all(['a', 'b', 'c'].map((name) => joinAgent(at, name)));
  const result = await runByAgents(at, {
    agents: 3,
    plan: {
      workload: { ...short, warmupMs: 100, commands: ['set', 'get'], rps: 600, durationMs: 1000 },
      schedule: { sliceMs: 250 },
      lanes: [
        { strategy: 'one-by-one' },
        { strategy: 'pipeline', workload: { pipeline: 4, threads: 2 } },
        { strategy: 'pipeline', id: 'counted', workload: { rps: undefined, pipeline: 4, requests: 4000 } },
      ],
    },
  }).finished;
  expect(result.state).toBe('completed');
  expect(result.environment.agents?.map(({ name }) => name).sort()).toEqual(['a', 'b', 'c']);
  for (const lane of result.lanes) {
    expect(lane.countsAgree).toBe(true);
    expect(lane.failed).toBe(0);
    const { each = [] } = lane.agents ?? {};
    expect(each).toHaveLength(3);
    expect(each.reduce((sum, { commands }) => sum + commands, 0)).toBe(lane.commands);
    // No agent's latencies reach beyond those of all.
    const all = lane.latencyMs.response ?? lane.latencyMs.command;
    expect(Math.max(...each.map(({ latencyMs }) => latencyMs?.max ?? 0))).toBe(all?.max);
  }
  expect(result.lanes[2]?.commands).toBe(4000);
  await nothingLeft();
});

test.each([
  [
    'of another version',
    { version: '0.0.1' },
    /^Agent odd takes no part: it is Roundtrip 0\.0\.1, and the run is of/,
  ],
  ['that lacks the target', { targets: new Map() }, /^Agent odd takes no part: it has no target "shop"/],
  [
    'with fewer connections',
    { maxClients: 2 },
    /at most 2 connections \(--max-clients\), over all lanes, and 3 were asked/,
  ],
  ['with a lower rate', { maxRps: 100 }, /at most 100 commands per second \(--max-rps\), and 150 were asked/],
] as const)('an agent %s takes no part, and the run says which and why', async (_, options, says) => {
  const at = servers();
  await joinAgent(at, 'plain');
  await joinAgent(at, 'odd', options);
  await expect(runByAgents(at, { agents: 2, plan: oneByOne }).finished).rejects.toThrow(says);
  await nothingLeft();
});

test('a rate of its own bounds only plans that have a rate', async () => {
  await joinAgent(servers(), 'odd', { maxRps: 1000 });
  const plan = { workload: { ...short, requests: 100 }, lanes: [{ strategy: 'one-by-one' }] };
  await expect(runByAgents(servers(), { agents: 1, plan }).finished).rejects.toThrow('give the plan a rate');
});

test('agents that reach another server by the same name are refused', async () => {
  const at = servers();
  const other = await startEmbedded();
  onTestFinished(() => other.stop());
  const targets = new Map([['shop', () => Promise.resolve(alreadyThere(named(other)))]]);
  await joinAgent(at, 'lost', { targets });
  await expect(runByAgents(at, { agents: 1, plan: oneByOne }).finished).rejects.toThrow(
    'Agent lost reaches another server by the name of this target',
  );
});

test('agents on one machine are a warning, also where each has a name of its own, as containers do', async () => {
  const at = servers();
  await Promise.all(['a', 'b'].map((name) => joinAgent(at, name, { host: `container-${name}` })));
  const { warnings, environment } = await runByAgents(at, { agents: 2, plan: oneByOne }).finished;
  const hosts = environment.agents?.map(({ host }) => host);
  expect(hosts?.sort()).toEqual(['container-a', 'container-b']);
  expect(warnings).toContainEqual(
    expect.objectContaining({
      code: 'agents-on-one-host',
      host: expect.stringMatching(/^container-/),
      agents: 2,
    }),
  );
});

test('the server that is measured cannot be the control Redis', async () => {
  const { target } = servers();
  const run = runByAgents(servers(), { agents: 1, plan: oneByOne, control: target.target.endpoint });
  await expect(run.finished).rejects.toThrow('is the server that is measured');
});

test('too few agents: the run says who is there, and those are free for the next', async () => {
  const at = servers();
  await joinAgent(at, 'alone');
  const run = runByAgents(at, { agents: 2, plan: oneByOne, gatherWithinMs: 1500 });
  await expect(run.finished).rejects.toThrow(
    /^1 of 2 agents answered within 1\.5 s \(alone\): 1 more have to join/,
  );
  expect((await runByAgents(at, { agents: 1, plan: oneByOne }).finished).state).toBe('completed');
  await nothingLeft();
});

test('one run has the agents at a time; the other is told whose it is', async () => {
  const at = servers();
  await joinAgent(at, 'a');
  const stopping = new AbortController();
  const plan = { ...oneByOne, workload: { ...short, rps: 50, durationMs: 20_000 } };
  let started = false;
  const onEvent = (event: RunEvent) => (started ||= event.type === 'run-started');
  const first = runByAgents(at, { agents: 1, plan, signal: stopping.signal, onEvent });
  await eventually('the run starts', () => started);
  await expect(runByAgents(at, { agents: 1, plan }).finished).rejects.toThrow(
    new RegExp(`Another run has the agents: that of .*, process ${process.pid}, for \\d+ s`),
  );
  stopping.abort();
  expect((await first.finished).state).toBe('stopped');
  await nothingLeft();
});

test('a slice that an agent began late is void and run again, and counts agree all the same', async () => {
  const at = servers();
  const way = await wayTo(at.control.target.endpoint);
  const control = { ...at.control.target.endpoint, port: way.port };
  await joinAgent(at, 'prompt');
  await joinAgent(at, 'late', { control });
  let slices = 0;
  const result = await runByAgents(at, {
    agents: 2,
    plan: { ...oneByOne, schedule: { sliceMs: 400 } },
    around: async (_slice, carryOut) => {
      // The first slice alone: its start arrives long after its moment.
      way.delayMs = slices++ === 0 ? 150 : 0;
      await carryOut();
    },
  }).finished;
  const [lane] = result.lanes;
  expect(slices).toBeGreaterThan(1);
  expect(lane?.agents?.repeated).toBeGreaterThan(0);
  expect(lane?.warmupCommands).toBeGreaterThan(0);
  expect(lane?.countsAgree).toBe(true);
  await nothingLeft();
});

test('an agent that is cut off from the control Redis is named as lost, and stops by its own clock', async () => {
  const at = servers();
  const way = await wayTo(at.control.target.endpoint);
  await joinAgent(at, 'near');
  await joinAgent(at, 'far', { control: { ...at.control.target.endpoint, port: way.port } });
  const run = runByAgents(at, {
    agents: 2,
    plan: {
      workload: { ...short, rps: 200, durationMs: 30_000 },
      schedule: { sliceMs: 10_000 },
      lanes: [{ strategy: 'one-by-one' }],
    },
    onEvent: (event) => {
      if (event.type !== 'sample' || way.isCut) return;
      way.isCut = true;
    },
  });
  const result = await run.finished;
  expect(result.state).toBe('failed');
  expect(result.lanes[0]?.error?.message).toMatch(
    /^Agent far .*was lost: it gave no sign of life for 3 s\.$/,
  );
  // Half a second more, for what was still on its way.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const before = await callsOn(at.target, 'set');
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(await callsOn(at.target, 'set')).toBe(before);
  await eventually('no keys are left', async () => (await keysOn(at.target, '*')).length === 0);
});

test('a control Redis that is lost ends the run with a sentence, and leaves no keys on the target', async () => {
  const { target } = servers();
  const control = await startEmbedded();
  onTestFinished(() => control.stop());
  const at = { control, target };
  await joinAgent(at, 'a');
  let slices = 0;
  const result = await runByAgents(at, {
    agents: 1,
    plan: {
      workload: { ...short, rps: 200, durationMs: 5000 },
      schedule: { sliceMs: 250 },
      lanes: [{ strategy: 'one-by-one' }],
    },
    onEvent: (event) => {
      if (event.type === 'slice-started' && ++slices === 3) void control.stop();
    },
  }).finished;
  expect(result.state).toBe('failed');
  expect(result.lanes[0]?.error?.message).toMatch(
    /^The control Redis at .* was lost, and all agents with it\.$/,
  );
  expect(result.lanes[0]?.commands).toBeGreaterThan(0);
  await eventually('no keys are left', async () => (await keysOn(target, '*')).length === 0);
});

test('agents speak RESP2 with a server that knows no HELLO, as one machine would', async () => {
  const target = await startEmbedded({ words: ['--rename-command', 'HELLO', ''] });
  onTestFinished(() => target.stop());
  const place = { control: servers().control, target };
  await joinAgent(place, 'old-a');
  await joinAgent(place, 'old-b');
  const { lanes, environment } = await runByAgents(place, {
    plan: {
      lanes: [{ strategy: 'wire' }, { strategy: 'pipeline', client: 'node-redis' }],
      workload: { ...short, threads: 2, requests: 400, resp: 3 },
    },
    agents: 2,
  }).finished;
  expect(lanes.map(({ commands, failed, countsAgree }) => [commands, failed, countsAgree])).toEqual([
    [400, 0, true],
    [400, 0, true],
  ]);
  expect(environment.resp).toBe(2);
});
