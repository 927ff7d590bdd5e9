import { expect, test } from 'vitest';
import { startServer } from '../../support/build-app.ts';
import { eventually } from '../../support/eventually.ts';
import { openPage, type PageState } from '../../support/page-state.ts';

/** The result of a first run is on screen, and then somebody else starts a second. */
async function secondRunAfterAResult(token: string | null = null) {
  const server = await startServer({ token });
  const other = await openPage(server, { token });
  const page = await openPage(server);
  await other.editor.start();
  await eventually('the first run shows', () => page.shownRun.running);
  server.engine.run.finish();
  await eventually('its result shows', () => isAtResult(page) && isAtResult(other));
  await other.editor.start();
  await eventually('the second shows to who started it', () => other.shownRun.run?.id === 'run-2');
  return { server, page };
}

const isAtResult = ({ shownRun, activities }: PageState) =>
  shownRun.run?.result != null && activities.run.action === 'idle';

test('A result stays on screen while somebody else’s run is in progress, until its reader watches that', async () => {
  const { server, page } = await secondRunAfterAResult();
  await eventually('the second is offered', () => page.shownRun.offered?.id === 'run-2');
  expect(page.shownRun.run?.result?.id).toBe('run-1');
  expect(page.editor.locked).toBe(false);
  expect(page.activities.run.running).toBe(true);
  server.engine.run.sample('pipeline', { throughput: 4321 });
  await eventually('it is followed', () => page.shownRun.offered?.lane('pipeline')?.points === 1);
  page.shownRun.watch();
  expect(page.shownRun).toMatchObject({ offered: null, running: true });
  expect(page.shownRun.run?.id).toBe('run-2');
  server.engine.run.finish();
  await eventually('its result shows', () => page.shownRun.run?.result?.id === 'run-2');
});

test('Who only watches goes along with the next run', async () => {
  const { page } = await secondRunAfterAResult('for-the-presenter');
  await eventually('the second shows', () => page.shownRun.run?.id === 'run-2');
  expect(page.shownRun.offered).toBeNull();
});

test('A result is an earlier one to a page that did not see its end', async () => {
  const server = await startServer();
  const page = await openPage(server);
  await page.editor.start();
  await eventually('the run shows', () => page.shownRun.running);
  expect(page.shownRun.isEarlier).toBe(false);
  server.engine.run.finish();
  await eventually('its result shows', () => isAtResult(page));
  expect(page.shownRun.isEarlier).toBe(false);
  const later = await openPage(server);
  await eventually('it shows there', () => isAtResult(later));
  expect(later.shownRun.isEarlier).toBe(true);
});
