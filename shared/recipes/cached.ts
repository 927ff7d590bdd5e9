import type { RecipeForm } from '../contract/enums.ts';
import type { Ratio } from '../contract/recipe.ts';
import { formatShare } from '../words/format.ts';
import { inSlices } from '../sweep/durations.ts';
import { atLeast, below } from '../sweep/judging.ts';
import type { LaneSource, Measured } from '../sweep/measured.ts';
import { listOf, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';
import { latencyColumns, ratesTable, ratioColumns, type RateRow } from '../sweep/tables.ts';

export const words = {
  title: 'A cache in the client',
  question: 'What does a cache in the client save beside batching, and what is left of it when others write?',
  method:
    'GET of 100 bytes by node-redis through 1 ms, over 10 connections, of 10,000 keys by a Zipf law. One by one, in pipelines of 16, and one by one with the cache of the library: the server tells each connection which keys have changed. First nobody writes; then another client writes these keys 10,000 times a second.',
  source: 'a proposal: redis/redis-benchmarks-specification#399; no figures were published',
  ask: 'How many times as many reads a second does the cache give, when nobody writes?',
  choices: {},
  takeaway: (times) =>
    `While nobody wrote, the cache in the client gave ${times} times as many reads a second as one by one.`,
  claims: {
    'saves-round-trips': {
      text: 'Where nobody writes, the cache answers many reads without a round trip.',
      rule: 'Holds when reads with the cache reach × 1.5 or more against one by one, with the whole interval.',
    },
    'ends-with-writes': {
      text: 'Where others write often, it saves nothing.',
      rule: 'Holds when, with 10,000 writes a second, reads with the cache are below × 1.2 of one by one, with the whole interval.',
    },
  },
  labels: {
    'writes-per-second': ({ writes }: { writes: number }, { count }) =>
      writes === 0 ? 'nobody writes' : `${count(writes)} writes a second`,
    cached: 'with the cache',
    'against-single': 'against one by one',
  },
  sentences: {
    hits: (
      {
        writes,
        hitRate,
        ratio,
        stale,
        reads,
      }: { writes: number; hitRate: number; ratio: Ratio; stale: number; reads: number },
      say,
    ) =>
      writes === 0
        ? `Nobody writes: the cache answers ${formatShare(hitRate)} of the reads, ${say.ratio(ratio)} the reads a second.`
        : `With ${say.count(writes)} writes a second the cache answers ${formatShare(hitRate)}, ${say.ratio(ratio)} the reads a second; ${say.count(stale)} of ${say.count(reads)} were stale.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

const linkMs = 1;
/** Of another client, a second. */
const writesOf = [0, 10_000] as const;
const ways = ['one-by-one', 'pipeline', 'cached'] as const;
type Way = (typeof ways)[number];

const stepOf = (writes: number) => `writes-${writes}`;
const place = (writes: number, way: Way): LaneSource => [stepOf(writes), way];
const gain = (measured: Measured, writes: number) =>
  measured.ratio(place(writes, 'cached'), place(writes, 'one-by-one'));
const nameOf = (way: Way) => label(way);
const judgedAs = (writes: number) => listOf(label('cached'), label('writes-per-second', { writes }));

export const recipe: Recipe<typeof words> = {
  id: 'cached',
  order: 155,
  topic: 'cost',
  prediction: {
    type: 'number',
    unit: '×',
    answer: (measured) => gain(measured, 0)?.ratio ?? null,
  },
  steps: (form) => writesOf.map((writes) => step(writes, form)),
  claims: {
    'saves-round-trips': (measured) => atLeast(gain(measured, 0), 1.5, judgedAs(0)),
    'ends-with-writes': (measured) => below(gain(measured, 10_000), 1.2, judgedAs(10_000)),
  },
  tables: (measured) =>
    writesOf.map((writes) =>
      ratesTable<RateRow & { way: Way }>(
        measured,
        ways.map((way) => ({ label: nameOf(way), place: place(writes, way), way })),
        {
          title: label('writes-per-second', { writes }),
          further: [
            ...ratioColumns<RateRow & { way: Way }>(label('against-single'), ({ way }) =>
              way === 'one-by-one' ? null : place(writes, 'one-by-one'),
            ),
            ...latencyColumns(['p50', 'p99']),
          ],
        },
      ),
    ),
  read: (measured) =>
    writesOf.flatMap((writes) => {
      const lane = measured.lane(place(writes, 'cached'));
      const ratio = gain(measured, writes);
      const hitRate = lane?.cache?.hitRate ?? null;
      if (!ratio || hitRate === null) return [];
      const { stale = 0, reads = 0 } = lane?.staleness ?? {};
      return [sentence('hits', { writes, hitRate, ratio, stale, reads })];
    }),
};

function step(writes: number, form: RecipeForm): RunStep {
  const times = inSlices(
    form === 'quick'
      ? { slices: 10, sliceMs: 400, warmupMs: 1200 }
      : { slices: 16, sliceMs: 1000, warmupMs: 4000, settleMs: 50 },
  );
  return {
    type: 'run',
    id: stepOf(writes),
    label: label('writes-per-second', { writes }),
    plan: {
      network: { rttMs: linkMs },
      workload: {
        ...times.workload,
        ...(writes > 0 ? { writesPerSecond: writes } : {}),
        commands: ['get'],
        keyPattern: 'Z',
        dataSize: 100,
      },
      schedule: times.schedule,
      lanes: ways.map((way) => ({ id: way, strategy: way, client: 'node-redis' })),
    },
  };
}
