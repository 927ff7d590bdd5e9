import { Draw, seedOf } from '../../calibration/draw.ts';

/**
 * The cases of a slow test: all of them under `npm run test:full`, otherwise the given ones, which have every value
 * of every dimension at least once. Throws where a given one is not among all.
 */
export function casesOf<T>(all: readonly T[], thinned: readonly T[]): readonly T[] {
  const known = new Set(all.map((one) => JSON.stringify(one)));
  const unknown = thinned.filter((one) => !known.has(JSON.stringify(one)));
  if (unknown.length > 0) throw new Error(`no case of the whole matrix: ${JSON.stringify(unknown)}`);
  return ['full', 'whole'].includes(process.env['ROUNDTRIP_TESTS'] ?? '') ? all : thinned;
}

/** The widest matrices are whole in `npm run test:full -- --whole`, which CI runs every night. */
export const isWhole = process.env['ROUNDTRIP_TESTS'] === 'whole';

const given = process.env['ROUNDTRIP_TESTS_SEED'];
const seed = given === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(given);
let isSaid = false;

/** Some of the cases of this name, drawn for each run of the tests, in their order: all of them under `--whole`. */
export function drawnOf<T>(name: string, all: readonly T[], count: number): readonly T[] {
  if (isWhole || count >= all.length) return all;
  const draw = new Draw(seedOfTest(name));
  const places = all
    .map((_, place) => ({ place, at: draw.uniform() }))
    .toSorted((one, other) => one.at - other.at);
  const drawn = new Set(places.slice(0, count).map(({ place }) => place));
  return all.filter((_, place) => drawn.has(place));
}

/** A seed for the test of this name; another one in each run of the tests, which says it. */
export function seedOfTest(name: string): number {
  if (!isSaid) process.stdout.write(`Cases are drawn by ROUNDTRIP_TESTS_SEED=${seed}\n`);
  isSaid = true;
  return seedOf(seed, name, 0);
}
