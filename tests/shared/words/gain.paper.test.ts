import { describe, expect, test } from 'vitest';
import type { LaneGain } from '../../../shared/contract/lane-result.ts';
import { english } from '../../../shared/words/en/index.ts';
import { batchingEvidence } from '../../../shared/report/evidence.ts';
import { factorsInWords } from '../../../shared/words/gain.ts';
import { russian } from '../../../shared/words/ru/index.ts';
import { chinese } from '../../../shared/words/zh/index.ts';
import { aLane } from '../../support/a-lane.ts';
import { comparisonOf } from '../../support/snapshots.ts';
import { englishWords, figuresOf } from '../../support/words-left.ts';

const whole = comparisonOf({ ratio: 10.8, ci95: [10.2, 11.4] });
const gain: LaneGain = {
  waiting: { ratio: 6.71, ci95: [6.4, 7.02] },
  batching: { ratio: 1.612, ci95: [1.52, 1.7] },
  concurrent: 'concurrent',
};
const inEnglish = (factors: Partial<LaneGain>, comparison = whole) =>
  factorsInWords({ gain: { ...gain, ...factors } }, comparison, english.gain);

test('A gain is said as two factors, each with its interval', () => {
  expect(inEnglish({})).toBe('× 6.71 (6.40 – 7.02) by not waiting, then × 1.61 (1.52 – 1.70) by batching.');
});

test('A factor whose interval includes 1 is called not proven', () => {
  expect(inEnglish({ batching: { ratio: 1.01, ci95: [0.97, 1.06] } })).toBe(
    '× 6.71 (6.40 – 7.02) by not waiting, then × 1.01 (0.97 – 1.06, not proven) by batching.',
  );
});

test.each([
  ['it was not taken apart', null, whole],
  ['there is no comparison', gain, undefined],
  ['the lane is not faster', gain, comparisonOf({ outcome: 'inconclusive', ci95: [0.9, 1.1] })],
  ['the ratio scatters', gain, comparisonOf({ ratio: 10, ci95: [3, 30] })],
  ['a factor has no interval', { ...gain, waiting: { ratio: 6.7, ci95: null } }, whole],
  ['a factor scatters', { ...gain, batching: { ratio: 1.6, ci95: [0.8, 3] as [number, number] } }, whole],
])('Nothing is said where %s', (_, of, comparison) => {
  expect(factorsInWords({ gain: of }, comparison, english.gain)).toBeNull();
});

/** Lanes as they are in a result, and what is said of the second. */
function evidence(words = english.gain, known = true, sent = 132_000) {
  const figures = (id: string, effectiveBatch: number, perRead: number, cpu: number) => {
    const lane = aLane(id, 1000);
    const server = { ...lane.server, commandsPerRead: perRead, cpuMicrosPerCommand: known ? cpu : null };
    return { ...lane, commands: 1000, failed: 0, bytesOut: 132_000, effectiveBatch, server };
  };
  const lanes = [
    { ...figures('concurrent', 1, 1.02, 5.2), bytesOut: sent },
    { ...figures('pipeline', 16, 15.8, 1.413), gain: { ...gain, concurrent: 'concurrent' } },
  ] as const;
  return batchingEvidence(lanes[1], lanes, ({ id }) => id, words);
}

test('Beside the factors stands what batching changed, as far as it is known of both lanes', () => {
  expect(evidence()).toBe(
    'What batching changed against concurrent: 16.0 commands per write instead of 1.00, 15.8 per server read instead of 1.02, 1.41 µs of server CPU per command instead of 5.20.',
  );
  expect(evidence(english.gain, false)).not.toContain('CPU');
  expect(evidence(english.gain, true, 150_000)).toContain('132 bytes sent per command instead of 150.');
  expect(batchingEvidence(aLane('pipeline', 1000), [], ({ id }) => id, english.gain)).toBeNull();
});

describe.each([
  ['Russian', russian, /[а-я]/],
  ['Chinese', chinese, /\p{Script=Han}/u],
] as const)('In %s', (_language, words, letters) => {
  test.each([gain, { ...gain, batching: { ratio: 1.01, ci95: [0.97, 1.06] as [number, number] } }])(
    'the figures are the same, and no word is English',
    (of) => {
      const said = factorsInWords({ gain: of }, whole, words.gain) ?? '';
      expect(figuresOf(said)).toEqual(figuresOf(factorsInWords({ gain: of }, whole, english.gain) ?? ''));
      expect(said).toMatch(letters);
      expect(englishWords(said)).toEqual([]);
    },
  );

  test('so is the evidence', () => {
    const said = evidence(words.gain, true, 150_000) ?? '';
    expect(figuresOf(said)).toEqual(figuresOf(evidence(english.gain, true, 150_000) ?? ''));
    expect(englishWords(said.replace('concurrent', '').replace('CPU', ''))).toEqual([]);
  });
});
