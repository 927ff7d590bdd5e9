import { METHODS } from 'node:http';
import { isPublicCommand } from '../../../shared/commands/public-command.ts';

// Each segment becomes a star, and the query goes: a word in an address may be the name of somebody.
function patternOf(url: string): string {
  let [pattern, segments] = ['', 1];
  for (let at = 0; at < url.length; at++) {
    const sign = url[at];
    if (sign === '?' || sign === '#') break;
    if (sign === '/' && ++segments > 12) break;
    if (sign === '/') pattern += '/';
    else if (!pattern.endsWith('*')) pattern += '*';
  }
  return pattern;
}

/** `:name` and `*` stand for one segment each. */
function matches(pattern: string, url: string): boolean {
  const [segments, asked] = [pattern, url.slice(0, 2000).split(/[?#]/, 1)[0] ?? ''].map((path) =>
    path.replace(/\/$/, '').split('/'),
  );
  return (
    segments?.length === asked?.length &&
    segments?.every(
      (segment, at) => segment.startsWith(':') || segment === '*' || segment === asked?.[at],
    ) === true
  );
}

/** The words of a path, which stand for its route until that is known. They are kept in memory and never written. */
export const wordsOfPath = (url: string): string =>
  (url.slice(0, 120).split(/[?#]/, 1)[0] ?? '').replace(/[^/]*\d[^/]*/g, '*');

/**
 * A route as the framework says it, or the first of the given patterns that matches a path. Another path, or one under
 * which a router stands, is of stars.
 */
export function requestName(
  method: string,
  url: string,
  route: { path: unknown; base: unknown } | null,
  patterns: readonly string[] = [],
): string {
  const path =
    route && typeof route.path === 'string'
      ? `${typeof route.base === 'string' ? patternOf(route.base) : ''}${route.path}`
      : (patterns.find((pattern) => matches(pattern, url)) ?? patternOf(url));
  // Express calls the root of a router that stands at /cart "/cart/".
  const said = path.slice(0, 120).replace(/(?<=.)\/$/, '') || '/';
  // Over HTTP/2 a client may send any word.
  return `${methods.has(method) ? method : 'OTHER'} ${said}`;
}

const methods = new Set(METHODS);

/** A name that Redis does not know may be a mistake that holds data, or a script that a program named. */
export function commandName(name: unknown): string {
  const known = typeof name === 'string' ? names.get(name) : undefined;
  if (known !== undefined) return known;
  if (typeof name !== 'string' || !isPublicCommand(name)) return 'OTHER';
  const command = name.toUpperCase();
  if (names.size < mostNames) names.set(name, command);
  return command;
}

const mostNames = 1000;
const names = new Map<string, string>();

/** What connections say of themselves; they are not the program's. */
export const ofConnections = new Set(
  'AUTH HELLO CLIENT SELECT READONLY READWRITE INFO QUIT COMMAND CLUSTER ASKING RESET SUBSCRIBE UNSUBSCRIBE PSUBSCRIBE PUNSUBSCRIBE SSUBSCRIBE SUNSUBSCRIBE MONITOR'.split(
    ' ',
  ),
);

/** A word before the first sign of a key: `cart:` of `cart:42`. */
export const prefixOf = (key: string): string | null =>
  /^[A-Za-z]{2,16}[:./_-]/.exec(key.slice(0, 32))?.[0] ?? null;

/** True where a number, or a word with one in it, follows the first word of a key, as in `cart:42`. */
export const isNumbered = (key: string): boolean => /^[A-Za-z]{2,16}[:./_-][^:./_-]*\d/.test(key);

/**
 * The name of a connection, a queue or a job: words without numbers and addresses, which may be ids. `worker-17` is
 * `worker-x`.
 */
export const clientName = (name: string): string =>
  (name.split('(', 1)[0] ?? '')
    .slice(0, 40)
    .replace(/[^\s:/]+@[^\s:/]+/g, 'x')
    .replace(/[^\w.:/ -]/g, '')
    .replace(/[^\W_]{21,}/g, 'x')
    .replace(/(?<![^\W_])([A-Za-z]{3,})\d{1,3}(?![^\W_])/g, '$1x')
    .replace(/[^\W_]*\d[^\W_]*/g, 'x')
    .trim();
