import { queueGrows } from '../../server/engine/run/lane-warnings.ts';
import { loadKneeOf, loadStateOf } from '../../shared/statistics/load-knee.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';

const possiblePerSlice = 1000;

interface Curve {
  /** Rates, as shares of what the lane can do. */
  loads: readonly number[];
  /** Coefficient of variation of what it can do in a slice. */
  cv: number;
  slices: number;
}

/** What is concluded of a lane whose queue carries over from slice to slice. */
function drawKnee({ loads, cv, slices }: Curve, draw: Draw) {
  const points = loads.map((load) => {
    const due = load * possiblePerSlice;
    let backlog = 0;
    let sent = 0;
    const backlogs = Array.from({ length: slices }, () => {
      const possible = Math.round(possiblePerSlice * Math.max(0, 1 + cv * draw.normal()));
      const inSlice = Math.min(backlog + due, possible);
      sent += inSlice;
      backlog += due - inSlice;
      return backlog;
    });
    const growing = queueGrows(backlogs, slices * due);
    const rate = { offered: due, achieved: sent / slices, backlog, growing };
    return {
      offeredRps: load,
      state: loadStateOf({ state: 'completed', error: null, commands: sent, failed: 0, rate }),
    };
  });
  return loadKneeOf(points);
}

const grows = (curve: Curve) => (draw: Draw) => (drawKnee(curve, draw).growsRps ?? Infinity) <= 1;
const keeps = (curve: Curve, bound: number) => (draw: Draw) => (drawKnee(curve, draw).keptRps ?? 0) >= bound;

const doubling = [0.125, 0.25, 0.5];

export const loadGrows: Sentence = {
  name: 'load curve: at this rate the queue of a lane grows',
  falseWhen: 'the lane can do that rate',
  cases: [
    ...[5, 10, 20].map((slices) =>
      falseCase(
        `the highest rate is all that it can do, ${slices} slices, CV 8 %`,
        grows({ loads: [...doubling, 1], cv: 0.08, slices }),
      ),
    ),
    falseCase(
      'one rate of eight is all that it can do, 20 slices, CV 8 %',
      grows({ loads: [0.06, ...doubling, 1, 2, 4, 8], cv: 0.08, slices: 20 }),
    ),
    falseCase(
      'the highest rate is 90 % of what it can do, 20 slices, CV 15 %',
      grows({ loads: [...doubling, 0.9], cv: 0.15, slices: 20 }),
    ),
    foundCase('the first rate above is 120 %, 20 slices, CV 8 %', 0.95, (draw) => {
      return drawKnee({ loads: [0.3, 0.6, 1.2, 2.4], cv: 0.08, slices: 20 }, draw).growsRps === 1.2;
    }),
    foundCase('the first rate above is 150 %, 5 slices, CV 8 %', 0.9, (draw) => {
      return drawKnee({ loads: [0.375, 0.75, 1.5, 3], cv: 0.08, slices: 5 }, draw).growsRps === 1.5;
    }),
  ],
};

export const loadKept: Sentence = {
  name: 'load curve: a lane keeps this rate',
  falseWhen: 'it truly can do at most 94 % of the rate',
  cases: [
    ...[10, 20, 60].map((slices) =>
      falseCase(
        `it can do 94 % of one rate, ${slices} slices, CV 8 %`,
        keeps({ loads: [...doubling, 1 / 0.94, 2], cv: 0.08, slices }, 1),
      ),
    ),
    falseCase(
      'it can do 83 % of one rate, 20 slices, CV 15 %',
      keeps({ loads: [...doubling, 1.2, 2.4], cv: 0.15, slices: 20 }, 1),
    ),
    foundCase(
      'half of what it can do, 20 slices, CV 15 %',
      0.95,
      keeps({ loads: [...doubling, 2, 4], cv: 0.15, slices: 20 }, 0.5),
    ),
    foundCase(
      '90 % of what it can do, 20 slices, CV 8 %',
      0.9,
      keeps({ loads: [0.3, 0.6, 0.9, 1.8], cv: 0.08, slices: 20 }, 0.9),
    ),
  ],
};
