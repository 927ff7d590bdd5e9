import { sliceWarnings } from '../../server/engine/run/lane-warnings.ts';
import type { Warning } from '../../shared/contract/warning.ts';
import { isLevel, slicesUntilLevel } from '../../shared/statistics/trend.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';
import { disturbances, syntheticSlices, type Conditions } from '../synthetic-run.ts';

const warns = (code: Warning['code'], conditions: Conditions) => (draw: Draw) => {
  const [slices = []] = syntheticSlices([1000], conditions, draw);
  return sliceWarnings(slices).some((warning) => warning.code === code);
};

const { usual, noisy, quiet, correlated } = disturbances;
const drifts = (conditions: Conditions) => warns('throughput-drifted', conditions);
const disagree = (conditions: Conditions) => warns('slices-disagree', conditions);

export const drifted: Sentence = {
  name: 'throughput drifted',
  falseWhen: 'the true rate is the same from first to last',
  cases: [
    ...[5, 6, 8, 12, 20].map((rounds) =>
      falseCase(`steady, ${rounds} slices, usual`, drifts({ ...usual, rounds })),
    ),
    ...[5, 8, 12].map((rounds) => falseCase(`steady, ${rounds} slices, noisy`, drifts({ ...noisy, rounds }))),
    falseCase('steady, 12 slices, heavy-tailed', drifts({ ...disturbances['heavy-tailed'], rounds: 12 })),
    falseCase('steady, 12 slices, correlated', drifts({ ...correlated, rounds: 12 })),
    foundCase('falls by 30 %, 12 slices, quiet', 0.9, drifts({ ...quiet, drift: -0.3, rounds: 12 })),
    foundCase('falls by 40 %, 8 slices, quiet', 0.9, drifts({ ...quiet, drift: -0.4, rounds: 8 })),
  ],
};

export const slicesDisagree: Sentence = {
  name: 'slices disagree: over 10 % variation',
  falseWhen: 'the true coefficient of variation is at most 10 %',
  cases: [
    ...[3, 5, 8, 12, 20, 60].map((rounds) =>
      falseCase(`CV 10 %, ${rounds} slices`, disagree({ cv: 0.1, rounds })),
    ),
    ...[5, 12].map((rounds) => falseCase(`CV 8 %, ${rounds} slices`, disagree({ cv: 0.08, rounds }))),
    falseCase('CV 10 %, 12 slices, heavy tails', disagree({ ...disturbances['heavy-tailed'], rounds: 12 })),
    foundCase('CV 30 %, 8 slices', 0.9, disagree({ cv: 0.3, rounds: 8 })),
    foundCase('CV 20 %, 20 slices', 0.9, disagree({ cv: 0.2, rounds: 20 })),
  ],
};

interface Climb {
  /** What is missing of the final rate at the first slice, a share. */
  from: number;
  /** Slices in which what is missing falls to 37 %. */
  slices: number;
  cv: number;
}

/** What is missing of the final rate when the warm-up is found to be level; `null`: it never is. */
function missingWhenLevel({ from, slices, cv }: Climb, most: number, draw: Draw): number | null {
  const measured: number[] = [];
  for (let slice = 0; slice < most; slice++) {
    const missing = from * Math.exp(-slice / slices);
    measured.push(1000 * (1 - missing) * Math.exp(cv * draw.normal()));
    if (isLevel(measured)) return missing;
  }
  return null;
}

/** More would move a median. */
const mostMissing = 0.08;

const levelTooEarly = (climb: Climb) => (draw: Draw) =>
  (missingWhenLevel(climb, slicesUntilLevel, draw) ?? 0) > mostMissing;

export const level: Sentence = {
  name: 'the warm-up is level',
  falseWhen: 'more than 8 % of the final rate are still missing',
  cases: [
    ...[1, 2, 4, 8, 16, 32].flatMap((slices) =>
      [0.03, 0.08].map((cv) =>
        falseCase(
          `40 % missing, falling to a third in ${slices} slices, CV ${cv * 100} %`,
          levelTooEarly({ from: 0.4, slices, cv }),
        ),
      ),
    ),
    ...[
      { from: 0, slices: 1, cv: 0.03, within: 20 },
      { from: 0, slices: 1, cv: 0.08, within: slicesUntilLevel },
      { from: 0.4, slices: 2, cv: 0.03, within: slicesUntilLevel },
      { from: 0.4, slices: 2, cv: 0.05, within: slicesUntilLevel },
      { from: 0.4, slices: 4, cv: 0.03, within: slicesUntilLevel },
    ].map(({ within, ...climb }) =>
      foundCase(
        `${climb.from === 0 ? 'no climb' : `40 % missing, falling to a third in ${climb.slices} slices`}, within ${within} slices, CV ${climb.cv * 100} %`,
        0.9,
        (draw) => missingWhenLevel(climb, within, draw) !== null,
      ),
    ),
  ],
};
