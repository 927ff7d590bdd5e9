import { expect, test } from 'vitest';
import type { ClaimState } from '../../../shared/contract/recipe.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import { countedClaims } from '../../../shared/sweep/recipe-in-words.ts';

const [holds, not, unseen] = ['holds', 'does not hold here', 'cannot be seen here'] as const;

test.each<[ClaimState[], string]>([
  [[unseen], 'cannot be seen 1'],
  [[unseen, holds, not, holds], 'holds 2 · does not hold 1 · cannot be seen 1'],
  [[not, not], 'does not hold 2'],
  [[], ''],
])('Claims that came out as %j are counted apart: %s', (outcomes, words) => {
  expect(
    countedClaims(
      outcomes.map((outcome) => ({ outcome })),
      english,
    ),
  ).toBe(words);
});
