import { expect, test } from 'vitest';
import {
  bandwidthUnits,
  countUnits,
  durationUnits,
  readQuantity,
  sizeUnits,
  withoutGroups,
} from '../../../shared/settings/units.ts';

test.each([
  ['512', sizeUnits, 512],
  ['5k', sizeUnits, 5120],
  ['5 kB', sizeUnits, 5120],
  ['5KiB', sizeUnits, 5120],
  ['1.5g', sizeUnits, 1.5 * 1024 ** 3],
  ['5k', countUnits, 5000],
  ['2.3k', countUnits, 2300],
  ['1.005k', countUnits, 1005],
  ['9007199254740991', countUnits, Number.MAX_SAFE_INTEGER],
  ['2min', durationUnits, 120_000],
  ['10gbit', bandwidthUnits, 10_000],
])('%j is worth that many', (text, units, value) => {
  expect(readQuantity(text, units)).toBe(value);
});

test.each([
  ['', sizeUnits],
  ['k', sizeUnits],
  ['-5k', sizeUnits],
  ['5 5', sizeUnits],
  ['5kb', countUnits],
  ['5', durationUnits],
  ['5constructor', sizeUnits],
])('%j is worth nothing', (text, units) => {
  expect(readQuantity(text, units)).toBeNull();
});

test.each([
  ['7,463', '7463'],
  ['7\u202f463', '7463'],
  ['7 463', '7463'],
  ['1,234,567.5', '1234567.5'],
  ['1_000', '1000'],
  ['１，０００．５', '1000.5'],
  ['0,5', '0.5'],
  ['0,125', '0.125'],
  ['12,5 ms', '12.5ms'],
  ['1,5k', '1.5k'],
  ['10,000k', '10000k'],
  ['1,2345', '1.2345'],
  ['', ''],
])('%j is typed for %j', (typed, meant) => {
  expect(withoutGroups(typed)).toBe(meant);
});
