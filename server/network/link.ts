interface Waiting<T> {
  item: T;
  bytes: number;
  since: number;
}

/**
 * A line of limited bandwidth: bytes leave one after the other, first come, first served, as from a router. There
 * is no allowance for bursts; a token bucket's would let the first megabytes through at the speed of loopback. What
 * waits is sent at the speed that holds when its turn comes, so that a new one takes effect at once.
 */
export class Link<T> {
  bytesPerMs = Infinity;
  #queue: Waiting<T>[] = [];
  #first = 0;
  #freeAt = -Infinity;

  get isEmpty(): boolean {
    return this.#first === this.#queue.length;
  }

  /** When the next one is to start; Infinity when nothing waits. */
  get nextStart(): number {
    const next = this.#queue[this.#first];
    return next ? Math.max(this.#freeAt, next.since) : Infinity;
  }

  push(item: T, bytes: number, now: number): void {
    this.#queue.push({ item, bytes, since: now });
  }

  /** Tells, in order, of all that have started by `until`, and when the last byte of each has left. */
  startUntil(until: number, leave: (item: T, leftAt: number) => void): void {
    for (;;) {
      const next = this.#queue[this.#first];
      const start = this.nextStart;
      if (!next || start > until) break;
      this.#first++;
      this.#freeAt = start + next.bytes / this.bytesPerMs;
      leave(next.item, this.#freeAt);
    }
    // Moved up only now and then: shifting a long array for every entry would cost its whole length.
    if (this.#first > 1000 || this.isEmpty) {
      this.#queue.splice(0, this.#first);
      this.#first = 0;
    }
  }
}
