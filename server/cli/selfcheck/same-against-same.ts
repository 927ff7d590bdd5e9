import { measure, type Selfcheck } from './check.ts';

/** Two lanes that are the same must not be told apart; if they are, no other difference can be believed. */
export const sameAgainstSame: Selfcheck = {
  question: 'A against A',
  async run(server) {
    const { comparisons } = await measure(server, {
      lanes: [
        { id: 'a', strategy: 'pipeline' },
        { id: 'the-same', strategy: 'pipeline' },
      ],
      workload: { durationMs: 8000, warmupMs: 2000 },
      schedule: { sliceMs: 500 },
    });
    return comparisons.map(({ ratio, ci95, outcome, pairs }) => ({
      what: `ratio of ${pairs} pairs`,
      figure: `${ratio.toFixed(3)} (${ci95?.map((bound) => bound.toFixed(3)).join(' – ') ?? 'no interval'}), ${outcome}`,
      passed: outcome === 'inconclusive',
    }));
  },
};
