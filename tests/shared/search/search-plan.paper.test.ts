import { describe, expect, test } from 'vitest';
import { checkStrategies } from '../../../shared/search/order.ts';
import {
  baselineOf,
  cutShort,
  deepestOf,
  fittingStrategies,
  ladder,
  longestSearch,
  pipelineOf,
} from '../../../shared/search/search-plan.ts';
import { finalists, nextCandidates } from '../../../shared/search/next-candidates.ts';
import { madeCurve, madePoint, madeSearch, madeWorkload } from '../../support/made-points.ts';

const survey = { stage: 'survey', rounds: 1, noise: 0 } as const;
const depthsOf = (candidates: readonly { strategy: string; batchSize: number }[], strategy: string) =>
  candidates.filter((candidate) => candidate.strategy === strategy).map(({ batchSize }) => batchSize);

test('the ladder grows fourfold and ends at the deepest', () => {
  expect(ladder(1024)).toEqual([4, 16, 64, 256, 1024]);
  expect(ladder(100)).toEqual([4, 16, 64, 100]);
  expect(ladder(2)).toEqual([2]);
});

test('payloads that fill memory make the search shallower', () => {
  expect(deepestOf(madeSearch())).toBe(1024);
  expect(deepestOf(madeSearch({ workload: madeWorkload({ dataSize: 1_000_000 }) }))).toBe(6);
  expect(deepestOf(madeSearch({ workload: madeWorkload({ dataSize: 16_777_216, clients: 60 }) }))).toBe(2);
});

describe('strategies', () => {
  test('fit the workload: MSET and MGET only for one command that has such a form', () => {
    expect(fittingStrategies({ workload: madeWorkload({ commands: ['get'] }) })).toContain('multi-key');
    expect(fittingStrategies({ workload: madeWorkload({ commands: ['incr'] }) })).not.toContain('multi-key');
    const mix = madeWorkload({ commands: ['set', 'get'], ratio: [1, 1] });
    expect(fittingStrategies({ workload: mix })).not.toContain('multi-key');
  });

  test('that were asked for are checked, and the baseline is there anyway', () => {
    const set = { workload: madeWorkload() };
    expect(checkStrategies(['one-by-one', 'pipeline', 'pipeline'], set)).toEqual(['pipeline']);
    expect(() => checkStrategies(['telepathy'], set)).toThrow(/must be of one-by-one, .*not "telepathy"/);
    expect(() => checkStrategies(['one-by-one'], set)).toThrow(
      /one-by-one is what batching is compared with/,
    );
    const incr = { workload: madeWorkload({ commands: ['incr'] }) };
    expect(() => checkStrategies(['multi-key'], incr)).toThrow(/single command/);
    const rate = { workload: madeWorkload({ rps: 100 }) };
    expect(() => checkStrategies(['one-by-one'], rate)).toThrow(/fixed rate/);
  });

  test.each(['node-redis', 'glide'] as const)(
    'of %s, which gathers by itself, have what it can carry out as their baseline',
    (client) => {
      const [closed, open] = [{}, { rps: 100 }].map((fields) => ({ workload: madeWorkload(fields), client }));
      expect(closed && [baselineOf(closed), fittingStrategies(closed)]).toEqual([
        'one-by-one',
        ['auto-pipeline', 'pipeline', 'multi-key'],
      ]);
      expect(open && [baselineOf(open), fittingStrategies(open)]).toEqual([
        'auto-pipeline',
        ['pipeline', 'multi-key'],
      ]);
      expect(open && checkStrategies(['auto-pipeline', 'pipeline'], open)).toEqual(['pipeline']);
    },
  );
});

describe('the survey', () => {
  test('begins with the baseline and two candidates of each strategy', () => {
    const candidates = nextCandidates(madeSearch({ strategies: ['auto-pipeline', 'pipeline'] }), []);
    expect(candidates.map(({ strategy, batchSize }) => `${strategy} ${batchSize}`)).toEqual([
      'one-by-one 1',
      'auto-pipeline 4',
      'auto-pipeline 16',
      'pipeline 4',
      'pipeline 16',
    ]);
  });

  test('goes deeper while throughput climbs, and ends when it is level', () => {
    const search = madeSearch();
    const climbing = madeCurve([1, 4, 16], { tripMs: 5, ceiling: 300_000, ...survey });
    expect(nextCandidates(search, climbing)).toEqual([
      { strategy: 'pipeline', batchSize: 64 },
      { strategy: 'pipeline', batchSize: 256 },
    ]);
    const level = madeCurve([1, 4, 16, 64, 256], { tripMs: 0.1, ceiling: 300_000, ...survey });
    expect(nextCandidates(search, level)).toEqual([]);
  });

  test('ends at the deepest, and when p99 is far over its bound', () => {
    const points = madeCurve([1, 4, 16, 64, 256, 1024], { tripMs: 500, ceiling: 1e9, ...survey });
    expect(nextCandidates(madeSearch(), points)).toEqual([]);
    expect(nextCandidates(madeSearch({ p99BoundMs: 100 }), points.slice(0, 3))).toEqual([]);
  });

  test('ends for a strategy that broke', () => {
    const broken = {
      ...madePoint('pipeline', 4, 0, 1, survey),
      unusable: { code: 'broke-off' as const, message: 'OOM' },
    };
    expect(nextCandidates(madeSearch(), [madePoint('one-by-one', 1, 100, 1, survey), broken])).toEqual([]);
  });

  test('never needs more lanes than a plan may have, nor more runs than foretold', () => {
    for (const strategies of [
      ['pipeline'],
      ['auto-pipeline', 'pipeline', 'multi-key'],
      ['concurrent', 'nagle', 'auto-pipeline', 'gather', 'pipeline', 'multi', 'multi-key'],
    ] as const) {
      const search = madeSearch({ strategies: [...strategies] });
      const points = [];
      let runs = 0;
      for (;;) {
        const candidates = nextCandidates(search, points);
        if (candidates.length === 0) break;
        expect(candidates.length).toBeLessThanOrEqual(8);
        for (const { strategy, batchSize } of candidates)
          points.push(madePoint(strategy, batchSize, batchSize * 100, 1, survey));
        runs++;
      }
      expect(longestSearch(search)).toMatchObject({ runs, lanes: points.length });
    }
  });

  test('of an open loop tries a strategy without a batch size once, with as many in flight as it takes', () => {
    const search = madeSearch({
      workload: madeWorkload({ rps: 2000 }),
      strategies: ['auto-pipeline', 'pipeline'],
    });
    expect(depthsOf(nextCandidates(search, []), 'auto-pipeline')).toEqual([1]);
    expect(pipelineOf({ strategy: 'auto-pipeline', batchSize: 1 }, search.workload)).toBeGreaterThan(100);
    expect(pipelineOf({ strategy: 'pipeline', batchSize: 4 }, search.workload)).toBe(4);
  });
});

describe('the final round', () => {
  test('measures around the answer, half and twice as deep, and the knee', () => {
    const points = madeCurve([1, 4, 16, 64, 256, 1024], { tripMs: 5, ceiling: 300_000, ...survey });
    expect(depthsOf(finalists(madeSearch(), points), 'pipeline')).toEqual([64, 128, 256, 512, 1024]);
  });

  test('stays where p99 keeps its bound', () => {
    const points = madeCurve([1, 4, 16, 64, 256, 1024], { tripMs: 5, ceiling: 300_000, ...survey });
    const batchSizes = depthsOf(finalists(madeSearch({ p99BoundMs: 8 }), points), 'pipeline');
    expect(batchSizes).toContain(64);
    expect(batchSizes).toContain(128);
  });

  test('measures again what one short turn had just over the bound, and nothing far over it', () => {
    const strategies = ['auto-pipeline', 'pipeline', 'multi-key'] as const;
    const points = [
      madePoint('one-by-one', 1, 100, 1, survey),
      ...strategies.flatMap((strategy) =>
        [4, 16, 64, 256, 1024].map((batchSize) =>
          madePoint(strategy, batchSize, batchSize * (strategy === 'pipeline' ? 100 : 90), batchSize / 5, {
            ...survey,
            p99Ms: batchSize / 5,
          }),
        ),
      ),
    ];
    const under = (p99BoundMs: number) =>
      depthsOf(finalists(madeSearch({ strategies: [...strategies], p99BoundMs }), points), 'pipeline');
    expect(under(50)).toContain(256);
    expect(under(30)).not.toContain(256);
  });

  test('measures a way again that would lead but for its one short turn', () => {
    const points = [
      madePoint('one-by-one', 1, 100, 1, survey),
      madePoint('pipeline', 64, 6400, 20, { ...survey, p99Ms: 20 }),
      madePoint('multi-key', 64, 3200, 10, { ...survey, p99Ms: 10 }),
      madePoint('multi-key', 256, 90_000, 51, { ...survey, p99Ms: 51 }),
    ];
    const candidates = finalists(
      madeSearch({ strategies: ['pipeline', 'multi-key'], p99BoundMs: 50 }),
      points,
    );
    expect(depthsOf(candidates, 'multi-key')).toEqual([64, 256]);
  });

  test('measures nothing twice, also where nothing keeps the bound', () => {
    const points = [
      madePoint('one-by-one', 1, 100, 1, survey),
      madePoint('pipeline', 4, 400, 5, { ...survey, p99Ms: 5.5 }),
      madePoint('multi-key', 4, 900, 5, { ...survey, p99Ms: 5.4 }),
    ];
    const candidates = finalists(
      madeSearch({ strategies: ['pipeline', 'multi-key'], p99BoundMs: 5 }),
      points,
    );
    const named = candidates.map(({ strategy, batchSize }) => `${strategy} ${batchSize}`);
    expect(new Set(named).size).toBe(named.length);
  });

  test('has one candidate of each other strategy, and no more than seven in all', () => {
    const strategies = ['auto-pipeline', 'pipeline', 'multi-key', 'multi'] as const;
    const points = [
      madePoint('one-by-one', 1, 50, 1, survey),
      ...strategies.flatMap((strategy, place) =>
        [4, 16, 64, 256].map((batchSize) =>
          madePoint(strategy, batchSize, batchSize * (100 + place), 1, survey),
        ),
      ),
    ];
    const candidates = finalists(madeSearch({ strategies: [...strategies] }), points);
    expect(candidates).toHaveLength(7);
    expect(depthsOf(candidates, 'multi').length).toBe(4);
    for (const other of ['auto-pipeline', 'pipeline', 'multi-key'])
      expect(depthsOf(candidates, other)).toHaveLength(1);
  });

  test('is empty when nothing can be used', () => {
    const broken = {
      ...madePoint('pipeline', 4, 0, 1, survey),
      unusable: { code: 'broke-off' as const, message: 'WRONGTYPE' },
    };
    expect(finalists(madeSearch(), [broken])).toEqual([]);
  });
});

test('of the ways that were cut short, those are named that never were measured at the largest', () => {
  const points = [madePoint('pipeline', 64, 100, 1), madePoint('multi-key', 1024, 100, 1)];
  expect(cutShort(madeSearch(), ['pipeline', 'multi-key'], points)).toEqual([
    { strategy: 'pipeline', batchSize: 64 },
  ]);
  expect(cutShort(madeSearch({ deepest: 64 }), ['pipeline'], points)).toEqual([]);
});
