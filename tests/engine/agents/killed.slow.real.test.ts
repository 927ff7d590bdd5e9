import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { urlOf } from '../../../bench/agents/load-machines.ts';
import { SentCommands } from '../../../bench/agents/sent-commands.ts';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { controlRoot, controlUser } from '../../../server/engine/agents/agents-place.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { eventually } from '../../support/eventually.ts';
import { runCli, startCli } from '../../support/run-cli.ts';
import {
  agentProcess,
  callsOn,
  joinAgent,
  keysOn,
  ofQueues,
  runByAgents,
  useServers,
} from './agents-of-a-test.ts';

const servers = useServers();

const isClean = async () => {
  const { control, target } = servers();
  const kept = await keysOn(control, '*');
  return kept.every((key) => ofQueues.test(key)) && (await keysOn(target, '*')).length === 0;
};

/** Whether an agent has written this to the run that gathers. */
async function saidToControl(words: string): Promise<boolean> {
  const { control } = servers();
  const [back] = await keysOn(control, `${controlRoot}:run:*:back`);
  if (back === undefined) return false;
  const admin = await openAdmin(control.target);
  const entries = await admin.xrange(back, '-', '+');
  admin.disconnect();
  return JSON.stringify(entries).includes(JSON.stringify(words).slice(1, -1));
}

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'an agent that gets %s is named, it sends nothing more, and no other lane begins',
  async (signal) => {
    const at = servers();
    const sent = await SentCommands.watch(at.target);
    await joinAgent(at, 'steady');
    const { child } = await agentProcess(at, 'frail');
    const hit = (event: RunEvent) => {
      if (event.type === 'sample' && event.sample.phase === 'counted') child.kill(signal);
    };
    const { finished } = runByAgents(at, {
      agents: 2,
      plan: {
        workload: { warmupMs: 0, clients: 4, keyspace: 100, rps: 200, durationMs: 30_000 },
        schedule: { sliceMs: 10_000 },
        lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
      },
      onEvent: hit,
    });
    const result = await finished;
    expect(result.state).toBe('failed');
    for (const lane of result.lanes)
      expect(lane.error?.message).toMatch(/^Agent frail .*was lost: it gave no sign of life for 3 s\.$/);
    const before = await callsOn(at.target, 'set');
    if (signal === 'SIGSTOP') {
      // What was due while it was frozen is never sent.
      child.kill('SIGCONT');
      await sleep(1000);
    }
    expect(await callsOn(at.target, 'set')).toBe(before);
    sent.end();
    const lanes = [0, 1].filter((lane) => sent.of(lane, 0, Infinity).length > 0);
    expect(lanes).toHaveLength(1);
    await eventually('nothing is left', isClean, 10_000);
  },
);

test('an agent that is killed while another is waited for is named, before that one has come', async () => {
  const at = servers();
  const frail = await agentProcess(at, 'frail');
  const plan = { workload: { warmupMs: 0, clients: 2, requests: 100 }, lanes: [{ strategy: 'one-by-one' }] };
  const { finished } = runByAgents(at, { agents: 2, plan });
  const refused = expect(finished).rejects.toThrow(
    /^Agent frail .*was lost: it gave no sign of life for 3 s\.$/,
  );
  await frail.shows(/share \d of 2/);
  // It says so a moment before its name is on the control Redis.
  await eventually('its hello is there', () => saidToControl('"hello"'));
  frail.child.kill('SIGKILL');
  await refused;
  await eventually('nothing is left', isClean, 10_000);
});

test('a control Redis that is lost while agents are waited for is named', async () => {
  const control = await startEmbedded();
  onTestFinished(() => control.stop());
  const at = { control, target: servers().target };
  await joinAgent(at, 'a');
  const plan = { workload: { warmupMs: 0, clients: 2, requests: 100 }, lanes: [{ strategy: 'one-by-one' }] };
  const { finished } = runByAgents(at, { agents: 2, plan });
  const refused = expect(finished).rejects.toThrow(/^The control Redis at .* was lost, and all agents/);
  await eventually(
    'an agent has its share',
    async () => (await keysOn(control, `${controlRoot}:shares:active`)).length > 0,
  );
  await control.stop();
  await refused;
});

test('a control Redis that is lost while a run waits for its turn is named', async () => {
  const control = await startEmbedded();
  onTestFinished(() => control.stop());
  const at = { control, target: servers().target };
  await joinAgent(at, 'a');
  const workload = { warmupMs: 0, clients: 2, rps: 50, durationMs: 20_000 };
  const plan = { workload, lanes: [{ strategy: 'one-by-one' }] };
  let started = false;
  const first = runByAgents(at, {
    ...{ agents: 1, plan },
    onEvent: ({ type }) => (started ||= type === 'run-started'),
  });
  await eventually('the first run starts', () => started);
  const refused = expect(runByAgents(at, { agents: 1, plan }).finished).rejects.toThrow(
    /^The control Redis at .* was lost, and all agents/,
  );
  await sleep(500);
  await control.stop();
  await refused;
  expect((await first.finished).state).toBe('failed');
});

test('an agent is there for the next run once the control Redis is back', async () => {
  const control = await startEmbedded();
  onTestFinished(() => control.stop());
  const at = { control, target: servers().target };
  await joinAgent(at, 'a');
  await control.stop();
  const { port = 0 } = control.target.endpoint;
  const back = await startEmbedded({ choosePort: () => Promise.resolve(port) });
  onTestFinished(() => back.stop());
  const plan = { workload: { warmupMs: 0, clients: 2, requests: 100 }, lanes: [{ strategy: 'one-by-one' }] };
  const run = { agents: 1, plan, gatherWithinMs: 5000 };
  expect((await runByAgents({ ...at, control: back }, run).finished).state).toBe('completed');
});

test('agents whose coordinator is killed stop by themselves, and remove what they wrote', async () => {
  const at = servers();
  await Promise.all(['a', 'b'].map((name) => joinAgent(at, name)));
  const where = ['--join', urlOf(at.control), '--target', `shop=${urlOf(at.target)}`];
  const lanes = ['--strategy', 'one-by-one', '-c', '4', '--rps', '200', '--warmup', '0', '--duration', '60s'];
  const bench = startCli(['bench', '--agents', '2', ...where, ...lanes, '--slice', '30s']);
  await eventually('the agents send', async () => (await callsOn(at.target, 'set')) > 0);
  bench.child.kill('SIGKILL');
  await bench.finished;
  // The run that they carry out lasts a minute.
  let calls = -1;
  await eventually(
    'they send no more',
    async () => {
      const before = calls;
      calls = await callsOn(at.target, 'set');
      await sleep(500);
      return calls === before;
    },
    20_000,
  );
  await eventually('the target is clean', async () => (await keysOn(at.target, '*')).length === 0, 10_000);
  // The next run is not kept waiting by what is left of it on the control Redis, and removes that.
  const plan = { workload: { warmupMs: 0, clients: 2, requests: 100 }, lanes: [{ strategy: 'one-by-one' }] };
  expect((await runByAgents(at, { agents: 2, plan }).finished).lanes[0]?.commands).toBe(100);
  await eventually('the control Redis is clean', isClean, 20_000);
});

test('bench and agent need no more rights on the control Redis than the user that the help shows', async () => {
  const { control, target } = servers();
  const admin = await openAdmin(control.target);
  await admin.call(...(controlUser.replace('PASSWORD', 'secret').split(' ') as [string, ...string[]]));
  admin.disconnect();
  const user = { username: 'roundtrip', password: 'secret' };
  await joinAgent(servers(), 'a', { control: { ...control.target.endpoint, ...user } });
  const { code, stdout, stderr } = await runCli([
    'bench',
    ...['--agents', '1', '--join', urlOf(control).replace('//', '//roundtrip:secret@')],
    ...[
      '--target',
      `shop=${urlOf(target)}`,
      '--strategy',
      'one-by-one,pipeline',
      '-n',
      '200',
      '--warmup',
      '0',
    ],
  ]);
  expect(stderr).not.toContain('roundtrip:');
  expect(code).toBe(0);
  expect(stdout).toContain('agent a');
});

test.each([
  [['--join', 'redis://127.0.0.1:1'], '--join does nothing in bench without --agents or --plan'],
  [['--agents', '2', '--target', 'shop=redis://127.0.0.1:1'], '--join URL names the control Redis'],
  [['--agents', '2', '--join', 'redis://127.0.0.1:1'], 'name the server with --target NAME or NAME=URL'],
  [['--agents', '2', '--join', 'redis://h', '--target', 'embedded'], 'agents cannot reach a private server'],
  [
    ['--agents', '2', '--join', 'redis://h', '--target', 's=redis://h', '--recipe', 'rtt'],
    'leave out --agents',
  ],
  [
    ['--agents', '2', '--join', 'redis://h', '--target', 's=redis://h', '--rtt', '1ms'],
    'agents measure over the network that they have',
  ],
  [['--agents', '20', '--join', 'redis://h', '--target', 's=redis://h'], 'need at least 20 clients, not 10'],
  [['--agents', '2', '--join', 'redis://h', '--url', 'redis://h'], 'name the server with --target'],
])('bench %j is wrong usage', async (words, says) => {
  const { code, stderr } = await runCli(['bench', ...words]);
  expect(stderr).toContain(says);
  expect(code).toBe(2);
});
