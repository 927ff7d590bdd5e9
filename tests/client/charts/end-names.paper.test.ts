import { expect, test } from 'vitest';
import { apart } from '../../../client/src/charts/end-names.ts';

test.each([
  [
    [10, 50],
    [10, 50],
  ],
  [
    [50, 52, 10],
    [50, 60, 10],
  ],
  [
    [98, 99, 97],
    [85, 95, 75],
  ],
  [
    [0, 1],
    [5, 15],
  ],
])('Names wanted at %j stand at %j, each on a line of its own', (wanted, placed) => {
  expect(apart(wanted, 10, { top: 0, bottom: 100 })).toEqual(placed);
});
