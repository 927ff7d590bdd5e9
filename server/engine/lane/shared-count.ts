/**
 * What the threads of a lane that ends by count have in common. They take commands from one count, so that all end
 * within a batch of each other; and what each command is follows from its place among all, so that the lane sends the
 * same, whichever thread is the faster.
 */
export class SharedCount {
  readonly #left: Int32Array;
  readonly #drawn: Uint32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#left = new Int32Array(memory, 0, 1);
    this.#drawn = new Uint32Array(memory, Int32Array.BYTES_PER_ELEMENT, 1);
  }

  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT + Uint32Array.BYTES_PER_ELEMENT);
  }

  /** Before each slice: the commands of all threads together. */
  begin(commands: number): void {
    Atomics.store(this.#left, 0, commands);
  }

  /** How many of `most` commands the caller may send; 0 once all are taken. */
  take(most: number): number {
    return Math.max(0, Math.min(most, Atomics.sub(this.#left, 0, most)));
  }

  /** The place of the next command among those of all threads, from 0. */
  nextPlace(): number {
    return Atomics.add(this.#drawn, 0, 1);
  }
}
