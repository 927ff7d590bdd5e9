/** Segments of a path that are no part of a route: numbers, hashes, ids, and what is too long to be a word. */
const isVariable = (segment: string): boolean =>
  /\d/.test(segment) || segment.length > 20 || /[^\w.-]/.test(segment);

/** `/cart/42?x=1` is `/cart/:x`. */
export const patternOf = (url: string): string =>
  (url.split(/[?#]/, 1)[0] ?? '')
    .split('/')
    .slice(0, 12)
    .map((segment) => (isVariable(segment) ? ':x' : segment))
    .join('/');

/** A route as the framework says it, or the pattern of the address. */
export function requestName(
  method: string,
  url: string,
  route: { path: unknown; base: unknown } | null,
): string {
  const path =
    route && typeof route.path === 'string'
      ? `${typeof route.base === 'string' ? patternOf(route.base) : ''}${route.path}`
      : patternOf(url);
  // Express calls the root of a router that stands at /cart "/cart/".
  return `${method} ${path.slice(0, 120).replace(/(?<=.)\/$/, '') || '/'}`;
}

/** Names of commands are words; anything else might be a mistake that holds data. */
export function commandName(name: unknown): string {
  const known = typeof name === 'string' ? names.get(name) : undefined;
  if (known !== undefined) return known;
  const text = typeof name === 'string' ? name.toUpperCase() : '';
  const command = /^[A-Z]{1,24}(?:[._][A-Z]{1,24}){0,2}$/.test(text) ? text : 'OTHER';
  if (typeof name === 'string' && command !== 'OTHER' && names.size < mostNames) names.set(name, command);
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

/** What a connection, a queue or a job is called: words without numbers, which may be ids. `worker-17` is `worker-x`. */
export const clientName = (name: string): string =>
  (name.split('(', 1)[0] ?? '')
    .slice(0, 40)
    .replace(/[^\w.:@/ -]/g, '')
    .replace(/[^\W_]{21,}/g, 'x')
    .replace(/(?<![^\W_])([A-Za-z]{3,})\d{1,3}(?![^\W_])/g, '$1x')
    .replace(/[^\W_]*\d[^\W_]*/g, 'x')
    .trim();
