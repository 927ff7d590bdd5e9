import { expect, test } from 'vitest';
import { smallPlan, startServer } from '../../support/build-app.ts';
import { eventually } from '../../support/eventually.ts';
import { browserStorage, openPage } from '../../support/page-state.ts';

const token = 'for-the-presenter';
const follows = () => true;

test('A page that follows votes with its sliders, which change none of its settings', async () => {
  const server = await startServer({ token });
  const presenter = await openPage(server, { token });
  const phone = await openPage(server, { follows });
  const { votes, draft } = phone.editor;
  expect([votes.open, presenter.editor.votes.open]).toEqual([true, false]);
  const before = draft.value('pipeline');
  votes.cast('pipeline', 100);
  votes.cast('pipeline', 128);
  votes.settle();
  expect(votes.own('pipeline')).toBe(128);
  await eventually('the presenter sees one vote', () => presenter.editor.votes.of('pipeline') !== undefined);
  expect(presenter.editor.votes.of('pipeline')?.counts).toEqual([{ value: 128, count: 1 }]);
  expect([votes.own('pipeline'), draft.value('pipeline')]).toEqual([128, before]);
  expect(presenter.editor.draft.value('pipeline')).toBe(before);
});

test('Where no token is asked for, a page that follows moves no run either: its sliders vote', async () => {
  const server = await startServer();
  await server.post(smallPlan);
  const { editor, shownRun } = await openPage(server, { follows });
  await eventually('it shows the run', () => shownRun.run?.running === true);
  editor.edit('pipeline', 128);
  editor.settle();
  editor.votes.cast('pipeline', 128);
  editor.votes.settle();
  await eventually('the vote counts', () => editor.votes.of('pipeline')?.counts.length === 1);
  expect(server.engine.run.tunings).toEqual([]);
  expect(editor.draft.value('pipeline')).toBe(16);
});

test('What is out of bounds is said, and not sent', async () => {
  const server = await startServer({ token });
  const { editor } = await openPage(server, { follows });
  editor.votes.cast('clients', 0);
  editor.votes.settle();
  expect(editor.votes.problemOf('clients')).toContain('From 1 to 1,000');
  editor.votes.cast('pipeline', 8);
  editor.votes.settle();
  await eventually('another vote is taken', () => editor.votes.of('pipeline') !== undefined);
  expect(editor.votes.of('clients')).toBeUndefined();
});

test('The votes about a setting go when the presenter moves it, and those about others stay', async () => {
  const server = await startServer({ token });
  const presenter = await openPage(server, { token });
  const phone = await openPage(server, { follows });
  for (const setting of ['pipeline', 'clients'] as const) {
    phone.editor.votes.cast(setting, 64);
    phone.editor.votes.settle();
    await eventually('it counts', () => presenter.editor.votes.of(setting) !== undefined);
  }
  const bystander = await openPage(server);
  bystander.editor.edit('clients', 3);
  presenter.editor.edit('pipeline', 64);
  await eventually('they are gone', () => phone.editor.votes.of('pipeline') === undefined);
  expect([phone.editor.votes.own('pipeline'), phone.editor.votes.own('clients')]).toEqual([undefined, 64]);
});

test('After a reload the page still has its vote', async () => {
  const server = await startServer({ token });
  const storage = browserStorage();
  const phone = await openPage(server, { storage, follows });
  phone.editor.votes.cast('rttMs', 5);
  phone.editor.votes.settle();
  await eventually('it counts', () => phone.editor.votes.of('rttMs')?.counts.length === 1);
  phone.feed.close();
  const reloaded = await openPage(server, { storage, follows });
  await eventually('it is back', () => reloaded.editor.votes.own('rttMs') === 5);
});
