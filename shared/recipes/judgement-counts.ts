import type { Judgement } from '../contract/recipe.ts';

/** The judgements in the order in which they are told. */
const judgements = ['holds', 'does not hold here', 'cannot be seen here'] as const satisfies Judgement[];

/** How many claims got each judgement; those that none got are left out. */
export const countJudgements = (
  claims: readonly { judgement: Judgement }[],
): { judgement: Judgement; count: number }[] =>
  judgements
    .map((judgement) => ({
      judgement,
      count: claims.filter((claim) => claim.judgement === judgement).length,
    }))
    .filter(({ count }) => count > 0);

/** "holds 2 · does not hold 1 · cannot be seen 1"; empty without claims. */
export const judgementsInWords = (claims: readonly { judgement: Judgement }[]): string =>
  countJudgements(claims)
    .map(({ judgement, count }) => `${judgement.replace(/ here$/, '')} ${count}`)
    .join(' · ');
