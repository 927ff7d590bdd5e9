import { describe, expect, test } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatMs,
  formatMsShort,
  formatRate,
  formatRatio,
  formatShare,
  formatShort,
} from '../../../shared/words/format.ts';
import { numbersWith } from '../../../shared/words/numbers.ts';

describe('figures for people', () => {
  test.each([
    { format: formatRate, value: 1_234_567, text: '1,234,567' },
    { format: formatRate, value: 100, text: '100' },
    { format: formatRate, value: 12.34, text: '12.3' },
    { format: formatRate, value: 0, text: '0.0' },
    { format: formatRate, value: NaN, text: '–' },
    { format: formatShort, value: 1_234_567, text: '1.23M' },
    { format: formatShort, value: 12_345, text: '12.3k' },
    { format: formatShort, value: 9998, text: '10.0k' },
    { format: formatShort, value: 99_960, text: '100k' },
    { format: formatShort, value: 9.97, text: '10' },
    { format: formatShort, value: 999_499, text: '999k' },
    { format: formatShort, value: 999_500, text: '1.00M' },
    { format: formatShort, value: 999.4, text: '999' },
    { format: formatShort, value: 999.6, text: '1.00k' },
    { format: formatShort, value: Infinity, text: '–' },
    { format: formatMs, value: 0.125, text: '0.125' },
    { format: formatMsShort, value: 0.125, text: '0.125' },
    { format: formatMsShort, value: 5.2371, text: '5.24' },
    { format: formatMsShort, value: 49.136, text: '49.1' },
    { format: formatMsShort, value: 99.96, text: '100' },
    { format: formatMsShort, value: 812.4, text: '812' },
    { format: formatMsShort, value: NaN, text: '–' },
    { format: formatMs, value: 12, text: '12.000' },
    { format: formatMs, value: 99.9994, text: '99.999' },
    { format: formatMs, value: 99.9996, text: '100.00' },
    { format: formatMs, value: 123.456, text: '123.46' },
    { format: formatMs, value: 1234.56, text: '1234.6' },
    { format: formatMs, value: 12_345.6, text: '12346' },
    { format: formatMs, value: NaN, text: '–' },
    { format: formatRatio, value: 1.04, text: '× 1.04' },
    { format: formatRatio, value: 12.34, text: '× 12.3' },
    { format: formatRatio, value: 250.4, text: '× 250' },
    { format: formatShare, value: 0.123, text: '12 %' },
    { format: formatShare, value: 0.012, text: '1.2 %' },
    { format: formatBytes, value: 512, text: '512 B' },
    { format: formatBytes, value: 1536, text: '1.5 KiB' },
    { format: formatBytes, value: 16_777_216, text: '16.0 MiB' },
    { format: formatDuration, value: 20, text: '20 ms' },
    { format: formatDuration, value: 1500, text: '1.5 s' },
    { format: formatDuration, value: 90_000, text: '1 min 30 s' },
    { format: formatDuration, value: 120_000, text: '2 min' },
  ])('$value is "$text" by $format.name', ({ format, value, text }) => {
    expect(format(value)).toBe(text);
  });
});

describe('what stands between thousands', () => {
  test.each([
    [7463, '7,463'],
    [1_234_567.891, '1,234,567.891'],
    [0.5, '0.5'],
    [999, '999'],
  ])('%d is %j in English', (value, text) => {
    expect(formatCount(value)).toBe(text);
  });

  test('is what a language has there, in every figure that has thousands', () => {
    const numbers = numbersWith('\u202f');
    expect(numbers.count(1_234_567.891)).toBe('1\u202f234\u202f567.891');
    expect(numbers.count(1234.56, 1)).toBe('1\u202f234.6');
    expect(numbers.rate(7463)).toBe('7\u202f463');
    expect(formatCount(7463)).toBe('7,463');
  });
});
