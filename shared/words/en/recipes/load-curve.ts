import type { LoadCurveCodes } from '../../../recipes/load-curve.ts';
import type { RecipeWords } from '../../recipe-words.ts';

/** It asks nothing before, and no one has published it. */
export const loadCurve: RecipeWords<LoadCurveCodes> = {
  title: 'Latency over load',
  question: 'Which rate does each lane keep, and how long are its response times?',
  method:
    'All lanes get the same rates, from low to high. At each rate they take turns in rounds. A response time counts from the moment a command was due, so that waiting counts.',
  source: '',
  ask: '',
  choices: {},
  takeaway: () => '',
  claims: {},
  labels: {
    'at-rate': ({ rps }, { count }) => `${count(rps)}/s`,
    'by-rate': 'Response time at each rate',
    'by-lane': 'What each lane keeps',
    offered: 'offered',
    lane: 'lane',
    reached: 'reached/s',
    queue: 'queue',
    'queue-state': ({ state }) =>
      ({
        kept: 'rate kept',
        grows: 'grows',
        short: 'inconclusive',
        failed: 'lane failed',
        stopped: 'stopped',
      })[state],
    'kept-rate': 'highest rate kept',
    'grows-from': 'queue grows at',
  },
  sentences: {
    keeps: ({ lane, kept, grows, highest, more = false }, { count }) =>
      [
        kept === null ? `${lane} keeps none of the rates` : `${lane} keeps ${count(kept)}/s`,
        grows !== null
          ? `; at ${count(grows)}/s its queue grows`
          : kept === highest
            ? more
              ? ', the highest rate so far'
              : ', the highest rate'
            : '; whether its queue grows above that is inconclusive',
        '.',
      ].join(''),
    disturbed: ({ lane, rates, kept }, { count, list }) =>
      `The queue of ${lane} grew at ${list(rates.map((rate) => `${count(rate)}/s`))}, although it keeps ${count(kept)}/s: something else was in its way.`,
  },
};
