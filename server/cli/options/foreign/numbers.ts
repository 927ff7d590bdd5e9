import { UsageError } from '../../exit-codes.ts';
import type { EqualLine } from './equal-line.ts';

/** A number as C's atoi reads it, which stops at the first letter. */
export function lenient(text: string, name: string, into: EqualLine): number {
  const number = Number(/^\s*([+-]?\d+)/.exec(text)?.[1] ?? 0);
  if (!/^\s*[+-]?\d+\s*$/.test(text)) into.differs(`${name}: the tool reads "${text}" as ${number}`);
  return number;
}

/** A whole number of at least `least`, as the tool wants it. Throws UsageError. */
export function strict(text: string, name: string, least: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (number >= least) return number;
  throw new UsageError(`${name}: must be a whole number from ${least}, not "${text}"`);
}

export function readPort(text: string, name: string): string {
  const port = strict(text, name, 1);
  if (port <= 65_535) return String(port);
  throw new UsageError(`${name}: must be a port, from 1 to 65535, not "${text}"`);
}

export const commonDivisor = (one: number, other: number): number =>
  other === 0 ? one : commonDivisor(other, one % other);

/** The server that a URI names. A name alone before @ is a password, as the tools read it. Throws UsageError. */
export function placeOfUri(text: string, name: string) {
  const [found, scheme = '', first, second, host = '', port, database = ''] =
    /^([a-z]+):\/\/(?:([^:@/]*)(?::([^@]*))?@)?(\[[^\]]*\]|[^:/?@]*)(?::(\d+))?(?:\/(\d*))?$/i.exec(text) ??
    [];
  if (found === undefined || !/^(?:redis|valkey)s?$/i.test(scheme))
    throw new UsageError(`${name}: must be a URI such as redis://user:password@host:6379/0`);
  const [user = '', password] = second === undefined ? ['', first] : [first, second];
  return {
    host: host === '' ? '127.0.0.1' : host.replace(/^\[|\]$/g, ''),
    tls: /^(?:rediss|valkeys)$/i.test(scheme),
    ...(port === undefined ? {} : { port: readPort(port, name) }),
    ...(database === '' ? {} : { database }),
    ...(user === '' ? {} : { user: decoded(user, name) }),
    ...(password === undefined ? {} : { password: decoded(password, name) }),
  };
}

function decoded(text: string, name: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UsageError(`${name}: a % in a user or password is written as %25`);
  }
}

/** Reads a whole number of at least `least` as an option of ours. */
export const counts =
  (option: string, least = 1) =>
  (value: string, into: EqualLine, name: string): void =>
    into.say(option, String(strict(value, name, least)));

/** Reads one that is kept under this name until all is read. */
export const keepsCount =
  (as: string, least = 1) =>
  (value: string, into: EqualLine, name: string): void =>
    into.keep(as, String(strict(value, name, least)));
