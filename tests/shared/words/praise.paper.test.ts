import { describe, expect, test } from 'vitest';
import type { Comparison, LatencyComparison } from '../../../shared/contract/result.ts';
import { english } from '../../../shared/words/en/index.ts';
import { latencyInWords } from '../../../shared/words/latency.ts';
import { praise } from '../../../shared/words/praise.ts';
import { russian } from '../../../shared/words/ru/index.ts';
import { chinese } from '../../../shared/words/zh/index.ts';
import { comparisonOf, latencyOf } from '../../support/snapshots.ts';
import { englishWords, figuresOf } from '../../support/words-left.ts';

const saidOf = (latency: Partial<LatencyComparison> | null, more: Partial<Comparison> = {}) =>
  praise(
    'pipeline',
    comparisonOf({
      ratio: 6.6,
      ci95: [6.4, 6.8],
      ...more,
      ...(latency ? { latency: latencyOf(latency) } : {}),
    }),
    'one-by-one',
    english.praise,
  );

test.each([
  [
    'worse',
    {},
    'pipeline does 6.60 times the throughput of one-by-one; a typical command takes 12 % longer (p50)',
  ],
  [
    'better',
    { ratio: 0.6, ci95: [0.55, 0.65] as [number, number], outcome: 'better' as const },
    'pipeline is 6.60 times as fast as one-by-one; a typical command takes 40 % less time (p50)',
  ],
  [
    'inconclusive',
    { ci95: [0.9, 1.3] as [number, number], outcome: 'inconclusive' as const },
    'pipeline is 6.60 times as fast as one-by-one',
  ],
  ['not known', null, 'pipeline is 6.60 times as fast as one-by-one'],
] as const)('A lane is not praised without its latency, which is %s', (_what, latency, said) => {
  expect(saidOf(latency)).toBe(said);
});

test('A wide interval of the throughput leaves the latency in the sentence', () => {
  expect(saidOf({}, { ci95: [3.3, 27] })).toBe(
    'pipeline does 3.30 to 27.0 times the throughput of one-by-one; a typical command takes 12 % longer (p50)',
  );
});

test.each<[Partial<LatencyComparison>, string | null]>([
  [{ ratio: 1.0412 }, 'p50 +4.1 %'],
  [{ ratio: 1.996 }, 'p50 +100 %'],
  [{ ratio: 3.07 }, 'p50 × 3.1'],
  [{ ratio: 14.6 }, 'p50 × 15'],
  [{ ratio: 3.07, ci95: [1.84, 5.02] }, 'p50 × 1.84–5.02'],
  [{ ratio: 0.961, outcome: 'better' }, 'p50 −3.9 %'],
  [{ ratio: 0.204, outcome: 'better' }, 'p50 × 0.2'],
  [{ kind: 'response' }, 'response p50 +12 %'],
  [{ ci95: null, outcome: 'inconclusive' }, null],
])('%j is %j', (latency, said) => {
  expect(latencyInWords(latencyOf(latency), english.praise)).toBe(said);
});

describe.each([
  ['Russian', russian, /[а-я]/],
  ['Chinese', chinese, /\p{Script=Han}/u],
] as const)('In %s', (_language, words, letters) => {
  test.each<Partial<Comparison>>([
    {},
    { latency: latencyOf() },
    { latency: latencyOf({ kind: 'response', ratio: 3.1 }) },
    { latency: latencyOf({ ratio: 0.8, outcome: 'better' }), ci95: [3.3, 27] },
  ])('the figures are the same, and no word is English: %j', (more) => {
    const say = ({ praise: of }: typeof words) => praise('lane', comparisonOf(more), 'baseline', of);
    expect(figuresOf(say(words))).toEqual(figuresOf(say(english)));
    expect(say(words)).toMatch(letters);
    expect(englishWords(say(words).replace(/lane|baseline/g, ''))).toEqual([]);
  });
});

test('Russian counts by the last of two figures', () => {
  const said = (ci95: [number, number]) => praise('a', comparisonOf({ ci95 }), 'b', russian.praise);
  expect(said([110, 250])).toContain('110–250 раз ');
  expect(said([110, 302])).toContain('110–302 раза ');
});
