import type { Result } from '../../../../shared/contract/result.ts';

/** Digits that count: nothing on the page shows more. */
const digits = 6;
/** Of single slices, which are marks on a bar. */
const digitsOfSlices = 4;
/** Rounded twice, an interval would read otherwise than on the page: 6.465004 is 6.47, and 6.46500 is 6.46. */
const exact = ['estimate', 'ratio', 'ci95'];

/** A result as small as the page can show it. It is still a result, and the page says the same of it. */
export const smallResult = (result: Result): Result => ({
  ...(rounded(result, digits) as Result),
  lanes: result.lanes.map((lane) => ({
    ...(rounded(lane, digits) as typeof lane),
    histograms: { command: null, batch: null, response: null },
  })),
});

function rounded(value: unknown, count: number): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(count));
  if (Array.isArray(value)) return value.map((one) => rounded(one, count));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      exact.includes(key)
        ? inner
        : rounded(inner, key === 'slices' || key === 'p50Ms' ? digitsOfSlices : digits),
    ]),
  );
}
