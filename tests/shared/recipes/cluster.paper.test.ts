import { describe, expect, test } from 'vitest';
import { recipe as cluster } from '../../../shared/recipes/cluster.ts';
import { makeMeasured, type MadeLane } from '../../support/made-outcomes.ts';
import { judgedIn, readIn, tablesIn } from '../../support/recipe-in-english.ts';

const notOneNode = 'All keys in the pipeline should belong to the same slots allocation group';
const refused = (why: string): MadeLane => ({ rate: [0, 0, 0, 0], commands: 0, failures: { [why]: 5000 } });

/** As ioredis has it. */
const asExpected: Record<string, MadeLane> = {
  'one-by-one': { rate: 30_000 },
  'auto-pipeline': { rate: 60_000, effectiveBatch: 16.7 },
  pipeline: { rate: 90_000, effectiveBatch: 16.7 },
  unsplit: refused(notOneNode),
  multi: refused(notOneNode),
  'multi-key': refused('CROSSSLOT'),
  lua: refused('CROSSSLOT'),
  wire: { rate: 400_000 },
};
const measure = (changed: Record<string, MadeLane | null> = {}) =>
  makeMeasured(cluster, (step, lane) => {
    if (step === 'three-nodes') return { ...asExpected, ...changed }[lane] ?? null;
    return { rate: 100_000, effectiveBatch: 50 };
  });

describe('a pipeline goes to one node', () => {
  test.each([
    ['as published', {}, 'holds'],
    ['one that is not split is served', { unsplit: { rate: 90_000 } }, 'does not hold here'],
    ['one that is split fails as well', { pipeline: refused('MOVED') }, 'does not hold here'],
    ['it was not tried', { unsplit: null }, 'cannot be seen here'],
  ])('%s', (_what, changed: Record<string, MadeLane | null>, judgement) => {
    expect(judgedIn(cluster, measure(changed))[0]?.outcome).toBe(judgement);
  });
});

test('the reading says who survives, who is refused and why, and at what speed', () => {
  const reading = readIn(cluster, measure()).join('\n');
  expect(reading).toContain(
    'Of 8 ways 4 serve keys of all three nodes: one by one, auto-pipelining, pipeline (split by node), raw socket (split by node).',
  );
  expect(reading).toContain('MSET: refused: CROSSSLOT.');
  expect(reading).toContain('MULTI/EXEC: refused: ioredis: keys of several nodes.');
  expect(reading).toMatch(
    /pipeline \(split by node\): 90,000\/s on three nodes, × 0.90 \(.*\) of one node; 16.7 commands a write in place of 50.0/,
  );
  expect(reading).toContain(
    'With all keys in one slot these are served: pipeline (split by node) 100,000/s, MULTI',
  );
});

test('what is refused has no speed in the table', () => {
  const rows = tablesIn(cluster, measure())[0]?.rows;
  expect(rows?.find(([label]) => label === 'MSET')).toEqual([
    ...['MSET', 100_000, null, null, null, 'refused: CROSSSLOT', 100_000],
  ]);
});
