import { UnexpectedReply } from '../workload/reply-kind.ts';
import { documentLimits } from '../../../shared/limits.ts';
import type { SerialisedError } from '../../../shared/contract/figures.ts';

/** Failures that no further command on the same connection can survive. */
export const connectionLost = 'connection lost';
export const timedOut = 'timeout';
export const unexpectedReply = 'unexpected reply';

/** A library gave a command up by a limit of its own; those that follow are not concerned. */
export class LibraryTimeout extends Error {
  override readonly name = 'LibraryTimeout';
  constructor(library: string, limitMs: number) {
    super(`${library} waits ${limitMs} ms for a reply, its own limit (--client-timeout none: no limit)`);
  }
}
const libraryTimedOut = 'library timeout';

/** What ioredis refuses to send to a cluster, in its own words: they are the real error that a program meets. */
const notOneNode = /^All (the )?keys in (a|the) pipeline/;

/** Too many connections were opened in a short time: the next may well succeed. */
const outOfPorts = 'EADDRNOTAVAIL';

const lostMessages =
  /connection is closed|aborted due to connection close|stream isn't writeable|connection lost|socket closed|client is (closed|offline)|write after end/i;

/**
 * The class under which a failure is counted: the first word of an error that Redis sent (`WRONGTYPE`, `OOM`,
 * `MOVED`), `unexpected reply` for what is none to the command, `timeout`, `library timeout` for a limit of a client library's own, `connection lost` for whatever a socket reports, or else the error's code or name.
 */
export function failureClass(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof UnexpectedReply) return unexpectedReply;
  if (error instanceof LibraryTimeout) return libraryTimedOut;
  if (error.message.startsWith(timedOut) || error.message === 'Command timed out') return timedOut;
  if (error.name === 'ReplyError')
    return /^-?([A-Z][A-Z0-9_]{1,79})(?= |$)/.exec(error.message)?.[1] ?? 'ERR';
  if (notOneNode.test(error.message)) return error.message;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (lostMessages.test(error.message) || isSocketCode(error, code)) return connectionLost;
  return /^-?([A-Z][A-Z0-9_]{1,79})(?= |$)/.exec(error.message)?.[1] ?? (code || error.name);
}

/** Errors of the system carry the call that failed; those of TLS and of Node's streams have prefixes of their own. */
const isSocketCode = (error: Error, code: string) =>
  code !== outOfPorts &&
  ('syscall' in error ||
    /^(ERR_SSL|ERR_TLS|ERR_STREAM|ERR_SOCKET|EPROTO|E[A-Z]*(CONN|PIPE|UNREACH|TIMEDOUT))/.test(code));

export const isFatal = (failure: string): boolean =>
  failure === connectionLost || failure === timedOut || failure === unexpectedReply;

const begins = 'the backlog passed ';

/** Why a lane of an open loop gives up. */
export const overloaded = (most: number): string =>
  `${begins}${most} commands: the lane cannot keep up with the requested rate`;

export const isOverload = (fatal: string): boolean => fatal.startsWith(begins);

/** An error as plain JSON, so that it crosses threads and sockets. A server may answer with any amount of text. */
export function serialiseError(error: unknown): SerialisedError {
  if (!(error instanceof Error))
    return { name: 'Error', code: null, message: cut(String(error)), stack: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return {
    name: cut(error.name),
    code: code && cut(code),
    message: cut(error.message || (code ?? error.name)),
    stack: error.stack === undefined ? null : cut(error.stack),
  };
}

const cut = (text: string): string => text.slice(0, documentLimits.text);
