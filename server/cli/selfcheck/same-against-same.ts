import { measure, type Selfcheck } from './check.ts';

const runs = 10;
/** Of ten runs, each wrong in 5 %, three and more are told apart in 1.2 %. */
const mostToldApart = 2;

/** Two lanes that are the same must not be told apart more often than is said; else no other difference can be believed. */
export const sameAgainstSame: Selfcheck = {
  question: 'A against A',
  async run(server) {
    const ratios: string[] = [];
    let toldApart = 0;
    for (let seed = 1; seed <= runs; seed++) {
      const { comparisons } = await measure(server, {
        lanes: [
          { id: 'a', strategy: 'pipeline' },
          { id: 'the-same', strategy: 'pipeline' },
        ],
        workload: { durationMs: 2000, warmupMs: 1000, seed },
      });
      for (const { ratio, outcome } of comparisons) {
        ratios.push(ratio.toFixed(3));
        if (outcome !== 'inconclusive') toldApart++;
      }
    }
    return [
      {
        what: `told apart in ${ratios.length} runs of 2 s a lane`,
        figure: `${toldApart}, at most ${mostToldApart} by chance; ratios ${ratios.join(' ')}`,
        passed: ratios.length === runs && toldApart <= mostToldApart,
      },
    ];
  },
};
