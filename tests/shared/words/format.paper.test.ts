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
import { english } from '../../../shared/words/en/index.ts';
import { russian } from '../../../shared/words/ru/index.ts';
import type { Words } from '../../../shared/words/words.ts';
import { chinese } from '../../../shared/words/zh/index.ts';

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
    { format: formatRatio, value: 0.0012, text: '× 0.001' },
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
    [0, '0'],
    [1000, '1,000'],
    [-1234.5, '-1,234.5'],
    [999_999.9996, '1,000,000'],
    [1e15, '1,000,000,000,000,000'],
    [12.3456, '12.346'],
  ])('%d is %j in English', (value, text) => {
    expect(formatCount(value)).toBe(text);
  });

  test('it is not put between decimals', () => {
    expect(formatCount(1234.567_891, 6)).toBe('1,234.567891');
  });
});

test.each([
  [250_000, '250k'],
  [1_200_000, '1.2M'],
  [1250, '1.25k'],
  [1024, '1024'],
  [0.5, '0.5'],
])('%d stands at a tick as %s', (value, tick) => {
  expect(english.numbers.tick(value)).toBe(tick);
});

test('Every figure is written as its language writes it', () => {
  const written = ({ numbers }: Words) => [
    numbers.count(1_234_567.891),
    numbers.rate(7463),
    numbers.rate(12.34),
    numbers.perSecond(numbers.short(1_234_567)),
    numbers.short(12_345),
    numbers.short(123),
    numbers.tick(250_000),
    numbers.inMs(12.5),
    numbers.inMsShort(0.125),
    numbers.seconds(3.14),
    numbers.ratio(1.234),
    numbers.share(0.05),
    numbers.percent(0.028, 1),
    numbers.bytes(1536),
    numbers.duration(90_500),
    numbers.duration(1500),
    numbers.typed(1234.5),
    numbers.size(3.42),
    numbers.inMs(null),
  ];
  expect(written(english)).toEqual([
    ...['1,234,567.891', '7,463', '12.3', '1.23M/s', '12.3k', '123', '250k'],
    ...['12.500 ms', '0.125 ms', '3.1 s', '× 1.23', '5.0 %', '2.8 %', '1.5 KiB'],
    ...['1 min 31 s', '1.5 s', '1234.5', '3.4', '–'],
  ]);
  expect(written(russian)).toEqual([
    ...[
      '1\u202f234\u202f567,891',
      '7463',
      '12,3',
      '1,23\u00a0млн/с',
      '12,3\u00a0тыс.',
      '123',
      '250\u202f000',
    ],
    ...['12,500 мс', '0,125 мс', '3,1 с', '× 1,23', '5,0 %', '2,8 %', '1,5 КиБ'],
    ...['1 мин 31 с', '1,5 с', '1234,5', '3,4', '–'],
  ]);
  expect(written(chinese)).toEqual([
    ...['1,234,567.891', '7463', '12.3', '123万/秒', '1.23万', '123', '25万'],
    ...['12.500 ms', '0.125 ms', '3.1 秒', '× 1.23', '5.0 %', '2.8 %', '1.5 KiB'],
    ...['1 分钟 31 秒', '1.5 秒', '1234.5', '3.4', '–'],
  ]);
});

test.each([
  [300, '1 s'],
  [9100, '10 s'],
  [21_000, '25 s'],
  [61_000, '1 min 10 s'],
  [301_000, '6 min'],
])('An estimate of %d ms is said as about %s', (ms, text) => {
  expect(english.numbers.about(ms)).toBe(text);
});
