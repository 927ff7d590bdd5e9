import { randomFrom } from '../../shared/statistics/statistics.ts';

/**
 * How a delay strays with time: straight lines between points drawn evenly from [-stray, stray].
 *
 * A delay drawn anew for every chunk would, once chunks are held back to keep their order, come out longer the
 * denser the traffic is: whoever sends much would always meet the longest. Here the points lie so far apart that
 * the delay never shrinks faster than half of time passes. So nothing overtakes, and the mean stays what was asked
 * whatever is sent.
 */
export class Jitter {
  readonly #random: () => number;
  #from = 0;
  #to = 0;
  #since = -Infinity;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  /** What to add to the delay of what sets out at `now`, ms; `now` never goes back. */
  at(now: number, strayMs: number): number {
    if (strayMs === 0) return 0;
    const spanMs = 4 * strayMs;
    if (now >= this.#since + 2 * spanMs) {
      this.#to = this.#draw();
      this.#turn(now - spanMs * this.#random());
    } else if (now >= this.#since + spanMs) this.#turn(this.#since + spanMs);
    const share = (now - this.#since) / spanMs;
    return strayMs * (this.#from + (this.#to - this.#from) * share);
  }

  #turn(since: number): void {
    this.#from = this.#to;
    this.#to = this.#draw();
    this.#since = since;
  }

  #draw(): number {
    return 2 * this.#random() - 1;
  }
}
