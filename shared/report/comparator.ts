interface Row {
  holds: (value: number, bound: number) => boolean;
  /** The comparison with its sides exchanged. */
  turned: Comparator;
  /** The bound of a check that failed; a gate speaks English. */
  wanted: (bound: string) => string;
}

/** A comparison of a measured value with its bound. */
export type Comparator = '<' | '<=' | '>' | '>=' | '==' | '!=';

export const comparators: Readonly<Record<Comparator, Row>> = {
  '<': { holds: (one, other) => one < other, turned: '>', wanted: (bound) => `less than ${bound} allowed` },
  '<=': { holds: (one, other) => one <= other, turned: '>=', wanted: (bound) => `at most ${bound} allowed` },
  '>': { holds: (one, other) => one > other, turned: '<', wanted: (bound) => `more than ${bound} wanted` },
  '>=': { holds: (one, other) => one >= other, turned: '<=', wanted: (bound) => `at least ${bound} wanted` },
  '==': { holds: (one, other) => one === other, turned: '==', wanted: (bound) => `exactly ${bound} wanted` },
  '!=': {
    holds: (one, other) => one !== other,
    turned: '!=',
    wanted: (bound) => `other than ${bound} wanted`,
  },
};
