import { afterReactions, afterTicks } from './clock.ts';

/**
 * A turn begins with a reply, and ends when all that follows from it at once has run: every promise and every callback
 * of nextTick. A command that is issued in the turn of a reply waited for that reply and for nothing else.
 */
export class Turns {
  #count = 0;
  #open = 0;

  /** The turn in progress; 0: none, something else than a reply has caused what runs. */
  get current(): number {
    return this.#open;
  }

  /** The turn of a reply that has arrived now. */
  ofReply(): number {
    if (this.#open === 0) {
      this.#open = ++this.#count;
      this.#endAfter(rounds);
    }
    return this.#open;
  }

  /** Microtasks run out between one round and the next; libraries hand on replies by nextTick. */
  #endAfter(left: number): void {
    afterTicks(() => {
      if (left === 0) this.#open = 0;
      else
        afterReactions(() => {
          this.#endAfter(left - 1);
        });
    });
  }
}

const rounds = 4;
