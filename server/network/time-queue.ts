interface Entry<T> {
  at: number;
  /** Of two for the same moment, the earlier goes first. */
  turn: number;
  item: T;
}

const isBefore = (a: Entry<unknown>, b: Entry<unknown>) => a.at < b.at || (a.at === b.at && a.turn < b.turn);

/** Things to do, each at its moment; what is for the same moment stays in the order it came in. A binary heap. */
export class TimeQueue<T> {
  readonly #heap: Entry<T>[] = [];
  #turn = 0;

  /** The moment of the first; Infinity when there is nothing. */
  get nextAt(): number {
    return this.#heap[0]?.at ?? Infinity;
  }

  push(at: number, item: T): void {
    const entry = { at, turn: this.#turn++, item };
    const heap = this.#heap;
    let index = heap.length;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = heap[above];
      if (!parent || !isBefore(entry, parent)) break;
      heap[index] = parent;
      index = above;
    }
    heap[index] = entry;
  }

  /** Takes the first out if its moment has come. */
  takeDue(now: number): T | undefined {
    const first = this.#heap[0];
    if (!first || first.at > now) return undefined;
    const last = this.#heap.pop();
    if (last && last !== first) this.#sink(last);
    return first.item;
  }

  /** Puts an entry in the place of the one at the top. */
  #sink(entry: Entry<T>): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      if (!left) break;
      const right = heap[2 * index + 2];
      const takesRight = right !== undefined && isBefore(right, left);
      const child = takesRight ? right : left;
      if (!isBefore(child, entry)) break;
      heap[index] = child;
      index = 2 * index + (takesRight ? 2 : 1);
    }
    heap[index] = entry;
  }
}
