import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HistoryStore } from '../../../server/history/history-store.ts';
import { collect, smallPlan, startServer } from '../../support/build-app.ts';
import { eventually } from '../../support/eventually.ts';
import { aLane } from '../../support/a-lane.ts';
import { sampleResult } from '../../support/a-result.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const secret = '/opt/where/it/is/installed';
const error = {
  name: 'Error',
  code: null,
  message: 'gone',
  stack: `Error: gone\n    at ${secret}/lane.js:1`,
};

test('Viewers are sent an error without its stack, over sockets and HTTP, live and from the history; the log has it', async () => {
  const history = await HistoryStore.open(join(temporaryFolder(), 'history.sqlite'));
  await history.keepRun(
    { ...sampleResult, id: 'of-the-command-line', lanes: [aLane('lua', 1, { error })] },
    [],
  );
  const server = await startServer({ history, logLevel: 'info' });
  const viewer = server.viewer();
  const sent: string[] = [];
  viewer.onAny((...event: unknown[]) => sent.push(JSON.stringify(event)));
  const finished = collect(viewer, 'finished');
  viewer.connect();
  await server.post(smallPlan);
  const { run } = server.engine;
  run.emit({ type: 'lane-failed', lane: 'pipeline', error });
  run.emit({
    type: 'run-finished',
    result: { ...sampleResult, id: run.id, plan: run.plan, lanes: [aLane('pipeline', 1, { error })] },
  });
  await eventually('the end is there', () => finished.length > 0);
  await eventually('it is kept', () => history.list({ limit: 9 }).total === 2);
  for (const path of [
    `runs/${run.id}`,
    `history/${run.id}`,
    `history/${run.id}/export/json`,
    'history/of-the-command-line',
    'history/of-the-command-line/export/json',
  ])
    sent.push(await (await fetch(`${server.url}/api/${path}`)).text());
  const late = server.viewer();
  const snapshots = collect(late, 'snapshot');
  late.connect();
  await eventually('a late viewer is sent the run', () => snapshots.length > 0);
  sent.push(JSON.stringify(snapshots));

  expect(sent.join('')).toContain('"message":"gone"');
  expect(sent.join('')).not.toContain(secret);
  expect(server.log.join('')).toContain(secret);
});
