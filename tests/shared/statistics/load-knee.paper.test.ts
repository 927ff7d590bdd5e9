import { describe, expect, test } from 'vitest';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import { overloadCode, type LoadState } from '../../../shared/contract/enums.ts';
import { loadKneeOf, loadStateOf } from '../../../shared/statistics/load-knee.ts';

/** Of 1000 that were due. */
const answered = (commands: number, growing = false, failed = 0) => ({
  commands,
  failed,
  // A slice that ends a moment later has a lower rate, and has sent the same.
  rate: { offered: 1000, achieved: 0.9 * commands, backlog: 1000 - commands - failed, growing },
});
const nothing = { commands: 0, failed: 0, rate: null };
const errorOf = (code: string | null): LaneResult['error'] => ({
  name: 'LaneFailed',
  code,
  message: 'it ended',
  stack: null,
});

describe('what became of a lane at a rate', () => {
  test.each<[string, LoadState, Parameters<typeof loadStateOf>[0]]>([
    ['all of the rate', 'kept', { state: 'completed', error: null, ...answered(1000) }],
    ['98 % of it', 'kept', { state: 'completed', error: null, ...answered(980) }],
    ['less', 'short', { state: 'completed', error: null, ...answered(979) }],
    // 3 % of it was due and not sent as the time was over, and was sent after it.
    [
      'all of it, a part after its time',
      'short',
      {
        state: 'completed',
        error: null,
        commands: 1000,
        failed: 0,
        rate: { offered: 1000, achieved: 970, backlog: 30, growing: false },
      },
    ],
    ['failures', 'short', { state: 'completed', error: null, ...answered(970, false, 30) }],
    ['a queue that grows', 'grows', { state: 'completed', error: null, ...answered(990, true) }],
    ['nothing answered', 'short', { state: 'completed', error: null, ...nothing }],
    ['gave up for its queue', 'grows', { state: 'failed', error: errorOf(overloadCode), ...answered(300) }],
    ['gave up before a reply', 'grows', { state: 'failed', error: errorOf(overloadCode), ...nothing }],
    ['lost its connection', 'failed', { state: 'failed', error: errorOf(null), ...answered(1000) }],
    ['was stopped', 'stopped', { state: 'stopped', error: null, ...answered(1000) }],
  ])('%s: %s', (_what, state, lane) => {
    expect(loadStateOf(lane)).toBe(state);
  });
});

/** States at 1, 2, 3, … commands/s. */
const knee = (...states: LoadState[]) =>
  loadKneeOf(states.map((state, index) => ({ offeredRps: index + 1, state })));

describe('the knee of a lane', () => {
  test.each<[LoadState[], number | null, number | null]>([
    [['kept', 'kept', 'grows', 'grows'], 2, 3],
    [['kept', 'kept', 'kept'], 3, null],
    [['grows', 'grows'], null, 1],
    [['kept', 'short', 'grows'], 1, 3],
    [['kept', 'short', 'short'], 1, null],
    [['short', 'failed', 'stopped'], null, null],
    // One alarm below a rate that was kept is none of the lane's.
    [['grows', 'kept', 'kept', 'grows'], 3, 4],
    [['kept', 'grows', 'kept'], 3, null],
    [[], null, null],
  ])('%j: keeps %s, grows at %s', (states, keptRps, growsRps) => {
    expect(knee(...states)).toEqual({ keptRps, growsRps });
  });
});
