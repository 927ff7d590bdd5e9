import { expect, test } from 'vitest';
import { rooms } from '../../../shared/contract/enums.ts';
import { collect, next, startServer, type TestViewer } from '../../support/build-app.ts';
import { soon } from '../../support/soon.ts';

const token = 'the-right-token';
const place = { room: 'lessons', id: 'rtt', step: 'guess' } as const;

async function join(viewer: TestViewer): Promise<TestViewer> {
  const snapshot = next(viewer, 'snapshot');
  viewer.connect();
  await snapshot;
  return viewer;
}

const present = (viewer: TestViewer, where: unknown): Promise<unknown> =>
  viewer.timeout(2000).emitWithAck('present', where as never);

/** Every count that this viewer is told of: the audience, presenters. */
function counts(viewer: TestViewer): [number, number][] {
  const told: [number, number][] = [];
  viewer.on('viewers', (...both) => told.push(both));
  return told;
}

test('where the presenter goes is told to all others', async () => {
  const server = await startServer({ token });
  const [presenter, viewer] = [await join(server.viewer({ token })), await join(server.viewer())];
  const [told, echoed] = [collect(viewer, 'presenter'), collect(presenter, 'presenter')];
  expect(await present(presenter, place)).toEqual({ ok: true });
  expect(await present(presenter, { room: 'compare', id: null, step: null })).toEqual({ ok: true });
  await soon(() => told).toEqual([place, { room: 'compare', id: null, step: null }]);
  expect(echoed).toEqual([]);
});

test('who comes later is told where the presenter is', async () => {
  const server = await startServer({ token });
  const presenter = await join(server.viewer({ token }));
  await present(presenter, place);
  const late = server.viewer();
  const told = next(late, 'presenter');
  late.connect();
  expect(await told).toEqual(place);
});

test('when the presenter leaves, or no longer leads, nobody does', async () => {
  const server = await startServer({ token });
  const [presenter, viewer] = [await join(server.viewer({ token })), await join(server.viewer())];
  const told = collect(viewer, 'presenter');
  await present(presenter, place);
  await present(presenter, null);
  await soon(() => told).toEqual([place, null]);
  await present(presenter, place);
  presenter.close();
  await soon(() => told).toEqual([place, null, place, null]);
});

test('of two presenters the one who moved last leads; the other may leave', async () => {
  const server = await startServer({ token });
  const [first, second] = [await join(server.viewer({ token })), await join(server.viewer({ token }))];
  const viewer = await join(server.viewer());
  const told = collect(viewer, 'presenter');
  await present(first, place);
  await present(second, { ...place, step: 'run' });
  await present(first, null);
  first.close();
  await present(second, { ...place, step: 'outcome' });
  await soon(() => told.map((where) => where?.step)).toEqual(['guess', 'run', 'outcome']);
});

test('a viewer leads nobody', async () => {
  const server = await startServer({ token });
  const [presenter, viewer] = [await join(server.viewer({ token })), await join(server.viewer())];
  const told = collect(presenter, 'presenter');
  expect(await present(viewer, place)).toMatchObject({ ok: false, error: { code: 'presenter_only' } });
  const other = await join(server.viewer());
  const toldOther = collect(other, 'presenter');
  await present(presenter, place);
  await soon(() => toldOther).toEqual([place]);
  expect(told).toEqual([]);
});

test.each([
  { ...place, room: 'cellar' },
  { ...place, id: 'x'.repeat(401) },
  { ...place, id: '' },
  { ...place, step: 7 },
  { ...place, token },
  { room: 'compare' },
  'compare',
  [],
])('%j is no place to be', async (nowhere) => {
  const server = await startServer({ token });
  const presenter = await join(server.viewer({ token }));
  const answer = await present(presenter, nowhere);
  expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  expect(JSON.stringify(answer)).toContain(rooms.join(', '));
});

test('presenters are not counted among the audience', async () => {
  const server = await startServer({ token });
  const presenter = await join(server.viewer({ token }));
  const told = counts(presenter);
  const viewers = [await join(server.viewer()), await join(server.viewer({ token: 'a-wrong-token' }))];
  await soon(() => told.at(-1)).toEqual([2, 1]);
  viewers[0]?.close();
  await soon(() => told.at(-1)).toEqual([1, 1]);
});

test('where everybody may start runs, the presenter is who has said so', async () => {
  const server = await startServer({ token: null });
  const [first, second] = [await join(server.viewer()), server.viewer()];
  // It is told as it joins.
  const told = counts(second);
  await join(second);
  await soon(() => told.at(-1)).toEqual([1, 0]);
  await present(first, place);
  await soon(() => told.at(-1)).toEqual([0, 1]);
  await present(first, null);
  await soon(() => told.at(-1)).toEqual([1, 0]);
});

test('nothing that the server tells its audience holds the token', async () => {
  const server = await startServer({ token });
  const presenter = await join(server.viewer({ token }));
  const viewer = server.viewer();
  const heard: unknown[] = [];
  viewer.onAny((...event: unknown[]) => heard.push(event));
  await join(viewer);
  await present(presenter, place);
  await soon(() => heard.length).toBeGreaterThan(2);
  expect(JSON.stringify(heard)).not.toContain(token);
  for (const path of ['join', 'health', 'session', 'runs', 'targets', 'strategies', 'limits'])
    expect(await (await fetch(`${server.url}/api/${path}`)).text()).not.toContain(token);
});
