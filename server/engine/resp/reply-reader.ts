import { largestValue } from '../../../shared/limits.ts';
import { UnexpectedReply, replyKinds, type ReplyKind } from '../workload/reply-kind.ts';

/** Hears of each reply, in order. */
export interface ReplySink {
  /** A reply that is not an error; `found` is false for null, 0, an empty array or one of nulls. */
  accept(found: boolean, kind: ReplyKind): void;
  refuse(error: Error): void;
  /** What came is no RESP, or more than can be right: nothing after it is read. */
  broken(error: UnexpectedReply): void;
}

/** An error that Redis sent as a reply. */
class ReplyError extends Error {
  override name = 'ReplyError';
}

const lineFeed = 10;
const code = (character: string) => character.charCodeAt(0);
const simple = code('+');
const error = code('-');
const number = code(':');
const bulk = code('$');
const array = code('*');
const nothing = code('_');
const bulkError = code('!');
const verbatim = code('=');
const set = code('~');
const push = code('>');
const map = code('%');
const attribute = code('|');
const minus = code('-');
const others = ['#', ',', '('].map(code);
const carriageReturn = 13;

const { ok, pong, status, integer, text, array: arrayKind, other } = replyKinds;

/** Bytes of a line: of a status or an error. */
const longestLine = 65_536;
/** Containers within containers. */
const deepest = 100;

/**
 * Reads RESP2 and RESP3 replies as they arrive, in pieces of any size, and tells successes from errors without
 * building values. Push messages and attributes are read over: they answer no command.
 */
export class ReplyReader {
  readonly #sink: ReplySink;
  /** Bytes of a bulk string, and of the line end after it, still to come. */
  #skip = 0;
  /** Start of a line whose end has not arrived. */
  #partial: Buffer | null = null;
  /** Elements still to come of each container that is open; a push or an attribute is noted as negative. */
  readonly #open: number[] = [];
  /** How many of these are pushes or attributes. */
  #asides = 0;
  #found = false;
  /** The bulk that is skipped is an error. */
  #failing = false;
  /** Of the reply whose elements are read. */
  #kind: ReplyKind = other;
  #isBroken = false;
  readonly #largest: number;

  /** `largest` is what one bulk string or array can have: bytes, or elements. */
  constructor(sink: ReplySink, largest = largestValue) {
    this.#sink = sink;
    this.#largest = largest;
  }

  /** Reads the first `length` bytes; returns how many replies were completed by them. */
  read(bytes: Buffer, length = bytes.length): number {
    let at = 0;
    let replies = 0;
    if (this.#partial) {
      const joined = Buffer.concat([this.#partial, bytes.subarray(0, length)]);
      this.#partial = null;
      return this.read(joined);
    }
    while (at < length && !this.#isBroken) {
      // What most writing commands are answered by, in one piece.
      if (this.#skip === 0 && this.#open.length === 0 && at + 5 <= length && isOk(bytes, at)) {
        this.#sink.accept(true, ok);
        replies++;
        at += 5;
        continue;
      }
      if (this.#skip > 0) {
        const taken = Math.min(this.#skip, length - at);
        this.#skip -= taken;
        at += taken;
        if (this.#skip > 0) break;
        if (bytes[at - 1] !== lineFeed) this.#break('a bulk string is longer than announced');
        else replies += this.#element(true, text);
        continue;
      }
      const end = lineEnd(bytes, at, length);
      if (end < 0) {
        if (length - at > longestLine) this.#break(`a line of more than ${longestLine} bytes`);
        else this.#partial = Buffer.from(bytes.subarray(at, length));
        break;
      }
      if (end === at || bytes[end - 1] !== carriageReturn)
        this.#break(`a line that no carriage return ends, ${quoted(bytes, at, end)}`);
      else replies += this.#line(bytes, at, end);
      at = end + 1;
    }
    return replies;
  }

  #break(what: string): number {
    this.#isBroken = true;
    this.#sink.broken(new UnexpectedReply(`${what} came`));
    return 0;
  }

  /** One line without its line feed at `end`; returns the replies that it completes. */
  #line(bytes: Buffer, at: number, end: number): number {
    switch (bytes[at]) {
      case simple:
        return this.#element(true, statusKind(bytes, at, end));
      case number:
        return Number.isNaN(whole(bytes, at + 1, end))
          ? this.#break(`${quoted(bytes, at, end)}, an integer that is no number,`)
          : this.#element(bytes[at + 1] !== 48, integer);
      case error:
        return this.#failed(bytes.toString('latin1', at + 1, end - 1));
      case bulk:
      case verbatim:
        return this.#bulk(this.#length(bytes, at, end));
      case bulkError:
        this.#failing = true;
        return this.#bulk(this.#length(bytes, at, end));
      case array:
        return this.#container(this.#length(bytes, at, end), arrayKind);
      case set:
        return this.#container(this.#length(bytes, at, end), other);
      case map:
        return this.#container(2 * this.#length(bytes, at, end), other);
      case push:
        return this.#aside(this.#length(bytes, at, end));
      case attribute:
        return this.#aside(2 * this.#length(bytes, at, end));
      case nothing:
        return this.#element(false, replyKinds.null);
      default:
        return others.includes(bytes[at] ?? 0)
          ? this.#element(true, other)
          : this.#break(`${quoted(bytes, at, end)}, which begins no reply,`);
    }
  }

  /** What a bulk string or a container announces; −1: null. */
  #length(bytes: Buffer, at: number, end: number): number {
    const length = whole(bytes, at + 1, end);
    if (length >= -1 && length <= this.#largest) return length;
    this.#break(
      length > this.#largest
        ? `${quoted(bytes, at, end)}, more than ${this.#largest} and so than this workload can be answered by,`
        : `${quoted(bytes, at, end)}, which announces no length,`,
    );
    return 0;
  }

  #bulk(length: number): number {
    if (this.#isBroken) return 0;
    if (length < 0) return this.#element(false, replyKinds.null);
    this.#skip = length + 2;
    return 0;
  }

  #container(length: number, kind: ReplyKind): number {
    if (this.#isBroken) return 0;
    if (length <= 0) return this.#element(false, length < 0 ? replyKinds.null : kind);
    if (this.#open.length === 0) this.#kind = kind;
    this.#open.push(length);
    return this.#open.length > deepest ? this.#break(`more than ${deepest} arrays in arrays`) : 0;
  }

  #aside(length: number): number {
    if (length > 0 && !this.#isBroken) {
      this.#open.push(-length);
      this.#asides++;
    }
    return 0;
  }

  #failed(message: string): number {
    if (this.#open.length > 0) return this.#element(true, other);
    this.#sink.refuse(new ReplyError(message));
    return 1;
  }

  /** One element is complete; returns 1 when a reply is with it. */
  #element(found: boolean, kind: ReplyKind): number {
    if (this.#open.length === 0) {
      if (this.#failing) this.#sink.refuse(new ReplyError('ERR'));
      else this.#sink.accept(found, kind);
      this.#failing = false;
      return 1;
    }
    this.#failing = false;
    if (this.#asides === 0) this.#found ||= found;
    for (let depth = this.#open.length - 1; depth >= 0; depth--) {
      const left = this.#open[depth] ?? 0;
      if (left > 1 || left < -1) {
        this.#open[depth] = left > 0 ? left - 1 : left + 1;
        return 0;
      }
      this.#open.pop();
      if (left < 0) {
        this.#asides--;
        return 0;
      }
    }
    const anything = this.#found;
    this.#found = false;
    this.#sink.accept(anything, this.#kind);
    return 1;
  }
}

function lineEnd(bytes: Buffer, from: number, length: number): number {
  for (let at = from; at < length; at++) if (bytes[at] === lineFeed) return at;
  return -1;
}

/** `+OK` and its line end. */
const isOk = (bytes: Buffer, at: number): boolean =>
  bytes[at] === simple &&
  bytes[at + 1] === 79 &&
  bytes[at + 2] === 75 &&
  bytes[at + 3] === carriageReturn &&
  bytes[at + 4] === lineFeed;

function statusKind(bytes: Buffer, at: number, end: number): ReplyKind {
  const length = end - at - 2;
  if (length === 2 && bytes[at + 1] === 79 && bytes[at + 2] === 75) return ok;
  return length === 4 && bytes.toString('latin1', at + 1, end - 1) === 'PONG' ? pong : status;
}

const longestQuote = 40;

/** A line as it came, cut where it is long. */
const quoted = (bytes: Buffer, at: number, end: number): string =>
  JSON.stringify(bytes.toString('latin1', at, Math.min(end, at + longestQuote)).trimEnd());

/** Digits of the largest number in 64 bits, its sign, and what ends the line. */
const longestNumber = 22;

/** The whole number between `from` and the carriage return before `end`; NaN where none stands there. */
function whole(bytes: Buffer, from: number, end: number): number {
  const negative = bytes[from] === minus;
  let at = negative ? from + 1 : from;
  if (at >= end - 1 || end - at > longestNumber) return NaN;
  let value = 0;
  for (; at < end - 1; at++) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return negative ? -value : value;
}
