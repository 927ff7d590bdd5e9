import { expect, test } from 'vitest';
import { simulateStart } from '../../../bench/agents/simulated-start.ts';

const free = { tellMs: 0, hearMs: 0, commandMs: 0, wayMs: 0 };

test('where only the network takes time, agents wait for it at the same time: ten round trips', () => {
  for (const agents of [1, 50])
    expect(simulateStart(agents, { ...free, wayMs: 1 })).toEqual({ settledMs: 20, goMs: 2 });
});

test('the coordinator does one thing at a time: it tells one agent after the other, and hears them so', () => {
  expect(simulateStart(10, { ...free, tellMs: 2 }).settledMs).toBeCloseTo(20, 9);
  expect(simulateStart(10, { ...free, hearMs: 2 }).settledMs).toBeCloseTo(20, 9);
  // While it tells the next, it hears of the one before only afterwards.
  expect(simulateStart(10, { ...free, tellMs: 2, hearMs: 2 }).settledMs).toBeCloseTo(40, 9);
});

test('the control Redis carries out twelve messages and commands of each agent, and hands one out to each', () => {
  const { settledMs, goMs } = simulateStart(100, { ...free, commandMs: 0.1 });
  expect(settledMs).toBeCloseTo(120, 6);
  expect(goMs).toBeCloseTo(10.1, 9);
});
