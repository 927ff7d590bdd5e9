import * as fc from 'fast-check';
import { randomFrom } from '../../shared/statistics/statistics.ts';

/** Draws of one case, all of which follow from its seed. */
export class RecordingDraw {
  readonly paths: readonly string[];
  readonly #random: () => number;

  /** `paths`: those that a case may name. */
  constructor(seed: number, paths: readonly string[]) {
    this.#random = randomFrom(seed);
    this.paths = paths;
  }

  /** A whole number from 0 up to a bound, which is not reached. */
  below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }

  oneOf<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  of<Value>(values: fc.Arbitrary<Value>): Value {
    return fc.sample(values, { seed: this.below(2 ** 31), numRuns: 1 })[0] as Value;
  }
}
