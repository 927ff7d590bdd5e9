import { queueGrows } from '../../server/engine/run/lane-warnings.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';

const duePerSlice = 1000;

interface Load {
  /** What is asked for, as a share of what the lane can do. */
  load: number;
  /** Coefficient of variation of what it can do in a slice. */
  cv: number;
  slices: number;
}

/** What is left at the end of a slice is what was left before and became due, less what could be sent. */
const grows = ({ load, cv, slices }: Load) => {
  return (draw: Draw) => {
    let backlog = 0;
    const backlogs = Array.from({ length: slices }, () => {
      const possible = (duePerSlice / load) * Math.max(0, 1 + cv * draw.normal());
      backlog = Math.max(0, backlog + duePerSlice - Math.round(possible));
      return backlog;
    });
    return queueGrows(backlogs, slices * duePerSlice);
  };
};

export const growingQueue: Sentence = {
  name: 'the requested rate is more than this lane can do',
  falseWhen: 'it can do it, though not in every slice',
  cases: [
    ...[0.9, 0.98, 1].flatMap((load) =>
      [5, 20, 60].map((slices) =>
        falseCase(
          `${Math.round(load * 100)} % of what it can do, ${slices} slices, CV 8 %`,
          grows({ load, cv: 0.08, slices }),
        ),
      ),
    ),
    falseCase('all of what it can do, 20 slices, CV 15 %', grows({ load: 1, cv: 0.15, slices: 20 })),
    falseCase('all of what it can do, 20 slices, CV 3 %', grows({ load: 1, cv: 0.03, slices: 20 })),
    foundCase(
      '105 % of what it can do, 20 slices, CV 3 %',
      0.95,
      grows({ load: 1.05, cv: 0.03, slices: 20 }),
    ),
    foundCase('120 % of what it can do, 10 slices, CV 8 %', 0.95, grows({ load: 1.2, cv: 0.08, slices: 10 })),
    foundCase('110 % of what it can do, 20 slices, CV 8 %', 0.95, grows({ load: 1.1, cv: 0.08, slices: 20 })),
  ],
};
