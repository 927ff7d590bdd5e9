import { strategyDescriptions } from '../../../server/engine/clients/index.ts';
import { loadMessages } from '../../../client/src/messages/index.ts';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FieldName } from '../../../client/src/plan/plan-fields.ts';
import { HistoryStore } from '../../../server/history/history-store.ts';
import type { AppParts } from '../../../server/http/app.ts';
import { initialRttMs, initialStrategies } from '../../../shared/plan/initial-choices.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { renamed } from '../../../client/src/plan/draft-lanes.ts';
import { openPage, type PageState } from '../../support/page-state.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startServer, type TestServer } from '../../support/build-app.ts';

/** A page with two lanes. */
async function serve(parts: Partial<AppParts> = {}): Promise<{ server: TestServer; page: PageState }> {
  const server = await startServer(parts);
  const page = await openPage(server);
  page.editor.lanes.edit((draft) => {
    draft.removeLane(4);
    draft.removeLane(2);
    draft.removeLane(1);
  });
  return { server, page };
}

test('The page learns what it may choose from', async () => {
  const { page } = await serve();
  expect(page.session.strategies.map(({ id }) => id)).toEqual(
    strategyDescriptions.flatMap(({ id, hidden }) => (hidden ? [] : id)),
  );
  expect(page.session.targets.map(({ label }) => label)).toEqual(['Private redis-server']);
  expect(page.editor.draft.target).toBe('embedded');
  expect(page.activities.run.blockedReason).toBeNull();
  expect(page.shownRun.run).toBeNull();
});

test('A run is started, followed and stopped', async () => {
  const { server, page } = await serve();
  await page.editor.start();
  await eventually('the run shows', () => page.shownRun.run?.running === true);
  expect(page.editor.locked).toBe(true);
  server.engine.run.sample('pipeline', { throughput: 4321 });
  await eventually('a sample shows', () => page.shownRun.run?.lane('pipeline')?.moment?.rate === 4321);
  await page.activities.run.stop();
  await eventually(
    'the run has ended',
    () => page.shownRun.run?.state === 'stopped' && page.activities.run.action === 'idle',
  );
  expect(page.shownRun.run?.result?.id).toBe('run-1');
  expect(page.editor.locked).toBe(false);
});

test('A second page shows the run of the first, with its settings', async () => {
  const { server, page } = await serve();
  page.editor.edit('clients', 33);
  await page.editor.start();
  const other = await openPage(server);
  await eventually('the run shows there too', () => other.shownRun.run?.running === true);
  expect(other.editor.draft.value('clients')).toBe(33);
  expect(other.editor.draft.lanes.map(({ strategy }) => strategy)).toEqual(['one-by-one', 'pipeline']);
  server.engine.run.finish();
  await eventually(
    'both see the end',
    () => other.shownRun.run?.state === 'completed' && page.shownRun.run?.state === 'completed',
  );
});

test('What the server finds wrong is said at the field, until the plan is changed', async () => {
  const { page } = await serve();
  page.editor.edit('threads', 11);
  await page.editor.start();
  expect(page.editor.problemAt('workload.threads')).toContain('11 threads');
  expect(page.activities.run.complaint).toBeNull();
  expect(page.activities.run.action).toBe('idle');
  page.editor.edit('clients', 20);
  expect([page.editor.problemAt('workload.threads'), page.editor.refusal]).toEqual([null, null]);
});

test('A strategy that the server does not know is said at its lane', async () => {
  const { page } = await serve();
  page.editor.lanes.edit((draft) => {
    draft.chooseStrategy(1, 'by-pigeon');
  });
  await page.editor.start();
  expect(page.editor.problemAt('lanes[1].strategy')).toContain('pipeline');
});

test('A plan that is out of bounds is not sent', async () => {
  const { server, page } = await serve();
  page.editor.edit('clients', 0);
  await page.editor.start();
  expect(server.engine.runs).toHaveLength(0);
  expect(page.activities.run.action).toBe('idle');
});

test('A run that cannot be set up is a complaint, and the button is free again', async () => {
  const { server, page } = await serve();
  server.engine.onStart = (run) => {
    run.fail(new Error('Redis asks for a password'));
  };
  await page.editor.start();
  expect(page.activities.run.complaint).not.toBeNull();
  expect(page.activities.run.action).toBe('idle');
});

test('During a run some settings can be moved, and it follows; others stay', async () => {
  const { server, page } = await serve();
  page.editor.edit('rttMs', 1);
  await page.editor.start();
  await eventually(
    'the run shows',
    () => page.shownRun.run?.running === true && page.activities.run.action === 'idle',
  );
  page.editor.edit('pipeline', 32);
  page.editor.edit('pipeline', 64);
  page.editor.edit('durationMs', 9000);
  await eventually('the change shows', () => page.shownRun.run?.tunings.length === 1);
  expect(server.engine.run.tunings).toEqual([{ pipeline: 64 }]);
  expect(page.editor.draft.value('durationMs')).toBe(2000);
  expect(['clients', 'dataSize', 'rttMs'].every((name) => page.editor.canMove(name as FieldName))).toBe(true);
  expect(['threads', 'keyspace'].some((name) => page.editor.canMove(name as FieldName))).toBe(false);
  server.engine.run.finish();
  await eventually('the run has ended', () => page.shownRun.run?.running === false);
  expect(page.editor.canMove('threads')).toBe(true);
});

test('The sliders of everybody show what holds', async () => {
  const { server, page } = await serve();
  page.editor.edit('rttMs', 1);
  await page.editor.start();
  await eventually(
    'the run shows',
    () => page.shownRun.run?.running === true && page.activities.run.action === 'idle',
  );
  const viewer = await openPage(server);
  await eventually('the run shows there too', () => viewer.shownRun.run?.running === true);
  page.editor.edit('rttMs', 20);
  await eventually('the viewer sees the change', () => viewer.editor.draft.value('rttMs') === 20);
  const late = await openPage(server);
  await eventually('who comes later sees it as well', () => late.editor.draft.value('rttMs') === 20);
  expect(late.shownRun.run?.tunings).toEqual([{ atMs: 50, tuning: { network: { rttMs: 20, jitterMs: 0 } } }]);
  server.engine.run.finish();
  const after = await openPage(server);
  await eventually('and who comes after its end', () => after.shownRun.run?.state === 'completed');
  expect(after.editor.draft.value('rttMs')).toBe(20);
});

test('A network put into a run without one starts it anew; there and back it goes on', async () => {
  const { server, page } = await serve();
  page.editor.edit('rttMs', 0);
  await page.editor.start();
  await eventually(
    'the run shows',
    () => page.shownRun.run?.running === true && page.activities.run.action === 'idle',
  );
  expect(page.editor.wouldRestart('rttMs')).toBe(true);
  expect(page.editor.wouldRestart('pipeline')).toBe(false);
  const viewer = await openPage(server);
  await eventually('the viewer sees it', () => viewer.shownRun.running);
  viewer.editor.edit('clients', 20);
  await eventually('the change shows', () => page.editor.wasMovedElsewhere('clients'));
  expect(viewer.editor.wasMovedElsewhere('clients')).toBe(false);
  // Moved there and back it is the run as it was.
  page.editor.edit('rttMs', 5);
  page.editor.edit('rttMs', 0);
  page.editor.settle();
  page.editor.edit('rttMs', 501);
  page.editor.settle();
  expect(page.shownRun.run?.id).toBe('run-1');
  page.editor.edit('rttMs', 1);
  page.editor.settle();
  await eventually('the next run shows', () => page.shownRun.run?.id === 'run-2' && page.shownRun.running);
  expect(server.engine.run.plan.network).toEqual({ rttMs: 1, jitterMs: 0 });
  expect(server.engine.run.plan.lanes.map(({ strategy }) => strategy)).toEqual(['one-by-one', 'pipeline']);
  expect(server.engine.runs).toHaveLength(2);
  await eventually('it can be tuned now', () => page.editor.tuning && !page.editor.wouldRestart('rttMs'));
});

test('A run of one’s own preset puts nothing aside', async () => {
  const { page } = await serve();
  page.editor.draft.usePreset('queue');
  await page.editor.start();
  await eventually('the run shows', () => page.shownRun.running);
  expect(page.editor.own.isAside).toBe(false);
  expect(page.editor.own.address).toContain('rpush');
});

test('A preset brings back what is no value; all settings and lanes can be reset', async () => {
  const { page } = await serve();
  page.editor.edit('rttMs', NaN);
  page.editor.edit('durationMs', NaN);
  page.editor.draft.usePreset('plain');
  expect(page.editor.draft.problems.size).toBe(0);
  expect([page.editor.draft.value('rttMs'), page.editor.draft.value('durationMs')]).toEqual([0, 5000]);
  expect(page.editor.draft.lanes).toHaveLength(2);
  page.editor.edit('rttMs', 5);
  expect(page.editor.canReset).toBe(true);
  page.editor.reset();
  expect(page.editor.canReset).toBe(false);
  expect(page.editor.draft.value('rttMs')).toBe(initialRttMs);
  expect(page.editor.draft.lanes.map(({ strategy }) => strategy)).toEqual(initialStrategies(['set'], false));
});

test('A change that the server refuses is said at its field', async () => {
  const { server, page } = await serve();
  page.editor.edit('clients', 1000);
  await page.editor.start();
  await eventually(
    'the run shows',
    () => page.shownRun.run?.running === true && page.activities.run.action === 'idle',
  );
  page.editor.edit('pipeline', 100_000);
  await eventually('it is said', () => page.editor.problemAt('workload.pipeline') !== null);
  expect(page.editor.problemAt('workload.pipeline')).toContain('bytes in flight');
  expect(server.engine.run.tunings).toEqual([]);
  page.editor.edit('pipeline', 16);
  expect(page.editor.problemAt('workload.pipeline')).toBeNull();
});

test('A page without the token watches and is told why', async () => {
  const server = await startServer({ token: 'presenter-secret' });
  const viewer = await openPage(server);
  expect(viewer.activities.run.blockedReason).toContain('presenter');
  expect(viewer.editor.locked).toBe(true);
  expect(viewer.editor.canMove('pipeline')).toBe(false);
  await viewer.editor.start();
  expect(server.engine.runs).toHaveLength(0);
  const presenter = await openPage(server, { token: 'presenter-secret' });
  expect(presenter.activities.run.blockedReason).toBeNull();
});

test('A lane that gets a name keeps its run, which goes by it', async () => {
  const { server, page } = await serve();
  page.editor.edit('rttMs', 1);
  await page.editor.start();
  await eventually(
    'the run shows',
    () => page.shownRun.run?.running === true && page.activities.run.action === 'idle',
  );
  page.editor.lanes.rename(1, 'Too early');
  expect(page.shownRun.run?.lanes.map(({ plan }) => plan.label)).toEqual([undefined, undefined]);
  server.engine.run.finish();
  await eventually('the run has ended', () => page.shownRun.run?.state === 'completed');
  page.editor.lanes.rename(1, ' Nightly job ');
  expect(page.editor.draft.lanes[1]?.label).toBe('Nightly job');
  const { run } = page.shownRun;
  expect(run?.lanes.map(({ plan }) => plan.label)).toEqual([undefined, 'Nightly job']);
  const named = (lanes: readonly { label?: string | undefined }[] = []) => lanes.map(({ label }) => label)[1];
  const names = () =>
    [
      page.shownRun.run?.plan.lanes,
      page.shownRun.run?.result?.plan.lanes,
      page.shownRun.run?.result?.lanes,
    ].map(named);
  expect(names()).toEqual(['Nightly job', 'Nightly job', 'Nightly job']);
  expect(run && page.editor.draft.differsFrom(run.plan)).toBe(false);
  page.feed.close();
  page.feed.open();
  await eventually('the page is told of the run again', () => page.shownRun.run !== run);
  expect(names()).toEqual(['Nightly job', 'Nightly job', 'Nightly job']);
  page.editor.lanes.rename(1, '');
  expect(names()).toEqual([undefined, undefined, 'Pipeline']);
});

test('Other lanes put the ended run away, also for the next connection', async () => {
  const { server, page } = await serve();
  await page.editor.start();
  await eventually('the run shows', () => page.shownRun.run?.running === true);
  server.engine.run.finish();
  await eventually('the run has ended', () => page.shownRun.run?.state === 'completed');
  page.editor.lanes.add();
  expect(page.shownRun.run).toBeNull();
  expect(page.editor.draft.lanes).toHaveLength(3);
  page.feed.close();
  page.feed.open();
  await eventually('the page is connected again', () => page.feed.connection === 'connected');
  server.viewer().connect();
  await eventually('it hears of who came after it', () => page.feed.viewers === 1);
  expect(page.shownRun.run).toBeNull();
  expect(page.editor.draft.lanes).toHaveLength(3);
});

test('What other lanes put away is told under its id, where it is kept, and comes back with its lanes', async () => {
  const history = await HistoryStore.open(join(temporaryFolder(), 'history.sqlite'));
  const { server, page } = await serve({ history });
  const runOnce = async () => {
    await page.editor.start();
    await eventually(
      'the run shows',
      () => page.shownRun.run?.running === true && page.activities.run.action === 'idle',
    );
    expect(page.shownRun.keptBefore).toBeNull();
    server.engine.run.finish();
    await eventually('the run has ended', () => page.shownRun.run?.state === 'completed');
    expect(page.shownRun.keptBefore).toBeNull();
    return page.shownRun.run?.id;
  };
  const first = await runOnce();
  page.editor.lanes.add();
  expect(page.shownRun.keptBefore).toBe(first);
  page.editor.lanes.edit((draft) => {
    draft.changeLanes((lanes) => renamed(lanes, 0, 'Slow'));
    draft.removeLane(2);
  });
  // The run is back with its lanes, under their present names.
  expect([page.shownRun.run?.id, page.shownRun.keptBefore]).toEqual([first, null]);
  expect(page.shownRun.run?.lanes[0]?.plan.label).toBe('Slow');
  await runOnce();

  const without = await serve();
  await without.page.editor.start();
  await eventually('the run shows', () => without.page.shownRun.run?.running === true);
  without.server.engine.run.finish();
  await eventually('the run has ended', () => without.page.shownRun.run?.state === 'completed');
  without.page.editor.lanes.add();
  expect(without.page.shownRun.run).toBeNull();
  expect(without.page.shownRun.keptBefore).toBeNull();
});

test('What a plan that the reader brings puts away is told under its own id, first or not', async () => {
  const history = await HistoryStore.open(join(temporaryFolder(), 'history.sqlite'));
  const { server, page } = await serve({ history });
  const ids: (string | undefined)[] = [];
  const runOnce = async () => {
    await page.editor.start();
    await eventually(
      'the run shows',
      () => page.shownRun.run?.running === true && page.activities.run.action === 'idle',
    );
    server.engine.run.finish();
    await eventually('the run has ended', () => page.shownRun.run?.state === 'completed');
    ids.push(page.shownRun.run?.id);
  };
  const bring = (...strategies: string[]) =>
    page.editor.setUp(parsePlan({ lanes: strategies.map((strategy) => ({ strategy })) }));
  await runOnce();
  bring('pipeline');
  expect([page.shownRun.run, page.shownRun.keptBefore]).toEqual([null, ids[0]]);
  await runOnce();
  bring('pipeline', 'one-by-one');
  expect([page.shownRun.run, page.shownRun.keptBefore]).toEqual([null, ids[1]]);
  expect(new Set(ids).size).toBe(2);
});

test('A server that went away is noticed', async () => {
  const { server, page } = await serve();
  await server.close();
  await eventually('the connection is lost', () => page.feed.connection === 'lost');
  expect(page.activities.run.blockedReason).toContain('No connection');
});

test('Lanes that were measured are named in the language of the reader, but for names of their own', async () => {
  const { server } = await serve();
  const { session } = await openPage(server, { messages: await loadMessages('ru') });
  const english = strategyDescriptions.find(({ id }) => id === 'auto-pipeline')?.label;
  const measured = { id: 'auto-pipeline', strategy: 'auto-pipeline' };
  expect(session.nameOfMeasured({ ...measured, label: english })).toBe('Автоконвейер');
  expect(session.nameOfMeasured({ ...measured, label: 'Today' })).toBe('Today');
  expect(session.nameOfMeasured({ id: 'x', strategy: 'of-tomorrow', label: 'Faster' })).toBe('Faster');
});

test('Lanes are named for their strategy, numbered where it comes again', async () => {
  const { page } = await serve();
  expect(page.session.nameOf({ id: 'pipeline', strategy: 'pipeline' })).toBe('Pipeline');
  expect(page.session.nameOf({ id: 'pipeline-2', strategy: 'pipeline' })).toBe('Pipeline 2');
  expect(page.session.nameOf({ id: 'x', strategy: 'pipeline', label: 'Today' })).toBe('Today');
});

test('Settings that differ from those of the figures are known, and the same can be run for longer', async () => {
  const { server, page } = await serve();
  expect([page.editor.isOutdated, page.editor.canRunLonger]).toEqual([false, true]);
  await page.editor.start();
  await eventually('the run shows', () => page.shownRun.run?.running === true);
  expect([page.editor.isOutdated, page.editor.canRunLonger]).toEqual([false, false]);
  server.engine.run.finish();
  await eventually('the run has ended', () => page.shownRun.run?.running === false);
  expect([page.editor.isOutdated, page.editor.canRunLonger]).toEqual([false, true]);
  page.editor.edit('clients', 50);
  expect(page.editor.isOutdated).toBe(true);
  page.editor.edit('clients', 10);
  expect(page.editor.isOutdated).toBe(false);
  await page.editor.runLonger();
  await eventually('a longer one shows', () => page.shownRun.run?.running === true);
  expect(page.shownRun.run?.plan.workload.durationMs).toBe(8000);
});
