import { Desynchronised, lineLength, longestLine, usualLength, wholeNumber } from './resp.ts';

/** Of the texts of a reply, how many bytes are handed on. */
const mostKept = 65_536;
/** Containers within containers. */
const deepest = 128;

const code = (sign: string) => sign.charCodeAt(0);
const lineFeed = 10;
const carriageReturn = 13;
const [status, error, integer, bulk, array] = ['+', '-', ':', '$', '*'].map(code);
const [nothing, bulkError, verbatim, set, map, attribute, push] = ['_', '!', '=', '~', '%', '|', '>'].map(
  code,
);
const others = ['#', ',', '('].map(code);

/** One reply, or a push message. */
export interface Reply {
  isPush: boolean;
  isNil: boolean;
  isError: boolean;
  isContainer: boolean;
  /** How a container begins and ends, where these are short texts or numbers; of an error its start. */
  first: string;
  last: string;
}

export interface ReplyVisitor {
  /** Whether the next reply is to a command that was passed; then it is over, if it is no error and no push. */
  pass(): boolean;
  /** A reply begins; whether its texts are wanted. */
  begin(): boolean;
  text(bytes: Buffer): void;
  end(reply: Reply): void;
}

interface Container {
  /** Elements still to come. */
  left: number;
  /** It belongs to what follows it and is no element. */
  isAttribute: boolean;
}

/**
 * Reads what a server sends, RESP2 or RESP3, in pieces of any size. Throws Desynchronised; nothing after that is to be
 * read.
 */
export class ReplyParser {
  readonly #sink: ReplyVisitor;
  #partial: Buffer | null = null;
  /** Bytes of a bulk string still to come, with its line end; -1: none is open. */
  #bulkLeft = -1;
  #pieces: Buffer[] = [];
  readonly #open: Container[] = [];
  /** How many of these are attributes. */
  #attributes = 0;
  #isWithin = false;
  #wants = false;
  #kept = 0;
  #failing = false;
  #reply: Reply = noReply();

  constructor(sink: ReplyVisitor) {
    this.#sink = sink;
  }

  read(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#bulkLeft >= 0) {
        at = this.#bulk(bytes, at);
        continue;
      }
      if (!this.#isWithin && this.#partial === null) {
        const next = plainEnd(bytes, at);
        if (next > at && this.#sink.pass()) {
          at = next;
          continue;
        }
      }
      const end = bytes.indexOf(lineFeed, at);
      if (end < 0) {
        const rest = bytes.subarray(at);
        this.#partial = this.#partial ? Buffer.concat([this.#partial, rest]) : Buffer.from(rest);
        if (this.#partial.length > longestLine) throw new Desynchronised('a line that is too long');
        return;
      }
      if (this.#partial) {
        const joined = Buffer.concat([this.#partial, bytes.subarray(at, end + 1)]);
        this.#partial = null;
        this.#line(joined, 0, joined.length - 1);
      } else this.#line(bytes, at, end);
      at = end + 1;
    }
  }

  /** A line without its line feed at `end`. */
  #line(bytes: Buffer, at: number, end: number): void {
    const type = bytes[at];
    if (end - 1 <= at || bytes[end - 1] !== carriageReturn)
      throw new Desynchronised('a line that is no reply');
    if (!this.#isWithin) this.#begin(type === push);
    switch (type) {
      case status:
      case integer:
        this.#text(bytes, at + 1, end - 1);
        this.#element(false);
        return;
      case error:
        this.#failed(bytes.toString('latin1', at + 1, Math.min(end - 1, at + 20)));
        return;
      case bulk:
      case verbatim:
      case bulkError: {
        const length = wholeNumber(bytes, at + 1, end);
        if (!(length >= -1)) throw new Desynchronised('a bulk string without a length');
        if (length < 0) this.#element(true);
        else this.#bulkLeft = length + 2;
        this.#failing = type === bulkError;
        return;
      }
      case array:
      case set:
      case push:
      case map:
      case attribute: {
        const count = wholeNumber(bytes, at + 1, end);
        if (!(count >= -1)) throw new Desynchronised('an array without a length');
        this.#container(type === map || type === attribute ? 2 * count : count, type === attribute);
        return;
      }
      case nothing:
        this.#element(true);
        return;
      default:
        if (type === undefined || !others.includes(type)) throw new Desynchronised('a line that is no reply');
        this.#text(bytes, at + 1, end - 1);
        this.#element(false);
    }
  }

  #begin(isPush: boolean): void {
    this.#isWithin = true;
    this.#reply = noReply();
    this.#reply.isPush = isPush;
    this.#kept = 0;
    this.#wants = !isPush && this.#sink.begin();
  }

  #container(count: number, isAttribute: boolean): void {
    if (this.#open.length === 0 && !isAttribute) this.#reply.isContainer = true;
    if (count > 0) {
      this.#open.push({ left: count, isAttribute });
      if (isAttribute) this.#attributes++;
      if (this.#open.length > deepest) throw new Desynchronised('arrays in arrays without an end');
    } else if (!isAttribute) this.#element(count < 0);
    else if (this.#open.length === 0) this.#isWithin = false;
  }

  #failed(start: string): void {
    if (this.#open.length === 0) {
      this.#reply.isError = true;
      this.#reply.first = start;
    }
    this.#element(false);
  }

  #bulk(bytes: Buffer, at: number): number {
    const to = Math.min(bytes.length, at + this.#bulkLeft);
    this.#bulkLeft -= to - at;
    const isWhole = this.#bulkLeft === 0;
    if (isWhole && (bytes[to - 1] !== lineFeed || (to - at > 1 && bytes[to - 2] !== carriageReturn)))
      throw new Desynchronised('a bulk string of another length than announced');
    if (isWhole && this.#pieces.length === 0) this.#text(bytes, at, to - 2);
    else {
      const kept = this.#pieces.reduce((sum, { length }) => sum + length, 0);
      if (kept < mostKept) this.#pieces.push(Buffer.from(bytes.subarray(at, Math.min(to, at + mostKept))));
      if (isWhole) {
        const whole = Buffer.concat(this.#pieces);
        this.#pieces = [];
        this.#text(whole, 0, Math.max(0, whole.length - 2));
      }
    }
    if (!isWhole) return to;
    this.#bulkLeft = -1;
    if (this.#failing) this.#failed('');
    else this.#element(false);
    this.#failing = false;
    return to;
  }

  #text(bytes: Buffer, from: number, to: number): void {
    if (this.#attributes > 0) return;
    if (this.#reply.isContainer && this.#open.length === 1) {
      const short = to - from <= shortest ? bytes.toString('latin1', from, to) : '';
      if (this.#reply.first === '') this.#reply.first = short;
      this.#reply.last = short;
    }
    if (!this.#wants || this.#kept >= mostKept) return;
    this.#kept += to - from;
    this.#sink.text(bytes.subarray(from, Math.min(to, from + mostKept)));
  }

  /** An element is complete, and with it perhaps the containers that it is the last of. */
  #element(isNil: boolean): void {
    if (this.#open.length === 0) this.#reply.isNil = isNil;
    for (;;) {
      const inner = this.#open.at(-1);
      if (!inner) break;
      if (--inner.left > 0) return;
      this.#open.pop();
      if (!inner.isAttribute) continue;
      this.#attributes--;
      // What it belongs to follows.
      if (this.#open.length === 0) this.#isWithin = false;
      return;
    }
    this.#isWithin = false;
    this.#sink.end(this.#reply);
  }
}

/** Where a status, a number or a bulk string ends that is whole; `at`, where something else stands there. */
function plainEnd(bytes: Buffer, at: number): number {
  const type = bytes[at];
  if (type === status || type === integer) {
    for (let end = at + 1; end < Math.min(bytes.length, at + 32); end++)
      if (bytes[end] === lineFeed) return end - 1 > at && bytes[end - 1] === carriageReturn ? end + 1 : at;
    return at;
  }
  if (type !== bulk) return at;
  const length = usualLength(bytes, at + 1);
  if (length < 0) return at;
  const end = at + lineLength(length) + length + 2;
  return end <= bytes.length && bytes[end - 2] === carriageReturn && bytes[end - 1] === lineFeed ? end : at;
}

/** Of what is kept to tell a message from a reply. */
const shortest = 16;

const noReply = (): Reply => ({
  ...{ isPush: false, isNil: false, isError: false, isContainer: false, first: '', last: '' },
});
