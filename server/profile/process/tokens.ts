import { types } from 'node:util';
import { visitInside } from './own-data.ts';

/** At most this much of a reply or of an argument is looked at, characters. */
const mostRead = 65_536;
const mostElements = 10_000;
/** From this length on a token is one of few: an id, a name, a hash. */
const longFrom = 3;

/** `isPrefix`: a word of letters that others follow, as `cart` of `cart:42`: what a program calls its keys. */
type Visit = (hash: number, isLong: boolean, isPrefix: boolean) => void;

const prime = 0x01000193;

/**
 * Reads the tokens of whatever a command takes or gives: hashes of words and numbers, never the text. The hashes (FNV-1a)
 * can be undone and stay in memory.
 */
export class TokenReader {
  readonly #salt: number;
  #left = 0;
  #elements = 0;

  constructor(salt: number) {
    this.#salt = salt;
  }

  /** Whether all of it was read. */
  read(value: unknown, visit: Visit): boolean {
    this.#left = mostRead;
    this.#elements = mostElements;
    this.#value(value, visit);
    return this.#left > 0 && this.#elements > 0;
  }

  #value(value: unknown, visit: Visit): void {
    if (value === null || value === undefined || this.#left <= 0 || --this.#elements <= 0) return;
    if (typeof value === 'string') this.#text(value.length, (index) => value.charCodeAt(index), visit);
    else if (types.isUint8Array(value)) this.#text(value.length, (index) => value[index] ?? 0, visit);
    else if (typeof value === 'number' || typeof value === 'bigint') this.#value(String(value), visit);
    else if (typeof value === 'object')
      visitInside(value, this.#elements, (one) => {
        this.#value(one, visit);
      });
  }

  #text(length: number, codeAt: (index: number) => number, visit: Visit): void {
    const end = Math.min(length, this.#left);
    this.#left -= end;
    let hash = this.#salt;
    let run = 0;
    let letters = true;
    for (let index = 0; index <= end; index++) {
      const code = index < end ? codeAt(index) : 0;
      if (isWord(code)) {
        hash = Math.imul(hash ^ code, prime);
        run++;
        if (code < 58) letters = false;
      } else if (run > 0) {
        visit(hash >>> 0, run >= longFrom, letters && run === index && index < end);
        hash = this.#salt;
        run = 0;
        letters = true;
      }
    }
  }
}

/** Letters and digits of ASCII: bytes and characters are then the same. */
const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
