import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitRates } from '../../../shared/statistics/lane-fit.ts';
import { fittedRatio, pairedRatio } from '../../../shared/statistics/paired-ratio.ts';
import { median } from '../../../shared/statistics/statistics.ts';

const alone = [90, 100, 120];

describe('the fit of all lanes of a run', () => {
  test('gives a lane by itself its median', () => {
    expect(fitRates([{ slices: alone }])).toEqual([expect.closeTo(100, 9)]);
  });

  test('gives two lanes the ratio of their pairs, at the level of their medians', () => {
    const other = [210, 190, 250];
    const [one = NaN, two = NaN] = fitRates([{ slices: alone }, { slices: other }]);
    expect(two / one).toBeCloseTo(pairedRatio(other, alone)?.ratio ?? NaN, 9);
    expect(Math.sqrt(one * two)).toBeCloseTo(Math.sqrt(median(alone) * median(other)), 9);
  });

  test('leaves out what every lane of a round shares', () => {
    const rounds = [1, 0.5, 1.2, 0.9];
    const rates = [100, 250, 300];
    const fit = fitRates(rates.map((rate) => ({ slices: rounds.map((round) => rate * round) })));
    expect(fit.map((rate) => rate / (fit[0] ?? NaN))).toEqual(
      rates.map((rate) => expect.closeTo(rate / 100, 9)),
    );
    expect(fit[0]).toBeCloseTo(100 * median(rounds), 9);
  });

  test('is not moved by one slice in which something else took the machine', () => {
    const slices = [100, 101, 99, 100, 102, 98, 100, 101];
    const fit = fitRates([{ slices }, { slices: slices.map((rate, at) => (at === 3 ? 20 : 2 * rate)) }]);
    expect((fit[1] ?? NaN) / (fit[0] ?? NaN)).toBeCloseTo(2, 1);
  });

  test('keeps the median of a lane that did nothing in half of its rounds, and nothing of it in the others', () => {
    const idle = [0, 0, 0, 50];
    const slices = [100, 110, 90, 100];
    expect(fitRates([{ slices }, { slices: idle }])).toEqual([expect.closeTo(100, 9), 0]);
    expect(fitRates([{ slices }, { slices: [] }])).toEqual([expect.closeTo(100, 9), NaN]);
  });

  test('takes lanes by their medians whose starts, as a file has them, hold none of their rounds', () => {
    const other = [210, 190, 250];
    const starts = [0, 0];
    const [one = NaN, two = NaN] = fitRates([
      { slices: alone, starts },
      { slices: other, starts },
    ]);
    expect([one, two]).toEqual([100, 210].map((rate) => expect.closeTo(rate, 9) as number));
  });

  test('takes lanes together that were busy at once in no round', () => {
    const fit = fitRates([{ slices: [0, 100, 100] }, { slices: [0, 300, 300] }, { slices: [50] }]);
    expect(fit.every((rate) => rate > 0)).toBe(true);
  });
});

const slice = fc.double({ min: 1, max: 1e6, noNaN: true });
const lanesOf = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 12 }))
  .chain(([lanes, rounds]) =>
    fc.array(fc.array(slice, { minLength: rounds, maxLength: rounds }), {
      minLength: lanes,
      maxLength: lanes,
    }),
  );

test('ratios of fitted lanes multiply, and each lies in its interval', () => {
  fc.assert(
    fc.property(lanesOf, (lanes) => {
      const rates = fitRates(lanes.map((slices) => ({ slices })));
      const fitted = lanes.map((slices, lane) => ({ slices, estimate: rates[lane] ?? NaN }));
      const [first, second, last] = [fitted[0], fitted[1], fitted.at(-1)];
      if (!first || !second || !last) throw new Error('too few lanes were drawn');
      const [whole, one, other] = [
        fittedRatio(last, first),
        fittedRatio(second, first),
        fittedRatio(last, second),
      ];
      if (whole && one && other) expect(one.ratio * other.ratio).toBeCloseTo(whole.ratio, 6);
      for (const ratio of [whole, one, other])
        if (ratio?.ci95) {
          expect(ratio.ratio).toBeGreaterThanOrEqual(ratio.ci95[0]);
          expect(ratio.ratio).toBeLessThanOrEqual(ratio.ci95[1]);
        }
    }),
    { seed: 30 },
  );
});
