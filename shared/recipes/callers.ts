import type { RecipeForm } from '../contract/enums.ts';
import type { Ratio } from '../contract/recipe.ts';
import { formatMs } from '../words/format.ts';
import { inSlices } from '../sweep/durations.ts';
import { atLeast } from '../sweep/judging.ts';
import type { LaneSource, Measured } from '../sweep/measured.ts';
import { listOf, versus, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';
import { latencyColumns, ratesTable, ratioColumns, type RateRow } from '../sweep/tables.ts';

export const words = {
  title: 'A shared client or a pool',
  question:
    'A web server has 200 requests at a time. Should they share one connection or borrow from a pool?',
  method:
    'GET of 100 bytes by 200 callers through 1 ms, with ioredis. Each caller awaits its reply before it sends again. In a pool a caller borrows a connection until its reply is there. On a shared connection all send at once; with auto-pipelining the client puts what one turn of the event loop sends into one write.',
  source:
    'questions of users: redis/ioredis#1476, redis/lettuce#360, redis/lettuce#910; no figures were published',
  ask: 'How many times as many replies does one shared connection give as a pool of 20?',
  choices: {},
  takeaway: (times) =>
    `One connection that 200 callers shared gave ${times} times as many replies a second as a pool of 20 connections.`,
  claims: {
    'shared-beats-pool': {
      text: 'One connection that all callers share answers sooner than a pool of 20.',
      rule: 'Holds when one shared connection reaches × 2 or more against a pool of 20, with the whole interval. The callers are as many in both, so each waits as much shorter.',
    },
    'larger-pool-helps': {
      text: 'A pool needs many connections: 20 of them give far more than 5.',
      rule: 'Holds when a pool of 20 reaches × 2 or more against a pool of 5, with the whole interval.',
    },
  },
  labels: {
    'callers-at': ({ callers, rttMs }: { callers: number; rttMs: number }) =>
      `${callers} callers through ${rttMs} ms`,
    pool: ({ count }: { count: number }) => `pool of ${count}`,
    shared: ({ count }: { count: number }) =>
      `shared, ${count === 1 ? '1 connection' : `${count} connections`}`,
    'against-pool': ({ count }: { count: number }) => `against a pool of ${count}`,
  },
  sentences: {
    waits: ({ pool, shared, ratio }: { pool: Waits; shared: Waits; ratio: Ratio }, say) =>
      `A caller waits ${formatMs(shared.p50)} ms for its reply on ${shared.count === 1 ? 'one shared connection' : `${shared.count} shared connections`}, and ${formatMs(pool.p50)} ms with a pool of ${pool.count} (medians): ${say.ratio(ratio)} the replies a second.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

/** Median latency of a caller, ms, and on how many connections. */
interface Waits {
  count: number;
  p50: number;
}

const callers = 200;
const linkMs = 1;
const stepId = 'callers';
/** Connections. */
const counts = [1, 5, 20] as const;
const ways = ['one-by-one', 'concurrent', 'auto-pipeline'] as const;
type Way = (typeof ways)[number];

const laneOf = (way: Way, count: number) => `${way}-${count}`;
const place = (way: Way, count: number): LaneSource => [stepId, laneOf(way, count)];
const nameOf = (way: Way, count: number) =>
  way === 'one-by-one'
    ? label('pool', { count })
    : way === 'concurrent'
      ? label('shared', { count })
      : listOf(label('shared', { count }), label('auto-pipelining'));
const largest = 20;
const gain = (measured: Measured, way: Way, count: number) =>
  measured.ratio(place(way, count), place('one-by-one', largest));

interface CallersRow extends RateRow {
  way: Way;
  count: number;
}

export const recipe: Recipe<typeof words> = {
  id: 'callers',
  order: 25,
  topic: 'why',
  prediction: {
    type: 'number',
    unit: '×',
    answer: (measured) => gain(measured, 'concurrent', 1)?.ratio ?? null,
  },
  steps: (form) => [step(form)],
  claims: {
    'shared-beats-pool': (measured) =>
      atLeast(
        gain(measured, 'concurrent', 1),
        2,
        versus(nameOf('concurrent', 1), nameOf('one-by-one', largest)),
      ),
    'larger-pool-helps': (measured) =>
      atLeast(
        measured.ratio(place('one-by-one', largest), place('one-by-one', 5)),
        2,
        versus(nameOf('one-by-one', largest), nameOf('one-by-one', 5)),
      ),
  },
  tables: (measured) => [
    ratesTable<CallersRow>(
      measured,
      ways.flatMap((way) =>
        counts.map((count) => ({ label: nameOf(way, count), place: place(way, count), way, count })),
      ),
      {
        title: label('callers-at', { callers, rttMs: linkMs }),
        further: [
          ...ratioColumns<CallersRow>(label('against-pool', { count: largest }), ({ way, count }) =>
            way === 'one-by-one' && count === largest ? null : place('one-by-one', largest),
          ),
          ...latencyColumns(['p50', 'p99']),
        ],
      },
    ),
  ],
  read: (measured) => {
    const p50 = (way: Way, count: number) => measured.lane(place(way, count))?.latencyMs.command?.p50;
    const [pool, shared] = [p50('one-by-one', largest), p50('concurrent', 1)];
    const ratio = gain(measured, 'concurrent', 1);
    return ratio && pool !== undefined && shared !== undefined
      ? [sentence('waits', { pool: { count: largest, p50: pool }, shared: { count: 1, p50: shared }, ratio })]
      : [];
  },
};

function step(form: RecipeForm): RunStep {
  const times = inSlices(
    form === 'quick'
      ? { slices: 10, sliceMs: 200, warmupMs: 600 }
      : { slices: 16, sliceMs: 1000, warmupMs: 2000, settleMs: 50 },
  );
  return {
    type: 'run',
    id: stepId,
    label: label('callers-at', { callers, rttMs: linkMs }),
    plan: {
      network: { rttMs: linkMs },
      workload: { ...times.workload, commands: ['get'], callers, dataSize: 100 },
      schedule: times.schedule,
      lanes: ways.flatMap((way) =>
        counts.map((clients) => ({ id: laneOf(way, clients), strategy: way, workload: { clients } })),
      ),
    },
  };
}
