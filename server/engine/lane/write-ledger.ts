import type { WriteBooks } from '../../../shared/contract/figures.ts';

const states = { drawn: 0, reported: 1, failed: 2 } as const;

/** How often the server has applied each of these writes. */
export type ReadApplied = (places: readonly number[]) => Promise<readonly number[]>;

/** Places that are asked for at once. */
const askedTogether = 1000;

/**
 * Of each write of a thread: whether its caller was told that it is done, or that it failed. Each write is an INCR of
 * a key of its own. The value of that key is how often the server has applied the write.
 */
export class WriteLedger {
  /** Of the newest write. */
  newest: number;
  /** Place of the first write that was not checked. */
  #base: number;
  /** Writes before this one are those of a settling moment. */
  #countedFrom: number;
  #states = new Uint8Array(1 << 16);
  #heardAt = NaN;
  #silenceMs = 0;

  constructor(first = 0) {
    this.#base = this.#countedFrom = first;
    this.newest = first - 1;
  }

  /** The place of the next write. */
  next(): number {
    this.newest++;
    if (this.newest - this.#base >= this.#states.length) {
      const more = new Uint8Array(2 * this.#states.length);
      more.set(this.#states);
      this.#states = more;
    }
    return this.newest;
  }

  /** From here on writes are counted. */
  begin(now: number): void {
    this.#countedFrom = this.newest + 1;
    this.#heardAt = now;
    this.#silenceMs = 0;
  }

  reported(place: number): void {
    this.#states[place - this.#base] = states.reported;
  }

  failed(place: number): void {
    this.#states[place - this.#base] = states.failed;
  }

  /** Commands were answered as they should be. */
  heard(now: number): void {
    this.#silenceMs = Math.max(this.#silenceMs, now - this.#heardAt);
    this.#heardAt = now;
  }

  /** Holds what callers were told against what the server has, once nothing is in flight; what is checked is forgotten. */
  async check(read: ReadApplied): Promise<WriteBooks> {
    const books = { ...noBooks, silenceMs: this.#silenceMs };
    for (let from = this.#base; from <= this.newest; from += askedTogether) {
      const count = Math.min(askedTogether, this.newest + 1 - from);
      const places = Array.from({ length: count }, (_, index) => from + index);
      const times = await read(places);
      for (const [index, place] of places.entries())
        if (place >= this.#countedFrom) enter(books, this.#states[place - this.#base], times[index] ?? 0);
    }
    this.#base = this.#countedFrom = this.newest + 1;
    this.#states.fill(0);
    return books;
  }
}

function enter(books: WriteBooks, state: number | undefined, times: number): void {
  if (times > 0) books.applied++;
  if (times > 1) books.twice++;
  if (state === states.reported) {
    books.reported++;
    if (times === 0) books.missing++;
  } else {
    books.unknown++;
    if (times > 0) books.unknownApplied++;
  }
}

export const noBooks: WriteBooks = {
  applied: 0,
  reported: 0,
  unknown: 0,
  unknownApplied: 0,
  missing: 0,
  twice: 0,
  silenceMs: 0,
};

/** Of several threads, or slices. */
export const addBooks = (a: WriteBooks, b: WriteBooks): WriteBooks => ({
  applied: a.applied + b.applied,
  reported: a.reported + b.reported,
  unknown: a.unknown + b.unknown,
  unknownApplied: a.unknownApplied + b.unknownApplied,
  missing: a.missing + b.missing,
  twice: a.twice + b.twice,
  silenceMs: Math.max(a.silenceMs, b.silenceMs),
});
