/**
 * The cases of a slow test: all of them under `npm run test:full`, otherwise the given ones, which have every value
 * of every dimension at least once. Throws where a given one is not among all.
 */
export function casesOf<T>(all: readonly T[], thinned: readonly T[]): readonly T[] {
  const known = new Set(all.map((one) => JSON.stringify(one)));
  const unknown = thinned.filter((one) => !known.has(JSON.stringify(one)));
  if (unknown.length > 0) throw new Error(`no case of the whole matrix: ${JSON.stringify(unknown)}`);
  return process.env['ROUNDTRIP_TESTS'] === 'full' ? all : thinned;
}
