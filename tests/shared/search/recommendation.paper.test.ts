import { describe, expect, test } from 'vitest';
import { searchStrategies } from '../../../shared/contract/strategies.ts';
import { search as words } from '../../../shared/words/en/search.ts';
import { strategyDescriptions } from '../../../server/engine/clients/index.ts';
import { curveOf, recommend } from '../../../shared/search/recommendation.ts';
import { formatMsShort } from '../../../shared/words/format.ts';
import { describeAnswer } from '../../../shared/search/describe.ts';
import { shareInWords } from '../../../shared/search/names.ts';
import { madeCurve, madePoint, madeSearch, madeWorkload } from '../../support/made-points.ts';

const batchSizes = [1, 16, 64, 128, 256, 512];
const far = madeCurve(batchSizes, { tripMs: 5, ceiling: 300_000 });
const near = madeCurve([1, 4, 8, 16, 32], { tripMs: 0.13, ceiling: 300_000 });
const sentencesOf = (search: ReturnType<typeof madeSearch>, points: Parameters<typeof recommend>[1]) => {
  const { answer, more } = describeAnswer(search, recommend(search, points), words);
  return [answer.join(' '), ...more].join('\n');
};

describe('what kept the bound in the first look and was never compared is no reason against batches', () => {
  const search = madeSearch({ p99BoundMs: 11 });
  const baseline = madePoint('one-by-one', 1, 380, 4);
  const compared = madePoint('pipeline', 256, 40_000, 19);
  const surveyed = (p99Ms: number, throughput = 17_771, stage: 'survey' | 'final' = 'survey') =>
    madePoint('pipeline', 64, throughput, p99Ms, { stage });

  test('where only the baseline keeps it, and where nothing does', () => {
    const { worth, advised, candidate } = recommend(search, [baseline, compared, surveyed(8)]);
    expect([worth, advised, candidate.stage]).toEqual(['inconclusive', null, 'survey']);
    expect(sentencesOf(search, [baseline, compared, surveyed(8)])).toMatch(
      /^Not decided: of what was compared in turns only one by one keeps p99 under 11 ms, but more was tried\. In one short turn pipeline, 64 at a time had p99 8\.\d+ ms/,
    );
    expect(sentencesOf(search, [madePoint('one-by-one', 1, 380, 23), compared, surveyed(8)])).toMatch(
      /^Not decided: nothing that was compared in turns keeps p99 under 11 ms/,
    );
  });

  test.each([
    ['it broke the bound as well', surveyed(12)],
    ['it brought no throughput', surveyed(8, 390)],
    ['it was compared', surveyed(12, 17_771, 'final')],
  ])('but for: %s', (_, point) => {
    expect(sentencesOf(search, [baseline, compared, point])).toMatch(/^Batching is not worth it here/);
  });

  test.each([
    ['of the batches only the baseline keeps it on the whole', 4, 'only one by one'],
    ['nothing keeps it on the whole', 23, 'no batch size'],
  ])('one that kept it in some slices leaves the answer open: %s', (_, baselineP99, keeps) => {
    const p99Slices = [9, 10, 13, 14, 12, 15, 12, 12];
    const batch = madePoint('pipeline', 64, 17_771, 12, { p99Slices });
    const points = [madePoint('one-by-one', 1, 380, baselineP99), batch, compared];
    const { worth, advised, candidate } = recommend(search, points);
    expect([worth, advised, candidate]).toEqual(['inconclusive', null, batch]);
    expect(sentencesOf(search, points)).toMatch(
      new RegExp(
        `^Not decided: ${keeps} kept p99 under 11 ms reliably\\. The closest is pipeline, 64 at a time, under the bound in some slices only: p99 12\\.\\d+ ms \\(9\\.0+–15`,
      ),
    );
  });

  test.each([
    ['over it in nearly every slice', { p99Slices: [9, 12, 13, 14, 12, 15, 12, 12] }, 17_771],
    ['without more throughput', { p99Slices: [9, 10, 9, 14, 12, 15, 12, 12] }, 390],
  ])('but not one %s', (_, slices, throughput) => {
    const batch = madePoint('pipeline', 64, throughput, 12, slices);
    expect(recommend(search, [baseline, batch, compared]).worth).toBe('no');
  });

  test('a p99 that scatters by more than half is said to, where a bound asks for it', () => {
    const wild = madePoint('pipeline', 64, 30_000, 6, { p99Slices: [2, 3, 2, 9, 3, 2, 20, 4] });
    const says = /^Slices disagree about p99 \(coefficient of variation: pipeline, 64 at a time by \d+ %\)/m;
    expect(sentencesOf(madeSearch({ p99BoundMs: 30 }), [baseline, wild])).toMatch(says);
    expect(sentencesOf(madeSearch(), [baseline, wild])).not.toMatch(says);
    expect(sentencesOf(madeSearch({ p99BoundMs: 30 }), [baseline, surveyed(6, 30_000, 'final')])).not.toMatch(
      says,
    );
  });
});

describe('in a closed loop', () => {
  test('a long round trip wants a deep batch, a short one a shallow one', () => {
    const [deep, shallow] = [recommend(madeSearch(), far), recommend(madeSearch(), near)];
    expect(deep.worth).toBe('yes');
    expect(deep.advised).toMatchObject({ strategy: 'pipeline', batchSize: 256 });
    expect(deep.gain?.ratio).toBeGreaterThan(100);
    expect(shallow.candidate.batchSize).toBeLessThanOrEqual(16);
    expect(shallow.gain?.ratio).toBeLessThan(5);
  });

  test('the words name the answer, its gain, what it is close to, and for whom it holds', () => {
    const text = sentencesOf(madeSearch(), far);
    expect(text).toMatch(
      /^Batch: pipeline, 256 at a time\. [\d,]+ commands\/s, × 1\d\d \(\d+ – \d+\) against one by one/,
    );
    expect(text).toMatch(/The best is pipeline, 512 at a time with [\d,]+ commands\/s/);
    expect(text).toMatch(/256 commands at hand at once on each of its 10 connections/);
  });

  test('the advised batch and the knee are each said to be for somebody, with what the one costs the other', () => {
    const { candidate, knee, reached } = recommend(madeSearch(), far);
    const share = Math.round((knee.throughput / candidate.throughput) * 100);
    expect([knee.batchSize, share]).toEqual([128, expect.any(Number)]);
    expect(share).toBeLessThan(100);
    expect(sentencesOf(madeSearch(), far).split('\n')[1]).toBe(
      `For bulk work take 256, which reaches ${reached && shareInWords(reached)} of the best. Where latency matters take 128, the knee: ` +
        `deeper batches cost more latency than they bring throughput. It has ${share} % of the throughput of 256, ` +
        `with p99 ${formatMsShort(knee.p99Ms ?? NaN)} ms instead of ${formatMsShort(candidate.p99Ms ?? NaN)} ms.`,
    );
    expect(sentencesOf(madeSearch(), far)).not.toMatch(/The knee of pipeline is/);
  });

  test('of a batch that is the best beyond doubt, no share of the best is said', () => {
    const points = [
      madePoint('one-by-one', 1, 2000, 5, { noise: 0.01 }),
      madePoint('pipeline', 64, 100_000, 6, { noise: 0.01 }),
      madePoint('pipeline', 256, 150_000, 14, { noise: 0.01 }),
    ];
    expect(recommend(madeSearch(), points).reached?.ci95[0]).toBe(1);
    expect(sentencesOf(madeSearch(), points)).toMatch(
      /For bulk work take 256\. Where latency matters take 64,/,
    );
  });

  test('where the knee is what is advised, there is nothing to choose', () => {
    const points = [
      madePoint('one-by-one', 1, 2000, 5),
      madePoint('pipeline', 16, 30_000, 5.2),
      madePoint('pipeline', 64, 30_500, 20),
    ];
    const { advised, knee } = recommend(madeSearch(), points);
    expect(knee).toBe(advised);
    expect(sentencesOf(madeSearch(), points)).not.toMatch(/For bulk work/);
    expect(sentencesOf(madeSearch(), points)).toMatch(/The knee of pipeline is at 16/);
  });

  test('a flat curve means that batching is not worth it', () => {
    const flat = batchSizes.map((batchSize) =>
      madePoint(batchSize === 1 ? 'one-by-one' : 'pipeline', batchSize, 50_000, batchSize, { noise: 0.02 }),
    );
    const recommendation = recommend(madeSearch(), flat);
    expect(recommendation.worth).toBe('no');
    expect(recommendation.advised?.strategy).toBe('one-by-one');
    expect(recommendation.gain?.ci95?.[1]).toBeLessThan(1.1);
    expect(sentencesOf(madeSearch(), flat)).toMatch(
      /^Batching is not worth it here: pipeline, \d+ at a time brings × \d\.\d\d \(/,
    );
  });

  test('where no batch could be used, one by one is all that there is', () => {
    const [only] = far;
    const points = only ? [only] : [];
    expect(recommend(madeSearch(), points).worth).toBe('no');
    expect(sentencesOf(madeSearch(), points)).toMatch(
      /^Batching is not worth it here: one by one is the best/,
    );
  });

  test('an interval that reaches across what is worth it tells nothing, and nothing is advised', () => {
    const rates = [200, 900, 5000, 10_000, 30_000, 60_000, 90_000, 400_000];
    const points = [
      madePoint('one-by-one', 1, 10_000, 1, { slices: rates }),
      madePoint('pipeline', 16, 10_000, 4, { slices: rates.toReversed(), throughput: 20_000 }),
      madePoint('pipeline', 64, 10_000, 9, { slices: rates.toReversed(), throughput: 19_000 }),
    ];
    const recommendation = recommend(madeSearch(), points);
    expect(recommendation).toMatchObject({ worth: 'inconclusive', advised: null });
    const text = sentencesOf(madeSearch(), points);
    expect(text).toMatch(
      /^Too noisy to tell: search longer\. Pipeline, 16 at a time brings about × [\d.]+ \(0\.\d+ – \d+.*\) against one by one/,
    );
    expect(text).not.toMatch(/not worth it here|This holds for|knee/);
  });

  test('a gain below 10 % that may be above is not called too little', () => {
    const points = [
      madePoint('one-by-one', 1, 50_000, 1, { noise: 0.05, seed: 3 }),
      madePoint('pipeline', 16, 54_000, 4, { noise: 0.05, seed: 5 }),
    ];
    const recommendation = recommend(madeSearch(), points);
    expect(recommendation.gain?.ratio).toBeLessThan(1.1);
    expect(recommendation.gain?.ci95?.[1]).toBeGreaterThan(1.1);
    expect(recommendation).toMatchObject({ worth: 'inconclusive', advised: null });
  });

  test('a gain that is worth it is rough where its interval is wide, with that behind it', () => {
    const slices = [10_000, 20_000, 30_000, 40_000, 60_000, 80_000, 90_000, 100_000];
    const points = [
      madePoint('one-by-one', 1, 1000, 1, { noise: 0 }),
      madePoint('pipeline', 16, 50_000, 4, { slices }),
    ];
    expect(recommend(madeSearch(), points)).toMatchObject({ worth: 'yes', advised: { batchSize: 16 } });
    expect(sentencesOf(madeSearch(), points)).toMatch(
      /^Batch: pipeline, 16 at a time\. [\d,]+ commands\/s, about × \d\d \(\d\d\.\d – \d\d\.\d\) against one by one/,
    );
  });

  test('how long a batch holds the server is told, and the largest that holds it for 1 ms where it is carried out whole', () => {
    const first = madePoint('one-by-one', 1, 1000, 1);
    const after = (strategy: string, holdsMs?: number) =>
      sentencesOf(madeSearch(), [
        first,
        madePoint(strategy, 64, 90_000, 4, holdsMs === undefined ? {} : { holdsMs }),
      ]);
    expect(after('multi-key', 0.046)).toMatch(
      /in steps of about 0\.046 ms, and others wait so long\. Batches of up to about 1,000 commands/,
    );
    expect(after('pipeline', 0.1)).toMatch(
      /in steps of about 0\.1\d* ms, and others wait so long\.(?! Batches)/,
    );
    expect(after('pipeline')).not.toContain('in steps of');
  });

  test('a way is called as it is called everywhere else', () => {
    const points = [madePoint('one-by-one', 1, 1000, 1), madePoint('multi-key', 64, 90_000, 4)];
    expect(sentencesOf(madeSearch(), points)).toMatch(/^Batch: MSET \/ MGET, 64 at a time\./);
    for (const strategy of searchStrategies) {
      const label = strategyDescriptions.find(({ id }) => id === strategy)?.label;
      expect(words.name(strategy).toLowerCase()).toBe(label?.toLowerCase());
    }
  });

  test('a gain below 10 % is named, and not worth it', () => {
    const points = [
      madePoint('one-by-one', 1, 50_000, 1, { noise: 0.002 }),
      madePoint('pipeline', 16, 54_000, 4, { noise: 0.002 }),
    ];
    expect(recommend(madeSearch(), points)).toMatchObject({ worth: 'no', advised: { batchSize: 1 } });
    expect(sentencesOf(madeSearch(), points)).toMatch(
      /pipeline, 16 at a time brings × 1\.08 \(.*\), less than the 10 %/,
    );
  });

  test('a gain that noise may have made is not claimed', () => {
    const points = [
      madePoint('one-by-one', 1, 50_000, 1, { noise: 0.25, seed: 3 }),
      madePoint('pipeline', 16, 60_000, 4, { noise: 0.25, seed: 5 }),
    ];
    const recommendation = recommend(madeSearch(), points);
    expect(recommendation.gain?.outcome).toBe('inconclusive');
    expect(recommendation.worth).toBe('inconclusive');
    expect(recommendation.advised).toBeNull();
    expect(sentencesOf(madeSearch(), points)).toMatch(/^Too noisy to tell: search longer\./);
  });

  test('slices that disagree are told with the answer', () => {
    const noisy = far.map((point) =>
      madePoint(point.strategy, point.batchSize, point.throughput, 9, { noise: 0.4 }),
    );
    expect(sentencesOf(madeSearch(), noisy)).toMatch(
      /Slices disagree \(coefficient of variation: .* \d\d %\)/,
    );
    expect(sentencesOf(madeSearch(), far)).not.toMatch(/Slices disagree/);
  });

  test('a curve that climbs to its end says that deeper was not tried', () => {
    const climbing = madeCurve([1, 256, 512, 1024], { tripMs: 200, ceiling: 1e9 });
    expect(recommend(madeSearch(), climbing).stillClimbing).toBe(true);
    expect(sentencesOf(madeSearch(), climbing)).toMatch(/still climbing at 1024/);
    expect(recommend(madeSearch(), far).stillClimbing).toBe(false);
    // Where a bound ended the search, deeper would be of no use.
    expect(recommend(madeSearch({ deepest: 4096 }), climbing).stillClimbing).toBe(false);
  });

  test('points of the survey are shown, and not judged', () => {
    const lucky = madePoint('pipeline', 1024, 9e9, 1, { stage: 'survey' });
    expect(recommend(madeSearch(), [...far, lucky]).best.batchSize).toBeLessThan(1024);
    expect(curveOf([...far, lucky], 'pipeline').at(-1)).toBe(lucky);
  });

  test('what broke is not advised, however fast it looked', () => {
    const broken = madePoint('multi', 64, 9e9, 1, {
      unusable: { code: 'commands-failed', failed: 12, classes: ['OOM'] },
    });
    expect(recommend(madeSearch(), [...far, broken]).best.strategy).toBe('pipeline');
  });
});

describe('under a p99 bound', () => {
  test('the answer is the smallest near the best that keeps it', () => {
    const search = madeSearch({ p99BoundMs: 7 });
    const recommendation = recommend(search, far);
    expect(recommendation.advised?.batchSize).toBe(128);
    expect(recommendation.advised?.p99Ms).toBeLessThan(7);
    expect(recommendation.best.batchSize).toBe(512);
    expect(sentencesOf(search, far)).toMatch(
      /Without the bound, pipeline, 512 at a time does the most of what was compared/,
    );
  });

  test('out of reach is said, with the least that there is', () => {
    const search = madeSearch({ p99BoundMs: 0.01 });
    expect(recommend(search, far)).toMatchObject({
      worth: 'bound out of reach',
      advised: { strategy: 'one-by-one' },
    });
    expect(sentencesOf(search, far)).toMatch(
      /^Nothing that was compared keeps p99 under 0\.01 ms\. The lowest p99 is [56]\.\d+ ms \(.* from slice to slice\): one by one.*not the batch/,
    );
  });

  const atTheEdge = madePoint('pipeline', 256, 90_000, 48, {
    p99Ms: 48.123,
    p99Slices: [46, 47, 48, 48, 48, 49, 50.7, 48],
  });
  const one = madePoint('one-by-one', 1, 1000, 1);
  const search50 = madeSearch({ p99BoundMs: 50 });

  test('a batch that kept it in every slice is advised, and one on the edge is named with its range', () => {
    const steady = madePoint('pipeline', 128, 60_000, 30);
    const recommendation = recommend(search50, [one, steady, atTheEdge]);
    expect(recommendation.advised).toBe(steady);
    expect(recommendation.bound).toMatchObject({ onEdge: false, edge: atTheEdge, best: steady });
    const text = sentencesOf(search50, [one, steady, atTheEdge]);
    expect(text).toMatch(/p99 \d\d\.\d ms \(\d\d\.\d–\d\d\.\d ms from slice to slice\) instead of/);
    expect(text).toMatch(
      /Pipeline, 256 at a time has more throughput, .* is on the edge: p99 48\.1 ms \(46\.0–50\.7 ms from slice to slice\)\. The most that kept the bound in every slice is pipeline, 128 at a time/,
    );
    expect(text).not.toMatch(/Nothing else that was compared has more throughput/);
  });

  test('at a rate, one on the edge is named for its p99, and nothing is said of throughput', () => {
    const search = madeSearch({ p99BoundMs: 50, workload: madeWorkload({ rps: 2000 }) });
    const steady = madePoint('pipeline', 8, 2000, 30);
    const edge = madePoint('pipeline', 16, 2000, 10, { p99Slices: [9, 9, 9, 9, 9, 9, 9, 51] });
    const text = sentencesOf(search, [madePoint('concurrent', 1, 2000, 49), steady, edge]);
    expect(text).toMatch(
      /Pipeline, 16 at a time has a shorter p99 on the whole, .*kept the bound in every slice is that of pipeline, 8 at a time/,
    );
    expect(text).not.toMatch(/throughput/);
  });

  test('where no batch keeps it, the baseline is all that there is', () => {
    const text = sentencesOf(madeSearch({ p99BoundMs: 5 }), [
      madePoint('one-by-one', 1, 1000, 1),
      madePoint('pipeline', 16, 9000, 9),
    ]);
    expect(text).toMatch(/not worth it here: one by one is all that was found to keep the bound, with/);
  });

  test('where even the baseline is over it in some slices, nothing is decided', () => {
    const search = madeSearch({ p99BoundMs: 25 });
    const shaky = madePoint('one-by-one', 1, 1000, 20, { p99Slices: [20, 30, 8, 8] });
    const points = [shaky, madePoint('pipeline', 4, 4000, 120, { p99Slices: [74, 54, 122, 82] })];
    expect(recommend(search, points)).toMatchObject({ worth: 'inconclusive', advised: null, gain: null });
    const text = sentencesOf(search, points);
    expect(text).toMatch(
      /^Not decided: not even one by one kept p99 under 25 ms reliably\. Its p99 is \d+\.\d ms/,
    );
    expect(text).not.toMatch(/not worth it|on the edge/);
  });

  test('what is under the bound and does not keep the rate is not left out in silence', () => {
    const text = sentencesOf(madeSearch({ p99BoundMs: 50, workload: madeWorkload({ rps: 2000 }) }), [
      madePoint('concurrent', 1, 2000, 20),
      madePoint('pipeline', 16, 1900, 30, { keepsRate: false }),
    ]);
    expect(text).toMatch(/concurrent is all that was found to keep the rate and the bound, with/);
  });

  test('where every batch was over it in some slice, that is said', () => {
    const recommendation = recommend(search50, [one, atTheEdge]);
    expect(recommendation).toMatchObject({ advised: atTheEdge, bound: { onEdge: true, edge: null } });
    expect(sentencesOf(search50, [one, atTheEdge])).toMatch(
      /That is on the edge: p99 of pipeline, 256 at a time/,
    );
  });

  test('a baseline that was over it in one slice alone does not make batching worth it', () => {
    const spiky = { ...one, p99Slices: [1, 1, 1, 1, 60, 1, 1, 1] };
    const same = madePoint('pipeline', 4, 1000, 2);
    expect(recommend(search50, [spiky, same]).worth).toBe('no');
  });

  test('a bound that only batching keeps makes it worth it', () => {
    const points = [madePoint('one-by-one', 1, 1000, 9), madePoint('pipeline', 16, 1010, 4)];
    expect(recommend(madeSearch({ p99BoundMs: 5 }), points).worth).toBe('yes');
  });
});

describe('in an open loop', () => {
  const search = madeSearch({
    workload: madeWorkload({ rps: 2000 }),
    strategies: ['auto-pipeline', 'pipeline'],
  });

  test('at a low rate batching only makes answers later', () => {
    const points = [
      madePoint('concurrent', 1, 2000, 0.4),
      madePoint('auto-pipeline', 1, 2000, 0.5),
      madePoint('pipeline', 4, 2000, 2),
    ];
    expect(recommend(search, points)).toMatchObject({ worth: 'no', advised: { strategy: 'concurrent' } });
    const text = sentencesOf(search, points);
    expect(text).toMatch(/^Batching is not worth it here/);
    expect(text).toMatch(/about 0\.4 commands are in flight at a time/);
  });

  test('what lowers the p99 of response time is advised, though throughput is the same', () => {
    const points = [
      madePoint('concurrent', 1, 2000, 40),
      madePoint('auto-pipeline', 1, 2000, 6),
      madePoint('pipeline', 4, 2000, 12),
    ];
    expect(recommend(search, points)).toMatchObject({
      worth: 'yes',
      advised: { strategy: 'auto-pipeline' },
    });
    expect(sentencesOf(search, points)).toMatch(
      /^Batch: auto-pipelining\. p99 response time \d\.\d+ ms instead of \d+\.\d+ ms of concurrent/,
    );
  });

  test('slices that disagree about p99 are told with the answer, however even their throughput', () => {
    const even = [2000, 2000, 2000, 2000, 2000, 2000, 2000, 2000];
    const noisy = [
      madePoint('concurrent', 1, 2000, 40, { noise: 0.5, slices: even }),
      madePoint('auto-pipeline', 1, 2000, 6, { slices: even }),
    ];
    expect(sentencesOf(search, noisy)).toMatch(
      /Slices disagree about p99 \(coefficient of variation: concurrent by \d\d %\)/,
    );
    const quiet = noisy.map(({ strategy }) => madePoint(strategy, 1, 2000, 6, { slices: even }));
    expect(sentencesOf(search, quiet)).not.toMatch(/Slices disagree/);
  });

  test('what keeps up is advised where the baseline does not', () => {
    const points = [
      madePoint('concurrent', 1, 1500, 900, { keepsRate: false }),
      madePoint('auto-pipeline', 1, 2000, 30),
    ];
    expect(recommend(search, points)).toMatchObject({
      worth: 'yes',
      advised: { strategy: 'auto-pipeline' },
    });
    expect(sentencesOf(search, points)).toMatch(/concurrent does not keep up with the rate/);
  });

  test('where nothing keeps up, that is said, and throughput decides', () => {
    const points = [
      madePoint('concurrent', 1, 1000, 900, { keepsRate: false }),
      madePoint('auto-pipeline', 1, 1500, 950, { keepsRate: false }),
    ];
    expect(recommend(search, points).best.strategy).toBe('auto-pipeline');
    expect(sentencesOf(search, points)).toMatch(/Nothing that was compared keeps up with 2,000\/s/);
  });
});

test('without a baseline there is nothing to judge', () => {
  expect(() => recommend(madeSearch(), [])).toThrow(RangeError);
});
