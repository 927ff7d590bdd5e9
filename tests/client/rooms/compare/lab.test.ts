import { join } from 'node:path';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { en } from '../../../../client/src/messages/en.ts';
import { Api } from '../../../../client/src/shell/api.ts';
import { Feed, type FeedSocket } from '../../../../client/src/shell/feed.svelte.ts';
import type { FieldName } from '../../../../client/src/plan/plan-fields.ts';
import { Lab } from '../../../../client/src/rooms/compare/lab.svelte.ts';
import { HistoryStore } from '../../../../server/history/history-store.ts';
import type { AppParts } from '../../../../server/http/app.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';
import { eventually } from '../../../support/eventually.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { startServer, type TestServer } from '../../../support/build-app.ts';

/** The state of a page that is open on this server, over real HTTP and a real socket. */
async function openLab({ url }: TestServer, token: string | null = null): Promise<Lab> {
  const socket: FeedSocket = io(url, {
    autoConnect: false,
    forceNew: true,
    transports: ['websocket'],
    auth: token === null ? {} : { token },
    reconnectionDelay: 20,
    reconnectionDelayMax: 50,
  });
  const api = new Api(token, en.connection, (path, init) => fetch(new URL(path, url), init));
  const lab = new Lab(api, new Feed(socket, en.connection), en);
  onTestFinished(() => lab.feed.close());
  lab.feed.open();
  await eventually('the page has learnt what the server offers', () => lab.strategies.length > 0);
  return lab;
}

async function serve(parts: Partial<AppParts> = {}): Promise<{ server: TestServer; lab: Lab }> {
  const server = await startServer(parts);
  const lab = await openLab(server);
  lab.editLanes((draft) => {
    draft.removeLane(1);
  });
  return { server, lab };
}

test('The page learns what it may choose from', async () => {
  const { lab } = await serve();
  expect(lab.strategies.map(({ id }) => id)).toEqual(['one-by-one', 'pipeline']);
  expect(lab.targets.map(({ label }) => label)).toEqual(['Private redis-server']);
  expect(lab.draft.target).toBe('embedded');
  expect(lab.hindrance).toBeNull();
  expect(lab.run).toBeNull();
});

test('A run is started, followed and stopped', async () => {
  const { server, lab } = await serve();
  await lab.start();
  await eventually('the run shows', () => lab.run?.running === true);
  expect(lab.locked).toBe(true);
  server.engine.run.sample('pipeline', { throughput: 4321 });
  await eventually('a sample shows', () => lab.run?.lane('pipeline')?.figure.throughput === 4321);
  await lab.stop();
  await eventually('the run has ended', () => lab.run?.state === 'stopped' && lab.action === 'idle');
  expect(lab.run?.result?.id).toBe('run-1');
  expect(lab.locked).toBe(false);
});

test('A second page shows the run of the first, with its settings', async () => {
  const { server, lab } = await serve();
  lab.edit('clients', 33);
  await lab.start();
  const other = await openLab(server);
  await eventually('the run shows there too', () => other.run?.running === true);
  expect(other.draft.value('clients')).toBe(33);
  expect(other.draft.lanes.map(({ strategy }) => strategy)).toEqual(['one-by-one', 'pipeline']);
  server.engine.run.finish();
  await eventually(
    'both see the end',
    () => other.run?.state === 'completed' && lab.run?.state === 'completed',
  );
});

test('What the server finds wrong is said at the field, until that is changed', async () => {
  const { lab } = await serve();
  lab.edit('threads', 11);
  await lab.start();
  expect(lab.problemAt('workload.threads')).toContain('11 threads');
  expect(lab.complaint).toBeNull();
  expect(lab.action).toBe('idle');
  lab.edit('threads', 2);
  expect(lab.problemAt('workload.threads')).toBeNull();
});

test('A strategy that the server does not know is said at its lane', async () => {
  const { lab } = await serve();
  lab.editLanes((draft) => {
    draft.chooseStrategy(1, 'by-pigeon');
  });
  await lab.start();
  expect(lab.problemAt('lanes[1].strategy')).toContain('pipeline');
});

test('A plan that is out of bounds is not sent', async () => {
  const { server, lab } = await serve();
  lab.edit('clients', 0);
  await lab.start();
  expect(server.engine.runs).toHaveLength(0);
  expect(lab.action).toBe('idle');
});

test('A run that cannot be set up is a complaint, and the button is free again', async () => {
  const { server, lab } = await serve();
  server.engine.onStart = (run) => {
    run.fail(new Error('Redis asks for a password'));
  };
  await lab.start();
  expect(lab.complaint).not.toBeNull();
  expect(lab.action).toBe('idle');
});

test('While a run goes on some settings can be moved, and it follows; others stay', async () => {
  const { server, lab } = await serve();
  await lab.start();
  await eventually('the run shows', () => lab.run?.running === true && lab.action === 'idle');
  lab.edit('pipeline', 32);
  lab.edit('pipeline', 64);
  lab.edit('durationMs', 9000);
  await eventually('the change shows', () => lab.run?.tunings.length === 1);
  expect(server.engine.run.tunings).toEqual([{ pipeline: 64 }]);
  expect(lab.draft.value('durationMs')).toBe(5000);
  expect(['clients', 'dataSize', 'rttMs'].every((name) => lab.canMove(name as FieldName))).toBe(true);
  expect(['threads', 'keyspace'].some((name) => lab.canMove(name as FieldName))).toBe(false);
  server.engine.run.finish();
  await eventually('the run has ended', () => lab.run?.running === false);
  expect(lab.canMove('threads')).toBe(true);
});

test('The sliders of everybody show what holds', async () => {
  const { server, lab } = await serve();
  await lab.start();
  await eventually('the run shows', () => lab.run?.running === true && lab.action === 'idle');
  const viewer = await openLab(server);
  await eventually('the run shows there too', () => viewer.run?.running === true);
  lab.edit('rttMs', 20);
  await eventually('the viewer sees the change', () => viewer.draft.value('rttMs') === 20);
  const late = await openLab(server);
  await eventually('who comes later sees it as well', () => late.draft.value('rttMs') === 20);
  expect(late.run?.tunings).toEqual([{ atMs: 50, tuning: { network: { rttMs: 20, jitterMs: 0 } } }]);
  server.engine.run.finish();
  const after = await openLab(server);
  await eventually('and who comes after its end', () => after.run?.state === 'completed');
  expect(after.draft.value('rttMs')).toBe(20);
});

test('Without a network from the start its sliders stay during the run', async () => {
  const { lab } = await serve();
  lab.edit('rttMs', 0);
  await lab.start();
  await eventually('the run shows', () => lab.run?.running === true && lab.action === 'idle');
  expect(lab.canMove('rttMs')).toBe(false);
  expect(lab.canMove('pipeline')).toBe(true);
});

test('A change that the server refuses is said at its field', async () => {
  const { server, lab } = await serve();
  lab.edit('clients', 1000);
  await lab.start();
  await eventually('the run shows', () => lab.run?.running === true && lab.action === 'idle');
  lab.edit('pipeline', 100_000);
  await eventually('it is said', () => lab.problemAt('workload.pipeline') !== null);
  expect(lab.problemAt('workload.pipeline')).toContain('bytes in flight');
  expect(server.engine.run.tunings).toEqual([]);
  lab.edit('pipeline', 16);
  expect(lab.problemAt('workload.pipeline')).toBeNull();
});

test('A page without the token watches and is told why', async () => {
  const server = await startServer({ token: 'presenter-secret' });
  const viewer = await openLab(server);
  expect(viewer.hindrance).toContain('presenter');
  expect(viewer.locked).toBe(true);
  expect(viewer.canMove('pipeline')).toBe(false);
  await viewer.start();
  expect(server.engine.runs).toHaveLength(0);
  const presenter = await openLab(server, 'presenter-secret');
  expect(presenter.hindrance).toBeNull();
});

test('A lane that gets a name keeps its run, which goes by it', async () => {
  const { server, lab } = await serve();
  await lab.start();
  await eventually('the run shows', () => lab.run?.running === true && lab.action === 'idle');
  lab.renameLane(1, 'Too early');
  expect(lab.run?.lanes.map(({ plan }) => plan.label)).toEqual([undefined, undefined]);
  server.engine.run.finish();
  await eventually('the run has ended', () => lab.run?.state === 'completed');
  lab.renameLane(1, ' Nightly job ');
  expect(lab.draft.lanes[1]?.label).toBe('Nightly job');
  const { run } = lab;
  expect(run?.lanes.map(({ plan }) => plan.label)).toEqual([undefined, 'Nightly job']);
  const named = (lanes: readonly { label?: string }[] = []) => lanes.map(({ label }) => label)[1];
  const names = () => [lab.run?.plan.lanes, lab.run?.result?.plan.lanes, lab.run?.result?.lanes].map(named);
  expect(names()).toEqual(['Nightly job', 'Nightly job', 'Nightly job']);
  expect(run && lab.draft.differsFrom(run.plan)).toBe(false);
  lab.feed.close();
  lab.feed.open();
  await eventually('the page is told of the run again', () => lab.run !== run);
  expect(names()).toEqual(['Nightly job', 'Nightly job', 'Nightly job']);
  lab.renameLane(1, '');
  expect(names()).toEqual([undefined, undefined, 'pipeline']);
});

test('Other lanes put the ended run away, also for the next connection', async () => {
  const { server, lab } = await serve();
  await lab.start();
  await eventually('the run shows', () => lab.run?.running === true);
  server.engine.run.finish();
  await eventually('the run has ended', () => lab.run?.state === 'completed');
  lab.addLane();
  expect(lab.run).toBeNull();
  expect(lab.draft.lanes).toHaveLength(3);
  lab.feed.close();
  lab.feed.open();
  await eventually('the page is connected again', () => lab.feed.connection === 'connected');
  server.viewer().connect();
  await eventually('it hears of who came after it', () => lab.feed.viewers === 1);
  expect(lab.run).toBeNull();
  expect(lab.draft.lanes).toHaveLength(3);
});

test('What other lanes put away is told under its id, where it is kept', async () => {
  const history = await HistoryStore.open(join(temporaryFolder(), 'history.sqlite'));
  const { server, lab } = await serve({ history });
  const runOnce = async () => {
    await lab.start();
    await eventually('the run shows', () => lab.run?.running === true && lab.action === 'idle');
    expect(lab.keptBefore).toBeNull();
    server.engine.run.finish();
    await eventually('the run has ended', () => lab.run?.state === 'completed');
    expect(lab.keptBefore).toBeNull();
    return lab.run?.id;
  };
  const first = await runOnce();
  lab.addLane();
  expect(lab.keptBefore).toBe(first);
  lab.editLanes((draft) => {
    draft.removeLane(2);
  });
  expect(lab.keptBefore).toBe(first);
  await runOnce();

  const without = await serve();
  await without.lab.start();
  await eventually('the run shows', () => without.lab.run?.running === true);
  without.server.engine.run.finish();
  await eventually('the run has ended', () => without.lab.run?.state === 'completed');
  without.lab.addLane();
  expect(without.lab.run).toBeNull();
  expect(without.lab.keptBefore).toBeNull();
});

test('What a plan that the reader brings puts away is told under its own id, first or not', async () => {
  const history = await HistoryStore.open(join(temporaryFolder(), 'history.sqlite'));
  const { server, lab } = await serve({ history });
  const ids: (string | undefined)[] = [];
  const runOnce = async () => {
    await lab.start();
    await eventually('the run shows', () => lab.run?.running === true && lab.action === 'idle');
    server.engine.run.finish();
    await eventually('the run has ended', () => lab.run?.state === 'completed');
    ids.push(lab.run?.id);
  };
  const bring = (...strategies: string[]) =>
    lab.setUp(parsePlan({ lanes: strategies.map((strategy) => ({ strategy })) }));
  await runOnce();
  bring('pipeline');
  expect([lab.run, lab.keptBefore]).toEqual([null, ids[0]]);
  await runOnce();
  bring('pipeline', 'one-by-one');
  expect([lab.run, lab.keptBefore]).toEqual([null, ids[1]]);
  expect(new Set(ids).size).toBe(2);
});

test('A server that went away is noticed', async () => {
  const { server, lab } = await serve();
  await server.close();
  await eventually('the connection is lost', () => lab.feed.connection === 'lost');
  expect(lab.hindrance).toContain('No connection');
});

test('Lanes are named for their strategy, numbered where it comes again', async () => {
  const { lab } = await serve();
  expect(lab.nameOf({ id: 'pipeline', strategy: 'pipeline' })).toBe('pipeline');
  expect(lab.nameOf({ id: 'pipeline-2', strategy: 'pipeline' })).toBe('pipeline 2');
  expect(lab.nameOf({ id: 'x', strategy: 'pipeline', label: 'Today' })).toBe('Today');
});
