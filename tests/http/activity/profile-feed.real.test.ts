import { expect, test } from 'vitest';
import type { LiveProfile } from '../../../shared/contract/live-profile.ts';
import { profileOf, withoutSource } from '../../../shared/profile/profile-of.ts';
import { readTrace } from '../../../shared/profile/read-trace.ts';
import { collect, next, startServer, type TestViewer } from '../../support/build-app.ts';
import { sampleTrace } from '../../support/sample-trace.ts';
import { soon } from '../../support/soon.ts';

const recording = { startedAt: '', program: 'app', tookMs: 1 };
const profile = profileOf(readTrace(sampleTrace), recording, withoutSource('patch'));
const after = (units: number, exitCode: number | null = null): LiveProfile => ({
  ...{ exitCode, units, isOfNewest: false, profile, moreFindings: 0, shown: [] },
});

async function join(viewer: TestViewer): Promise<TestViewer> {
  const snapshot = next(viewer, 'snapshot');
  viewer.connect();
  await snapshot;
  return viewer;
}

test('Who looks at a recorded program is sent its state at once, at each change, and at its end', async () => {
  let current = after(1);
  const server = await startServer({ profile: () => current });
  const [looking, other] = [await join(server.viewer()), await join(server.viewer())];
  const [sent, unasked] = [collect(looking, 'profile'), collect(other, 'profile')];
  looking.emit('watchProfile', true);
  await soon(() => sent.map((one) => one?.units)).toEqual([1]);
  current = after(2);
  await soon(() => sent.map((one) => one?.units)).toEqual([1, 2]);

  // Away, and back: what the page has is not sent again.
  looking.emit('watchProfile', false);
  looking.emit('watchProfile', true);
  const late = await join(server.viewer());
  const first = next(late, 'profile');
  late.emit('watchProfile', true);
  expect(await first).toMatchObject({ units: 2, exitCode: null });
  expect(sent).toHaveLength(2);

  current = after(3, 1);
  await server.close();
  await soon(() => sent.at(-1)).toMatchObject({ units: 3, exitCode: 1 });
  expect(unasked).toEqual([]);
});

test('Where no program is recorded, nothing is', async () => {
  const viewer = await join((await startServer()).viewer());
  const sent = next(viewer, 'profile');
  viewer.emit('watchProfile', true);
  expect(await sent).toBeNull();
});
