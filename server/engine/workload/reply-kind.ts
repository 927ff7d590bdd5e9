/**
 * What a reply is, a bit each, so that a command can accept several. A client library hands over values: of a text it
 * cannot be said whether it came as a status or as a bulk string.
 */
export const replyKinds = {
  ok: 1,
  pong: 2,
  status: 4,
  integer: 8,
  text: 16,
  null: 32,
  array: 64,
  other: 128,
} as const;
export type ReplyKind = number;

export const anyReply: ReplyKind = 255;

const { ok, pong, status, integer, text, array, other } = replyKinds;

/** The kinds that a value of a client library may be. */
export function kindsOf(reply: unknown): ReplyKind {
  if (typeof reply === 'string') {
    if (reply === 'OK') return ok | text;
    return reply === 'PONG' ? pong | text : status | text;
  }
  if (typeof reply === 'number' || typeof reply === 'bigint') return integer;
  if (reply === null) return replyKinds.null;
  if (Array.isArray(reply)) return array;
  if (!(reply instanceof Uint8Array)) return other;
  // A status comes as bytes as well, where a library gives Buffers.
  return reply.length === 2 || reply.length === 4 ? kindsOf(Buffer.from(reply).toString('latin1')) : text;
}

/** A value that is accepted. */
export function exampleOf(accepted: ReplyKind): unknown {
  if (accepted & ok) return 'OK';
  if (accepted & pong) return 'PONG';
  if (accepted & integer) return 1;
  return accepted & array ? [''] : '';
}

const names: readonly (readonly [kind: ReplyKind, name: string])[] = [
  [ok, 'OK'],
  [pong, 'PONG'],
  [status, 'a status'],
  [integer, 'an integer'],
  [text, 'a text'],
  [replyKinds.null, 'null'],
  [array, 'an array'],
  [other, 'another type'],
];

/** `a text or null`. */
export const kindsInWords = (kinds: ReplyKind): string =>
  names
    .filter(([kind]) => (kinds & kind) !== 0)
    .map(([, name]) => name)
    .join(' or ');

const longestQuote = 40;

/** A value of a client library, cut where it is long: `"hello world"`, `an array of 3`. */
export function replyInWords(reply: unknown): string {
  if (Array.isArray(reply)) return `an array of ${reply.length}`;
  if (typeof reply === 'string')
    return JSON.stringify(reply.length > longestQuote ? `${reply.slice(0, longestQuote)}…` : reply);
  if (reply === null) return 'null';
  if (typeof reply === 'number' || typeof reply === 'bigint') return `the integer ${reply}`;
  return `a value of type ${typeof reply}`;
}

/** What a server sent is no reply to what was sent to it: from here on nothing can be counted. */
export class UnexpectedReply extends Error {
  override readonly name = 'UnexpectedReply';
  /** `what` came, in words that follow a colon. */
  constructor(what: string) {
    super(`The server does not answer as Redis does: ${what}`);
  }
}

/** A reply of a kind that the command cannot have. */
export const wrongKind = (command: string, came: string, accepted: ReplyKind): UnexpectedReply =>
  new UnexpectedReply(`${command} was answered by ${came}, where ${kindsInWords(accepted)} belongs`);

/** One reply to many commands that is no array of as many. */
export const wrongLength = (command: string, reply: unknown, commands: number): UnexpectedReply =>
  new UnexpectedReply(
    `${command} was answered by ${replyInWords(reply)}, where an array of ${commands} belongs`,
  );

/** A reply for which no command was sent. */
export const moreThanSent = (): UnexpectedReply =>
  new UnexpectedReply('more replies came than commands were sent');
