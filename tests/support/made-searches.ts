import type { SearchOrder, SearchPoint } from '../../shared/contract/search.ts';
import { madeCurve, madePoint, madeSearch, madeWorkload } from './made-points.ts';

/** With a verdict as the server finds it. */
const found = (point: SearchPoint): SearchPoint => ({
  ...point,
  verdict: {
    code: 'round-trip',
    bound: 'round-trip',
    load: { client: 0.12, server: 0.34, tripMs: point.p50Ms, pingMs: null },
    batches: point.strategy !== 'one-by-one',
  },
});

export const foundPoint = (...made: Parameters<typeof madePoint>): SearchPoint => found(madePoint(...made));

interface MadeSearch {
  name: string;
  search: SearchOrder;
  points: SearchPoint[];
}

const order = (fields: Parameters<typeof madeSearch>[0] = {}): SearchOrder => ({
  target: 'embedded',
  budgetMs: 60_000,
  ...madeSearch(fields),
});

const far = madeCurve([1, 16, 64, 128, 256, 512], { tripMs: 5, ceiling: 300_000 }).map(found);
const oneByOne = foundPoint('one-by-one', 1, 1000, 1);
const restless = [200, 900, 5000, 10_000, 30_000, 60_000, 90_000, 400_000];
const climbing = madeCurve([1, 256, 512, 1024], { tripMs: 200, ceiling: 1e9 }).map(found);
const atTheEdge = foundPoint('pipeline', 256, 90_000, 48, {
  p99Ms: 48.123,
  p99Slices: [46, 47, 48, 48, 48, 49, 50.7, 48],
});
const open = (rps: number): SearchOrder =>
  order({ workload: madeWorkload({ rps }), strategies: ['auto-pipeline', 'pipeline'] });
/** With a library that always gathers: its baseline is `auto-pipeline`. */
const gathering = (rps: number): SearchOrder =>
  order({ workload: madeWorkload({ rps }), client: 'node-redis', strategies: ['pipeline'] });
/** p99s of the baseline, of auto-pipelining and of a pipeline of 4. */
const atRate = (rps: number, [plain, auto, pipeline]: readonly [number, number, number]): SearchPoint[] => [
  foundPoint('concurrent', 1, rps, plain),
  foundPoint('auto-pipeline', 1, rps, auto),
  foundPoint('pipeline', 4, rps, pipeline),
];
const late = (strategy: string, throughput: number) =>
  foundPoint(strategy, 1, throughput, 900, { keepsRate: false });

/** Answers that have, together, every sentence that there is. */
export const eachSearch: MadeSearch[] = [
  { name: 'a knee beside the answer', search: order(), points: far },
  {
    name: 'a knee that is the answer',
    search: order(),
    points: [
      foundPoint('one-by-one', 1, 2000, 5),
      foundPoint('pipeline', 16, 30_000, 5.2),
      foundPoint('pipeline', 64, 30_500, 20),
    ],
  },
  {
    name: 'the best beside others as good',
    search: order(),
    points: [
      foundPoint('one-by-one', 1, 2000, 5),
      foundPoint('pipeline', 16, 30_000, 5.2, { noise: 0.05 }),
      foundPoint('auto-pipeline', 64, 29_900, 20, { noise: 0.05 }),
    ],
  },
  {
    name: 'nothing decided, as even the baseline is over the bound in some slices',
    search: order({ p99BoundMs: 25 }),
    points: [
      foundPoint('one-by-one', 1, 1000, 20, { p99Slices: [20, 30, 8, 8] }),
      foundPoint('pipeline', 4, 4000, 120, { p99Slices: [74, 54, 122, 82] }),
    ],
  },
  {
    name: 'a gain whose size is as good as open',
    search: order(),
    points: [
      foundPoint('one-by-one', 1, 2000, 5, { slices: [400, 500, 900, 2000, 2500, 6000, 9000, 11_000] }),
      foundPoint('pipeline', 64, 90_000, 4),
    ],
  },
  {
    name: 'one command for many keys',
    search: order(),
    points: [
      oneByOne,
      foundPoint('multi-key', 64, 90_000, 4, { holdsMs: 0.046 }),
      foundPoint('auto-pipeline', 16, 20_000, 2),
    ],
  },
  {
    name: 'a gain that is too little',
    search: order(),
    points: [
      foundPoint('one-by-one', 1, 50_000, 1, { noise: 0.002 }),
      foundPoint('pipeline', 16, 54_000, 4, { noise: 0.002 }),
    ],
  },
  { name: 'nothing but the baseline', search: order(), points: [oneByOne] },
  {
    name: 'a bound that the baseline alone keeps',
    search: order({ p99BoundMs: 2 }),
    points: [oneByOne, foundPoint('pipeline', 16, 90_000, 4)],
  },
  {
    name: 'noise',
    search: order(),
    points: [
      foundPoint('one-by-one', 1, 10_000, 1, { slices: restless }),
      foundPoint('pipeline', 16, 10_000, 4, { slices: restless.toReversed(), throughput: 20_000 }),
    ],
  },
  {
    name: 'nothing to compare',
    search: order(),
    points: [
      foundPoint('one-by-one', 1, 10_000, 1, { slices: [], throughput: 10_000 }),
      foundPoint('pipeline', 16, 10_000, 4, { slices: [], throughput: 20_000 }),
    ],
  },
  { name: 'a curve that climbs to its end', search: order(), points: climbing },
  {
    name: 'a curve that climbs as far as memory reaches',
    search: order({ workload: madeWorkload({ dataSize: 50_000 }), deepest: 4096 }),
    points: climbing,
  },
  { name: 'a bound', search: order({ p99BoundMs: 7 }), points: far },
  { name: 'a bound out of reach', search: order({ p99BoundMs: 0.01 }), points: far },
  {
    name: 'a bound with more on its edge',
    search: order({ p99BoundMs: 50 }),
    points: [oneByOne, foundPoint('pipeline', 128, 60_000, 30), atTheEdge],
  },
  {
    name: 'a bound with nothing but its edge',
    search: order({ p99BoundMs: 50 }),
    points: [oneByOne, atTheEdge],
  },
  {
    name: 'a bound and a better way under it',
    search: order({ p99BoundMs: 50 }),
    points: [
      oneByOne,
      foundPoint('pipeline', 64, 60_000, 20, { noise: 0.002 }),
      foundPoint('pipeline', 128, 61_500, 30, { noise: 0.002 }),
    ],
  },
  {
    name: 'a rate at which batching makes answers later',
    search: open(2000),
    points: atRate(2000, [0.4, 0.5, 2]),
  },
  {
    name: 'a library that gathers by itself, beside which batches make answers later',
    search: gathering(2000),
    points: [foundPoint('auto-pipeline', 1, 2000, 0.4), foundPoint('pipeline', 4, 2000, 2)],
  },
  {
    name: 'a library that gathers by itself, and nothing else',
    search: gathering(2000),
    points: [foundPoint('auto-pipeline', 1, 2000, 0.4)],
  },
  { name: 'a rate that is hardly any', search: open(20), points: atRate(20, [0.4, 0.5, 2]) },
  { name: 'a rate at which it makes them sooner', search: open(2000), points: atRate(2000, [40, 6, 12]) },
  {
    name: 'a rate at which a smaller batch is nearly as soon',
    search: open(2000),
    points: [
      foundPoint('concurrent', 1, 2000, 40),
      foundPoint('pipeline', 4, 2000, 6.1, { noise: 0.002 }),
      foundPoint('pipeline', 8, 2000, 6, { noise: 0.002 }),
    ],
  },
  {
    name: 'a rate that the baseline does not keep',
    search: open(2000),
    points: [late('concurrent', 1500), foundPoint('auto-pipeline', 1, 2000, 30, { noise: 0.5 })],
  },
  {
    name: 'a rate, and a bound with a sooner one on its edge',
    search: order({ p99BoundMs: 50, workload: madeWorkload({ rps: 2000 }) }),
    points: [
      foundPoint('concurrent', 1, 2000, 49),
      foundPoint('pipeline', 8, 2000, 45),
      { ...foundPoint('pipeline', 16, 2000, 40), p99Slices: [30, 30, 30, 30, 30, 30, 30, 51] },
    ],
  },
  {
    name: 'a rate that nothing keeps',
    search: open(2000),
    points: [late('concurrent', 1000), late('auto-pipeline', 1500)],
  },
  {
    name: 'what was looked at once keeps the bound, of what was compared only the baseline',
    search: order({ p99BoundMs: 11 }),
    points: [
      oneByOne,
      foundPoint('pipeline', 256, 90_000, 48),
      foundPoint('pipeline', 64, 30_000, 8, { stage: 'survey' }),
    ],
  },
  {
    name: 'what was looked at once keeps the bound, nothing that was compared',
    search: order({ p99BoundMs: 11 }),
    points: [
      foundPoint('one-by-one', 1, 1000, 20),
      foundPoint('pipeline', 256, 90_000, 48),
      foundPoint('pipeline', 64, 30_000, 8, { stage: 'survey' }),
    ],
  },
  {
    name: 'a batch that keeps the bound in some slices, beside a baseline that keeps it',
    search: order({ p99BoundMs: 11 }),
    points: [
      oneByOne,
      { ...foundPoint('pipeline', 64, 30_000, 12), p99Slices: [8, 9, 12, 13, 12, 15, 10, 12] },
      foundPoint('pipeline', 256, 90_000, 48),
    ],
  },
  {
    name: 'a batch that keeps the bound in some slices, where nothing keeps it on the whole',
    search: order({ p99BoundMs: 11 }),
    points: [
      foundPoint('one-by-one', 1, 1000, 20),
      { ...foundPoint('pipeline', 64, 30_000, 12), p99Slices: [8, 9, 12, 13, 12, 15, 10, 12] },
    ],
  },
];
