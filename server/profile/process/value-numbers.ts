import { numbersKept } from '../../../shared/contract/profile-trace.ts';

/** At most this much of each value is looked at, characters. */
const mostRead = 65_536;

/**
 * ValueNumbers of values in the order in which they came first: equal ones have equal numbers, and a number says nothing
 * else. In memory it holds hashes alone, of the newest values; a value that was forgotten gets another number.
 */
export class ValueNumbers {
  #young = new Map<number, number>();
  #old = new Map<number, number>();
  #last = 0;
  readonly #seed: number;

  constructor(seed = (Math.random() * 2 ** 32) >>> 0) {
    this.#seed = seed;
  }

  /** The number of a list of values; `null`: it has none. */
  of(values: readonly unknown[]): number | null {
    if (values.length === 0) return null;
    const hash = hashOf(values, this.#seed);
    const known = this.#young.get(hash) ?? this.#old.get(hash);
    if (known !== undefined) return known;
    if (this.#young.size >= numbersKept) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(hash, ++this.#last);
    return this.#last;
  }
}

/** 53 bits of a list of values. They are never written: who has them can try out values. */
function hashOf(values: readonly unknown[], seed: number): number {
  let one = seed ^ 0xdeadbeef;
  let other = seed ^ 0x41c6ce57;
  const mix = (code: number) => {
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  };
  for (const value of values) {
    const units = Buffer.isBuffer(value) ? value : textOf(value);
    const end = Math.min(units.length, mostRead);
    if (typeof units === 'string') for (let index = 0; index < end; index++) mix(units.charCodeAt(index));
    else for (let index = 0; index < end; index++) mix(units[index] ?? 0);
    // No code of a character is as large: where one value ends is part of the hash.
    mix(65_536 + units.length);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (other >>> 11) * 2 ** 32 + (one >>> 0);
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'bigint'
      ? String(value)
      : '';
