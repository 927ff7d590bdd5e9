/** Hears of each reply, in order. */
export interface ReplySink {
  /** A reply that is not an error; `found` is false for null, 0, an empty array or one of nulls. */
  accept(found: boolean): void;
  refuse(error: Error): void;
}

/** An error that Redis sent as a reply. */
export class ReplyError extends Error {
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

  constructor(sink: ReplySink) {
    this.#sink = sink;
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
    while (at < length) {
      if (this.#skip > 0) {
        const taken = Math.min(this.#skip, length - at);
        this.#skip -= taken;
        at += taken;
        if (this.#skip > 0) break;
        replies += this.#element(true);
        continue;
      }
      const end = lineEnd(bytes, at, length);
      if (end < 0) {
        this.#partial = Buffer.from(bytes.subarray(at, length));
        break;
      }
      replies += this.#line(bytes, at, end);
      at = end + 1;
    }
    return replies;
  }

  /** One line without its line feed at `end`; returns the replies that it completes. */
  #line(bytes: Buffer, at: number, end: number): number {
    switch (bytes[at]) {
      case simple:
        return this.#element(true);
      case number:
        return this.#element(bytes[at + 1] !== 48);
      case error:
        return this.#failed(bytes.toString('latin1', at + 1, end - 1));
      case bulk:
      case verbatim:
        return this.#bulk(integer(bytes, at + 1, end));
      case bulkError:
        this.#failing = true;
        return this.#bulk(integer(bytes, at + 1, end));
      case array:
      case set:
        return this.#container(integer(bytes, at + 1, end));
      case map:
        return this.#container(2 * integer(bytes, at + 1, end));
      case push:
        return this.#aside(integer(bytes, at + 1, end));
      case attribute:
        return this.#aside(2 * integer(bytes, at + 1, end));
      case nothing:
        return this.#element(false);
      default:
        return this.#element(true);
    }
  }

  #bulk(length: number): number {
    if (length < 0) return this.#element(false);
    this.#skip = length + 2;
    return 0;
  }

  #container(length: number): number {
    if (length <= 0) return this.#element(false);
    this.#open.push(length);
    return 0;
  }

  #aside(length: number): number {
    if (length > 0) {
      this.#open.push(-length);
      this.#asides++;
    }
    return 0;
  }

  #failed(message: string): number {
    if (this.#open.length > 0) return this.#element(true);
    this.#sink.refuse(new ReplyError(message));
    return 1;
  }

  /** One element is complete; returns 1 when a reply is with it. */
  #element(found: boolean): number {
    if (this.#open.length === 0) {
      if (this.#failing) this.#sink.refuse(new ReplyError('ERR'));
      else this.#sink.accept(found);
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
    this.#sink.accept(anything);
    return 1;
  }
}

function lineEnd(bytes: Buffer, from: number, length: number): number {
  for (let at = from; at < length; at++) if (bytes[at] === lineFeed) return at;
  return -1;
}

/** The whole number between `from` and the carriage return before `end`. */
function integer(bytes: Buffer, from: number, end: number): number {
  const negative = bytes[from] === minus;
  let value = 0;
  for (let at = negative ? from + 1 : from; at < end - 1; at++) value = value * 10 + (bytes[at] ?? 48) - 48;
  return negative ? -value : value;
}
