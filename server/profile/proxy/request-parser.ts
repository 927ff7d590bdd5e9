import { Desynchronised, lineLength, longestLine, usualLength, wholeNumber } from './resp.ts';

/** Of all arguments of a command, how many bytes are handed on. */
const mostKept = 65_536;
const mostArguments = 1_048_576;
/** Of a command of which only the name counts: it, and what says how it works. */
const fewest = 8;

const lineFeed = 10;
const carriageReturn = 13;
const star = 42;
const dollar = 36;

/** Whether a command of this name needs no look at its arguments; then it is counted, and that is all. */
export type PassCommand = (bytes: Buffer, from: number, to: number) => boolean;

/** `end`: where the command ends in the bytes that were read last. */
export type AcceptCommand = (args: readonly Buffer[], end: number) => void;

/**
 * Reads what a client sends, in pieces of any size: arrays of bulk strings, and inline commands. Throws
 * Desynchronised where a server would refuse it too; nothing after that is to be read.
 */
export class RequestParser {
  readonly #accept: AcceptCommand;
  readonly #pass: PassCommand;
  /** Whether all arguments are wanted, or the first few alone. */
  keepsAll = true;
  /** Start of a line whose end has not arrived. */
  #partial: Buffer | null = null;
  #argumentsLeft = 0;
  #args: Buffer[] = [];
  #kept = 0;
  /** Bytes of a bulk string still to come, with its line end; -1: none is open. */
  #bulkLeft = -1;
  #pieces: Buffer[] = [];

  constructor(accept: AcceptCommand, pass: PassCommand = () => false) {
    this.#accept = accept;
    this.#pass = pass;
  }

  /** Whether a command has begun and not ended. */
  get isWithin(): boolean {
    return this.#partial !== null || this.#argumentsLeft > 0;
  }

  read(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#bulkLeft >= 0) {
        at = this.#bulk(bytes, at);
        continue;
      }
      if (!this.keepsAll && this.#argumentsLeft === 0 && this.#partial === null) {
        const passed = this.#passed(bytes, at);
        if (passed > at) {
          at = passed;
          continue;
        }
      }
      const end = bytes.indexOf(lineFeed, at);
      if (end < 0) {
        this.#begin(bytes.subarray(at));
        return;
      }
      if (this.#partial) {
        const joined = Buffer.concat([this.#partial, bytes.subarray(at, end + 1)]);
        this.#partial = null;
        this.#line(joined, 0, joined.length - 1, end + 1);
      } else this.#line(bytes, at, end, end + 1);
      at = end + 1;
    }
  }

  /** Where a command ends that is whole and is passed; `at`, where it is to be read like any other. */
  #passed(bytes: Buffer, at: number): number {
    if (bytes[at] !== star) return at;
    const count = usualLength(bytes, at + 1);
    if (count <= 0) return at;
    let next = at + lineLength(count);
    let [nameFrom, nameTo] = [0, 0];
    for (let argument = 0; argument < count; argument++) {
      if (bytes[next] !== dollar) return at;
      const length = usualLength(bytes, next + 1);
      if (length < 0) return at;
      const from = next + lineLength(length);
      next = from + length + 2;
      if (next > bytes.length || bytes[next - 2] !== carriageReturn || bytes[next - 1] !== lineFeed)
        return at;
      if (argument === 0) [nameFrom, nameTo] = [from, from + length];
    }
    return this.#pass(bytes, nameFrom, nameTo) ? next : at;
  }

  #begin(rest: Buffer): void {
    // What is kept is a copy: it would hold all that came with it.
    this.#partial = this.#partial ? Buffer.concat([this.#partial, rest]) : Buffer.from(rest);
    if (this.#partial.length > longestLine) throw new Desynchronised('a line that is too long');
  }

  /** A line without its line feed at `end`. */
  #line(bytes: Buffer, at: number, end: number, readTo: number): void {
    if (this.#argumentsLeft > 0) {
      if (bytes[at] !== dollar) throw new Desynchronised('an argument that is no bulk string');
      const length = wholeNumber(bytes, at + 1, end);
      if (!(length >= 0)) throw new Desynchronised('an argument without a length');
      this.#bulkLeft = length + 2;
      return;
    }
    if (bytes[at] !== star) {
      this.#inline(bytes.subarray(at, end), readTo);
      return;
    }
    const count = wholeNumber(bytes, at + 1, end);
    if (!(count <= mostArguments)) throw new Desynchronised('a command without a length');
    // No arguments are no command, and have no reply.
    if (count <= 0) return;
    this.#argumentsLeft = count;
    this.#args = [];
    this.#kept = 0;
  }

  #inline(line: Buffer, end: number): void {
    const words = line.toString('latin1').trim();
    if (words !== '')
      this.#accept(
        words.split(/\s+/).map((word) => Buffer.from(word, 'latin1')),
        end,
      );
  }

  #bulk(bytes: Buffer, at: number): number {
    const to = Math.min(bytes.length, at + this.#bulkLeft);
    const wants = this.#kept < mostKept && (this.keepsAll || this.#args.length < fewest);
    this.#bulkLeft -= to - at;
    const isWhole = this.#bulkLeft === 0;
    if (isWhole && this.#pieces.length === 0) {
      // In one piece, as nearly always.
      if (bytes[to - 1] !== lineFeed || (to - at > 1 && bytes[to - 2] !== carriageReturn))
        throw new Desynchronised('a bulk string of another length than announced');
      if (wants) this.#keep(bytes.subarray(at, Math.min(to - 2, at + mostKept)));
    } else if (wants || isWhole) {
      const kept = this.#pieces.reduce((sum, { length }) => sum + length, 0);
      if (kept < mostKept) this.#pieces.push(Buffer.from(bytes.subarray(at, Math.min(to, at + mostKept))));
      if (isWhole) {
        if (bytes[to - 1] !== lineFeed)
          throw new Desynchronised('a bulk string of another length than announced');
        const whole = Buffer.concat(this.#pieces);
        this.#pieces = [];
        if (wants) this.#keep(whole.subarray(0, Math.max(0, whole.length - 2)));
      }
    }
    if (!isWhole) return to;
    this.#bulkLeft = -1;
    if (--this.#argumentsLeft === 0) {
      const args = this.#args;
      this.#args = [];
      this.#accept(args, to);
    }
    return to;
  }

  #keep(argument: Buffer): void {
    this.#args.push(argument);
    this.#kept += argument.length;
  }
}
