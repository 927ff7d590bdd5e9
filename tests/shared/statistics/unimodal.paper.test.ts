import { expect, test } from 'vitest';
import { unimodal } from '../../../shared/statistics/unimodal.ts';

test.each([
  { what: 'stays what it is where it rises and falls', values: [1, 2, 5, 3, 1], fit: [1, 2, 5, 3, 1] },
  { what: 'pools what falls too early', values: [1, 4, 2, 6], fit: [1, 3, 3, 6] },
  { what: 'pools what rises too late', values: [6, 2, 4, 1], fit: [6, 3, 3, 1] },
  { what: 'may have its top at an end', values: [3, 2, 1], fit: [3, 2, 1] },
  { what: 'is a value alone', values: [7], fit: [7] },
  { what: 'is nothing of nothing', values: [], fit: [] },
])('a curve with one top $what', ({ values, fit }) => {
  expect(unimodal(values)).toEqual(fit);
});
