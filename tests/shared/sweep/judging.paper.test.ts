import { describe, expect, test } from 'vitest';
import { allOf, atLeast, below, between, unseen } from '../../../shared/sweep/judging.ts';
import type { ClaimOutcome, Ratio } from '../../../shared/contract/recipe.ts';
import { sentence } from '../../../shared/sweep/phrase.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import { sentenceInWords } from '../../../shared/sweep/recipe-in-words.ts';

const inEnglish = ({ evidence }: ClaimOutcome) =>
  evidence.map((one) => sentenceInWords(one, 'rtt', english)).join(' ');

const ratio = (low: number, middle: number, high: number): Ratio => ({ ratio: middle, ci95: [low, high] });
const [yes, no, unknown] = ['holds', 'does not hold here', 'cannot be seen here'] as const;

describe('one interval against a bound', () => {
  test.each([
    ['wholly above', ratio(5, 6, 7), yes, no],
    ['its end on the bound', ratio(4, 5, 6), yes, no],
    ['wholly below', ratio(1, 2, 3), no, yes],
    ['on both sides', ratio(3, 4.5, 6), unknown, unknown],
    ['measured once', { ratio: 100, ci95: null }, unknown, unknown],
    ['not measured', null, unknown, unknown],
  ])('%s', (_where, found, ifAtLeast, ifBelow) => {
    expect(atLeast(found, 4, 'ten against one').outcome).toBe(ifAtLeast);
    expect(below(found, 4, 'ten against one').outcome).toBe(ifBelow);
  });

  test('the evidence has its figures', () => {
    expect(inEnglish(atLeast(ratio(3, 4.5, 6), 4, 'ten against one'))).toBe(
      'Ten against one: × 4.50 (3.00 – 6.00), inconclusive against 4.',
    );
    expect(inEnglish(atLeast({ ratio: 100, ci95: null }, 4, 'ten against one'))).toMatch(
      /× 100, measured once/,
    );
  });
});

test.each([
  ['within', ratio(0.9, 1, 1.1), yes],
  ['beyond the upper end', ratio(1.5, 1.6, 1.7), no],
  ['below the lower end', ratio(0.2, 0.3, 0.4), no],
  ['over the edge', ratio(0.9, 1.2, 1.5), unknown],
])('an interval against a range: %s', (_where, found, judgement) => {
  expect(between(found, 0.8, 1.25, 'fifty against ten').outcome).toBe(judgement);
});

test.each([
  ['all hold', [yes, yes], yes],
  ['one does not', [yes, unknown, no], no],
  ['one cannot be seen', [yes, unknown], unknown],
])('several findings: %s', (_what, judgements, together) => {
  const facts = judgements.map((outcome, fact) => ({ outcome, evidence: [{ code: 'fact', fact }] }));
  const all = allOf(facts);
  expect(all.outcome).toBe(together);
  expect(all.evidence).toEqual(facts.flatMap(({ evidence }) => evidence));
});

test('what cannot be seen still has its evidence', () => {
  const { evidence } = atLeast(ratio(5, 6, 7), 4, 'ten against one');
  const reason = sentence('one-machine');
  expect(unseen(reason, ...evidence)).toEqual({ outcome: unknown, evidence: [reason, ...evidence] });
});
