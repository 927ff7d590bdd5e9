import { expect, test } from 'vitest';
import { judgementsInWords } from '../../../shared/recipes/judgement-counts.ts';
import type { Judgement } from '../../../shared/contract/recipe.ts';

const [holds, not, unseen] = ['holds', 'does not hold here', 'cannot be seen here'] as const;

test.each<[Judgement[], string]>([
  [[unseen], 'cannot be seen 1'],
  [[unseen, holds, not, holds], 'holds 2 · does not hold 1 · cannot be seen 1'],
  [[not, not], 'does not hold 2'],
  [[], ''],
])('Claims judged %j are counted apart: %s', (judgements, words) => {
  expect(judgementsInWords(judgements.map((judgement) => ({ judgement })))).toBe(words);
});
