import { getHeapStatistics } from 'node:v8';
import type { Clock } from './clock.ts';

const lookEveryMs = 50;

/** Watches what the calling thread takes for its heap and for buffers outside of it; the largest counts. */
export class ThreadMemory {
  #largest = 0;
  #callOff: () => void;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#look();
    this.#callOff = this.#again();
  }

  /** So far, bytes. */
  largest(): number {
    this.#look();
    return this.#largest;
  }

  stop(): void {
    this.#callOff();
  }

  #look(): void {
    const { total_heap_size, external_memory } = getHeapStatistics();
    this.#largest = Math.max(this.#largest, total_heap_size + external_memory);
  }

  #again(): () => void {
    return this.#clock.after(lookEveryMs, () => {
      this.#look();
      this.#callOff = this.#again();
    });
  }
}
