import { describe, expect, test } from 'vitest';
import { limits } from '../../../shared/limits.ts';
import { LoadRatesInvalid, readLoadRates, spacedRates } from '../../../shared/words/load-rates.ts';
import { randomFrom } from '../../../shared/statistics/statistics.ts';

describe('rates of a load curve', () => {
  test.each([
    ['1k..100k', [1000, 1900, 3700, 7200, 14_000, 27_000, 52_000, 100_000]],
    ['500 .. 4k : 4', [500, 1000, 2000, 4000]],
    ['1k..2m:2', [1000, 2_000_000]],
    ['20k,1k, 5K', [1000, 5000, 20_000]],
    ['1.5k,0.5M', [1500, 500_000]],
    ['1..4', [1, 2, 3, 4]],
    ['1..10:8', [1, 2, 3, 4, 5, 6, 7, 10]],
  ])('%s', (text, rates) => {
    expect(readLoadRates(text)).toEqual(rates);
  });

  test.each([
    ['100k..1k', 'from the lower rate to the higher one, as in 1k..100k'],
    ['1k..1k', 'from the lower rate to the higher one'],
    ['5k', 'one rate is --rps'],
    ['', '"" is no rate'],
    ['1k..', '"" is no rate'],
    ['..1k', '"" is no rate'],
    ['1k..2k..3k', '"2k..3k" is no rate'],
    ['1k-5k', '"1k-5k" is no rate'],
    ['1k,,5k', '"" is no rate'],
    ['-5..5', '"-5" is no rate'],
    ['1k,1000', 'has 1000 twice'],
    ['0..5', 'whole rates from 1 to 10000000 commands/s: 0 is none'],
    ['1..20m', '20m is none'],
    ['1.5..8', '1.5 is none'],
    ['1k..100k:', '2 to 40 rates behind the colon, not ""'],
    ['1k..100k:1', 'behind the colon, not "1"'],
    ['1k..100k:41', 'behind the colon, not "41"'],
    ['1k..100k:2.5', 'behind the colon, not "2.5"'],
    ['1..5:9', 'room for 9 whole rates: 1 to 5 has less'],
    [Array.from({ length: 41 }, (_, index) => index + 1).join(','), 'at most 40 rates, and has 41'],
  ])('refuses %s', (text, why) => {
    expect(() => readLoadRates(text)).toThrow(LoadRatesInvalid);
    expect(() => readLoadRates(text)).toThrow(why);
  });

  test('any range: whole rates that rise from one end to the other, at ratios that are about equal', () => {
    const random = randomFrom(7);
    const { min, max } = limits.rps;
    for (let trial = 0; trial < 3000; trial++) {
      const [a, b] = [random(), random()].map((share) => Math.round(min * (max / min) ** share));
      const [low, high] = [Math.min(a ?? 1, b ?? 1), Math.max(a ?? 1, b ?? 1)];
      if (low === high) continue;
      const points = 2 + Math.floor(random() * Math.min(limits.loadPoints.max - 1, high - low));
      const rates = spacedRates(low, high, points);
      expect(rates).toHaveLength(points);
      expect([rates[0], rates.at(-1)]).toEqual([low, high]);
      expect(rates.every((rate, index) => Number.isInteger(rate) && rate > (rates[index - 1] ?? 0))).toBe(
        true,
      );
      expect(readLoadRates(`${low}..${high}:${points}`)).toEqual(rates);
      expect(readLoadRates(rates.toReversed().join(','))).toEqual(rates);
      // Two digits are within 5 %; where that is less than a step of the curve, rates are apart on their own.
      const ratio = (high / low) ** (1 / (points - 1));
      if (low < 1000 || ratio < 1.15) continue;
      for (const [index, rate] of rates.entries()) {
        const exact = low * ratio ** index;
        expect(Math.abs(rate / exact - 1)).toBeLessThanOrEqual(0.0501);
      }
    }
  });
});
