import { expect, test } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { LiveRun } from '../../../client/src/run/live-run.svelte.ts';
import { placeOf } from '../../../client/src/run/run-axes.ts';
import { changeMarksOf, describeTuning, tuningMarks } from '../../../client/src/run/tuning-marks.ts';
import { sampleOf } from '../../support/fake-engine.ts';
import { snapshotOf, tickOf } from '../../support/snapshots.ts';

/** Turns of one second, the two lanes one after the other; `revisions` are what each turn was sent with. */
function inTurns(revisions: readonly number[], tunings: LiveRun['tunings']): LiveRun {
  const samples = revisions.map((revision, turn) =>
    sampleOf(turn % 2 === 0 ? 'one-by-one' : 'pipeline', {
      atMs: (turn + 1) * 1000,
      laneMs: (Math.floor(turn / 2) + 1) * 1000,
      elapsedMs: 1000,
      settings: { revision, pipeline: 16, dataSize: 100, clients: 10, rps: null },
    }),
  );
  return new LiveRun(snapshotOf({ samples, tunings }));
}

const turns = placeOf('turns');
const batch64 = { atMs: 2500, tuning: { pipeline: 64 } };

test('A change is marked where each lane begins to send with it, not where it was asked for', () => {
  // The third turn is in progress when the slider moves: that lane follows a turn later than the other.
  const run = inTurns([0, 0, 0, 1, 1, 1], [batch64]);
  expect(tuningMarks(run, turns, en)).toEqual([{ from: 1, to: 2, label: 'batch 64' }]);
});

test('In a race the mark stands at the time since the start', () => {
  const run = inTurns([0, 0, 0, 1, 1, 1], [batch64]);
  expect(tuningMarks(run, placeOf('race'), en)).toEqual([{ from: 3, to: 4, label: 'batch 64' }]);
});

test('A change that no lane has come to has no mark yet', () => {
  const run = inTurns([0, 0, 0], [batch64]);
  expect(tuningMarks(run, turns, en)).toEqual([]);
  expect(run.settled).toBe(false);
});

test('Changes that show at the same place are one mark, the newest value of each setting', () => {
  const run = inTurns(
    [0, 0, 3, 3],
    [
      { atMs: 1500, tuning: { pipeline: 32 } },
      { atMs: 1600, tuning: { clients: 1 } },
      { atMs: 1900, tuning: { pipeline: 64 } },
    ],
  );
  expect(tuningMarks(run, turns, en)).toEqual([{ from: 1, to: 1, label: 'batch 64, 1 client' }]);
  expect(run.settled).toBe(true);
});

test('The network changes in the middle of the turn in progress', () => {
  const run = inTurns([0, 0, 0, 1, 1], [{ atMs: 2250, tuning: { network: { rttMs: 5, jitterMs: 0 } } }]);
  expect(tuningMarks(run, turns, en)).toEqual([{ from: 1, to: 1.25, label: '5 ms round trip' }]);
});

test('A change is told once, however often it is heard of', () => {
  const run = inTurns([0], [batch64]);
  run.tune({ ...batch64, revision: 1, totalMs: null });
  expect(run.tunings).toHaveLength(1);
  run.tune({ atMs: 3000, tuning: { dataSize: 2048 }, revision: 2, totalMs: null });
  expect(run.tunings.map(({ tuning }) => describeTuning(tuning, en))).toEqual(['batch 64', '2.0 KiB']);
});

test('Slots that move are marked among the other changes, at the time of each lane', () => {
  const slots: [number, number] = [0, 511];
  const moved = { atMs: 3500, tookMs: 20, from: 'a', to: 'b', slots, keys: 7 };
  const run = inTurns([0, 0, 0, 0, 1, 1], [{ atMs: 4000, tuning: { pipeline: 64 } }]);
  run.tick(tickOf({ slotsMoved: [moved] }));
  // In the fourth turn, which is the second lane's second; for the first lane before its third.
  expect(changeMarksOf(run, turns, en)).toEqual([
    { from: 1.5, to: 2, label: 'slots moved' },
    { from: 2, to: 2, label: 'batch 64' },
  ]);
});
