import { expect, test } from 'vitest';
import { niceStep } from '../../../../client/src/rooms/profile/nice-step.ts';

test.each([
  [0.3, 0.05],
  [6, 1],
  [33.8, 10],
  [285, 50],
  [61, 20],
])('%d ms are divided by %d', (length, step) => {
  expect(niceStep(length)).toBeCloseTo(step, 10);
});
