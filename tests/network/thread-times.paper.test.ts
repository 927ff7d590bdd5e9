import { expect, test } from 'vitest';
import { withoutIdle } from '../../server/network/thread-times.ts';

test.each([
  ['on a quiet machine', { cpuMs: 100, coreWaitMs: 0, idleMs: 85 }, 15],
  // It polled for 850 ms of 1000, had a core for 700 of them, and so worked for 15 % of those.
  ['where others had the core for 30 %', { cpuMs: 700, coreWaitMs: 300, idleMs: 850 }, 105],
  ['where nobody tells the wait', { cpuMs: 100, coreWaitMs: null, idleMs: 85 }, 15],
  ['beside others of its process', { cpuMs: 1200, ownCpuMs: 700, coreWaitMs: 300, idleMs: 850 }, 605],
  ['that never polled', { cpuMs: 100, coreWaitMs: 50, idleMs: 0 }, 100],
  ['that only polled', { cpuMs: 100, coreWaitMs: 0, idleMs: 101 }, 0],
  ['that had no core at all', { cpuMs: 0, coreWaitMs: 100, idleMs: 50 }, 0],
])('CPU of a thread %s is that of its work', (_where, { idleMs, ...times }, work) => {
  expect(withoutIdle({ ownCpuMs: times.cpuMs, ...times }, idleMs)).toBeCloseTo(work, 9);
});

test('CPU that no platform tells is not known', () => {
  expect(withoutIdle({ cpuMs: null, ownCpuMs: null, coreWaitMs: null }, 85)).toBeNull();
});
