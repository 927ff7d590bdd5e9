import { expect, test } from 'vitest';
import { pageHeader } from '../../../shared/contract/enums.ts';
import {
  collect,
  next,
  smallPlan,
  startServer,
  type TestServer,
  type TestViewer,
} from '../../support/build-app.ts';
import { soon } from '../../support/soon.ts';

const token = 'the-right-token';

async function join(viewer: TestViewer): Promise<TestViewer> {
  const snapshot = next(viewer, 'snapshot');
  viewer.connect();
  await snapshot;
  return viewer;
}

/** As the page of this viewer asks; `null`: as a script does. */
const ask = ({ url }: TestServer, method: string, path: string, viewer: TestViewer | null, shown?: string) =>
  fetch(new URL(path, url), {
    method,
    headers: {
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(viewer?.id === undefined ? {} : { [pageHeader]: viewer.id }),
      ...(shown === undefined ? {} : { authorization: `Bearer ${shown}` }),
    },
    ...(method === 'POST' ? { body: JSON.stringify(smallPlan) } : {}),
  });

test('a start, a change and a stop are sent to all pages but the one that did it', async () => {
  const server = await startServer();
  const [own, other] = [await join(server.viewer()), await join(server.viewer())];
  const [echoed, told] = [collect(own, 'action'), collect(other, 'action')];
  expect((await ask(server, 'POST', '/api/runs', own)).status).toBe(201);
  await own.timeout(2000).emitWithAck('tune', { pipeline: 64 });
  expect((await ask(server, 'DELETE', '/api/runs/current', own)).status).toBe(200);
  await soon(() => told).toEqual([
    { done: 'started', kind: 'run', by: 'viewer' },
    { done: 'changed', kind: 'run', by: 'viewer', tuning: { pipeline: 64 } },
    { done: 'stopped', kind: 'run', by: 'viewer' },
  ]);
  expect(echoed).toEqual([]);
});

test('who did it is the presenter, or a program where no page did', async () => {
  const server = await startServer({ token });
  const [presenter, viewer] = [await join(server.viewer({ token })), await join(server.viewer())];
  const [toPresenter, toViewer] = [collect(presenter, 'action'), collect(viewer, 'action')];
  await ask(server, 'POST', '/api/runs', presenter, token);
  await ask(server, 'DELETE', '/api/runs/current', null, token);
  await soon(() => toViewer).toEqual([
    { done: 'started', kind: 'run', by: 'presenter' },
    { done: 'stopped', kind: 'run', by: 'program' },
  ]);
  expect(toPresenter).toEqual([{ done: 'stopped', kind: 'run', by: 'program' }]);
});

test('what is refused is nobody’s action', async () => {
  const server = await startServer({ token });
  const viewer = await join(server.viewer());
  const told = collect(viewer, 'action');
  expect((await ask(server, 'POST', '/api/runs', viewer)).status).toBe(401);
  expect((await ask(server, 'DELETE', '/api/runs/current', null, token)).status).toBe(404);
  await ask(server, 'POST', '/api/runs', null, token);
  await soon(() => told).toEqual([{ done: 'started', kind: 'run', by: 'program' }]);
});
