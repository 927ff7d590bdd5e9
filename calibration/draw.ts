import { randomFrom } from '../shared/statistics/statistics.ts';

/** Random numbers of one trial, all from its seed. */
export class Draw {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  /** Evenly in [0, 1). */
  uniform(): number {
    return this.#random();
  }

  /** Mean 0, standard deviation 1 (Box–Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random());
  }

  /** Student's t with three degrees of freedom, scaled to a standard deviation of 1: heavy tails. */
  heavyTailed(): number {
    const chiSquare = this.normal() ** 2 + this.normal() ** 2 + this.normal() ** 2;
    // Its variance is 3.
    return this.normal() / Math.sqrt(chiSquare / 3) / Math.sqrt(3);
  }

  /** A whole number from 0 to below 2³². */
  seed(): number {
    return Math.floor(this.#random() * 4_294_967_296);
  }
}

/** The seed of a trial, from those of the calibration and the name of its case (FNV-1a). */
export function seedOf(seed: number, name: string, trial: number): number {
  let hash = 0x811c9dc5;
  for (const letter of `${seed} ${name} ${trial}`)
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
