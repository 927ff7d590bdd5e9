import * as fc from 'fast-check';
import type { Plan } from '../../shared/contract/plan.ts';

/** The outcome of a line of another tool. */
export interface Became {
  workload: Plan['workload'];
  schedule: Plan['schedule'];
  /** The equal line as it is shown. */
  shown: string;
  /** Sentences on what differs, a line each. */
  differences: string;
}

/** An option of another tool with a value that was drawn. */
export interface DrawnOption {
  /** The typed words. */
  words: string[];
  /** True where the outcome has it: in the plan, in the shown words, or named among the differences. */
  isIn: (became: Became) => boolean;
}

/** A line of another tool: its options, and the command behind them. */
export interface ToolWords {
  tool: string;
  options: DrawnOption[];
  command: string[];
}

type Field = keyof Plan['workload'];

/** Options whose value stands in the plan, as a number. */
export const inPlan = (
  name: string,
  field: Field,
  range: { min: number; max: number },
  times = 1,
): fc.Arbitrary<DrawnOption> =>
  fc.integer(range).map((value) => ({
    words: [name, String(value)],
    isIn: ({ workload, differences }) =>
      workload[field] === value * times || differences.includes(`${name} ${value}:`),
  }));

/** A switch, or an option with a value, that is seen by a test of its own. */
export const seenBy = (words: string[], isIn: DrawnOption['isIn']): fc.Arbitrary<DrawnOption> =>
  fc.constant({ words, isIn });

/** Options that have no counterpart: a sentence names them. */
export const saidByName = (...words: string[]): fc.Arbitrary<DrawnOption> =>
  seenBy(words, ({ differences }) =>
    new RegExp(`(^|[ ,])${words[0] ?? ''}(?![\\w-])`, 'm').test(differences),
  );

/** Options that say where the load goes. */
export const inAddress = (part: string, ...words: string[]): fc.Arbitrary<DrawnOption> =>
  seenBy(words, ({ shown }) => shown.includes(part));
