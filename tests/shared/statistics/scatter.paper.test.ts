import { expect, test } from 'vitest';
import { scatterOver } from '../../../shared/statistics/scatter.ts';

/** Half of the slices above, half below the middle. */
const split = (count: number, by: number) =>
  Array.from({ length: count }, (_, slice) => 1000 * (1 + (slice % 2 === 0 ? by : -by)));

test.each([
  { what: 'far over the bound', slices: split(8, 0.3), found: true },
  { what: 'below it', slices: split(8, 0.08), found: false },
  { what: 'a little over it, in few slices', slices: split(6, 0.12), found: false },
  { what: 'a little over it, in many slices', slices: split(200, 0.12), found: true },
  { what: 'over it by a single slice', slices: [...split(19, 0.01), 300], found: false },
  { what: 'one slice', slices: [1000], found: false },
  { what: 'nothing measured', slices: [0, 0, 0], found: false },
])('Scatter that is certainly over a bound is found: $what', ({ slices, found }) => {
  expect(scatterOver(0.1, slices) !== null).toBe(found);
});
