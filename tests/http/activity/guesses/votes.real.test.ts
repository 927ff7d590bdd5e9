import { expect, test } from 'vitest';
import { guessesOfOneViewer } from '../../../../shared/limits.ts';
import type { Vote, VotedSetting } from '../../../../shared/contract/votes.ts';
import {
  collect,
  smallPlan,
  startServer,
  type TestServer,
  type TestViewer,
} from '../../../support/build-app.ts';
import { eventually } from '../../../support/eventually.ts';
import { soon } from '../../../support/soon.ts';

const token = 'for-the-presenter';
const authorization = `Bearer ${token}`;

async function join(server: TestServer, options: { token?: string; id?: string } = {}) {
  const viewer = server.viewer(options);
  const all = collect(viewer, 'votes');
  viewer.connect();
  await eventually('the viewer gets the votes', () => all.length > 0);
  return {
    viewer,
    of: (setting: VotedSetting) => all.at(-1)?.find((one) => one.setting === setting),
    settings: () => all.at(-1)?.map(({ setting }) => setting),
    told: () => all.length,
  };
}

const send = (viewer: TestViewer, vote: Partial<Vote> = {}) =>
  viewer.timeout(2000).emitWithAck('vote', { setting: 'pipeline', value: 64, ...vote });

const clear = (viewer: TestViewer, setting: VotedSetting) =>
  viewer.timeout(2000).emitWithAck('clearVotes', setting);

test('Each viewer has one vote for a setting, and everybody sees how many there are for each value', async () => {
  const server = await startServer({ token });
  const presenter = await join(server, { token });
  const [ann, bob] = [await join(server), await join(server)];
  await send(ann.viewer, { value: 16 });
  await send(ann.viewer, { setting: 'rttMs', value: 0.5 });
  await send(bob.viewer, { value: 64 });
  await send(ann.viewer, { value: 64 });
  const counts = [{ value: 64, count: 2 }];
  await soon(() => presenter.of('pipeline')).toEqual({ setting: 'pipeline', counts, own: null });
  await soon(() => ann.of('pipeline')).toEqual({ setting: 'pipeline', counts, own: 64 });
  const late = await join(server);
  expect([late.of('pipeline'), late.of('rttMs')]).toEqual([
    { setting: 'pipeline', counts, own: null },
    { setting: 'rttMs', counts: [{ value: 0.5, count: 1 }], own: null },
  ]);
});

test('The votes of a whole class are told a few times, not once each', async () => {
  const server = await startServer();
  const all = await Promise.all(Array.from({ length: 60 }, () => join(server)));
  await Promise.all(all.map(({ viewer }) => send(viewer)));
  await eventually('all are counted', () => all[0]?.of('pipeline')?.counts[0]?.count === 60);
  expect(all[0]?.told()).toBeLessThan(30);
});

test.each([
  [{ value: 0 }, 'pipeline: must be a number from 1 to 100000 commands, not 0'],
  [{ value: 1.5 }, 'pipeline: must be a number from 1 to 100000 commands, not 1.5'],
  [{ setting: 'rttMs', value: 1e6 }, 'rttMs: must be a number from 0 to 500 ms, not 1000000'],
  [{ setting: 'durationMs' }, 'A vote is { setting, value }: one of clients, pipeline, dataSize, rps, rttMs'],
  [{ value: 'many' }, 'A vote is'],
  [{ token }, 'A vote is'],
])('The vote %j is refused with its reason', async (vote, reason) => {
  const server = await startServer();
  const { viewer, of } = await join(server);
  expect(await send(viewer, vote as never)).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', message: expect.stringContaining(reason) },
  });
  await send(viewer, { setting: 'clients', value: 3 });
  await soon(() => of('clients')?.own).toBe(3);
  expect(of('pipeline')).toBeUndefined();
});

test('One connection has one vote, whatever ids it makes up, and changes it a few times', async () => {
  const server = await startServer();
  const { viewer, of } = await join(server);
  const answers = [];
  for (let n = 0; n < 30; n++) answers.push(await send(viewer, { value: n + 1, viewer: `made-up-${n}` }));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(guessesOfOneViewer);
  expect(answers.at(-1)).toMatchObject({ ok: false, error: { code: 'too_many_votes' } });
  await soon(() => of('pipeline')?.counts).toEqual([{ value: guessesOfOneViewer, count: 1 }]);
});

test('Nobody but the presenter moves anything: a vote changes no run, and a viewer clears no votes', async () => {
  const server = await startServer({ token });
  await server.post(smallPlan, { authorization });
  const { viewer, of } = await join(server);
  expect(await send(viewer)).toMatchObject({ ok: true });
  expect(await clear(viewer, 'pipeline')).toMatchObject({ ok: false, error: { code: 'presenter_only' } });
  await soon(() => of('pipeline')?.own).toBe(64);
  expect(server.engine.run.tunings).toEqual([]);
});

test('Votes are cleared when the presenter changes their setting, and all of them when a run starts', async () => {
  const server = await startServer({ token });
  const presenter = await join(server, { token });
  const { viewer, settings } = await join(server);
  const voteForAll = async () => {
    for (const setting of ['pipeline', 'clients', 'rttMs'] as const)
      await send(viewer, { setting, value: 8 });
    await soon(() => settings()?.length).toBe(3);
  };
  await voteForAll();
  expect(await clear(presenter.viewer, 'clients')).toEqual({ ok: true });
  await soon(settings).toEqual(['pipeline', 'rttMs']);
  await server.post(smallPlan, { authorization });
  await soon(settings).toEqual([]);
  await voteForAll();
  await presenter.viewer.timeout(2000).emitWithAck('tune', { pipeline: 32 });
  await soon(settings).toEqual(['clients', 'rttMs']);
});

test('Where everybody may start runs, only who presents clears votes', async () => {
  const server = await startServer({ token: null });
  const { viewer, settings } = await join(server);
  await send(viewer);
  await soon(settings).toEqual(['pipeline']);
  expect(await clear(viewer, 'pipeline')).toMatchObject({ ok: false, error: { code: 'presenter_only' } });
  await viewer.emitWithAck('present', { room: 'compare', id: null, step: null });
  expect(await clear(viewer, 'pipeline')).toEqual({ ok: true });
  await soon(settings).toEqual([]);
});

test('The vote of a viewer who stays away no longer counts; that of one with another connection does', async () => {
  const server = await startServer({ awayMs: 20 });
  const [ann, bob, watching] = [await join(server), await join(server), await join(server)];
  const answer: { ok: boolean; viewer?: string } = await send(ann.viewer);
  await send(bob.viewer, { value: 16 });
  await soon(() => watching.of('pipeline')?.counts.length).toBe(2);
  const other = await join(server, { id: answer.viewer ?? '' });
  ann.viewer.close();
  bob.viewer.close();
  await soon(() => watching.of('pipeline')?.counts).toEqual([{ value: 64, count: 1 }]);
  expect(other.of('pipeline')?.own).toBe(64);
});
