import type { ClaimState } from '../contract/recipe.ts';

/** In the order in which they are said. */
const states = ['holds', 'does not hold here', 'cannot be seen here'] as const satisfies ClaimState[];

/** How many claims came out in each way; ways without any are left out. */
export const countClaims = (
  claims: readonly { outcome: ClaimState }[],
): { outcome: ClaimState; count: number }[] =>
  states
    .map((state) => ({ outcome: state, count: claims.filter(({ outcome }) => outcome === state).length }))
    .filter(({ count }) => count > 0);
