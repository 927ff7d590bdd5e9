import { clientLabels, type ClientId, type RecipeForm } from '../contract/enums.ts';
import type { Phrase, Ratio } from '../contract/recipe.ts';
import { inSlices } from '../sweep/durations.ts';
import { atLeast, between } from '../sweep/judging.ts';
import type { LaneSource, Measured } from '../sweep/measured.ts';
import { listOf, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';
import { latencyColumns, ratesTable, ratioColumns } from '../sweep/tables.ts';

const ways = { 'one-by-one': 'one by one', 'auto-pipeline': 'auto-pipelining', pipeline: 'in pipelines' };

export const words = {
  title: 'Does the client matter?',
  question: 'How much faster is the same batching with another client library?',
  method:
    'SET of 100 bytes over one connection, batches of 64. ioredis and node-redis carry out the same strategies, first with nothing in between, then through 1 ms. node-redis has no timeout for each command, as ioredis has none. GLIDE is not in every installation: compare it with --client.',
  source: 'questions of users: redis/ioredis#186, redis/node-redis#2207; no figures were published',
  ask: 'Which client writes the most SETs a second in pipelines of 64?',
  choices: { ioredis: 'ioredis', 'node-redis': 'node-redis' },
  takeaway: (name) => `In pipelines with nothing in between, ${name} wrote the most SETs a second here.`,
  claims: {
    'matters-in-batches': {
      text: 'In pipelines the client’s CPU is the limit, so the library matters.',
      rule: 'Holds when node-redis reaches × 1.25 or more against ioredis in pipelines with nothing in between, with the whole interval.',
    },
    'hardly-matters-over-a-link': {
      text: 'Where each command waits for a round trip, the library hardly matters.',
      rule: 'Holds when one by one, through 1 ms, node-redis is between × 0.9 and × 1.1 of ioredis, with the whole interval.',
    },
  },
  labels: {
    /** `rttMs` 0: nothing in between. */
    'set-at': ({ rttMs }: { rttMs: number }) =>
      `SET of 100 bytes, ${rttMs === 0 ? 'with nothing in between' : `through ${rttMs} ms`}`,
    'against-ioredis': 'against ioredis',
  },
  sentences: {
    gains: (
      { rttMs, gains }: { rttMs: number; gains: readonly { strategy: Strategy; ratio: Ratio }[] },
      { ratio, list },
    ) =>
      `node-redis against ioredis ${rttMs === 0 ? 'with nothing in between' : `through ${rttMs} ms`}: ${list(gains.map((gain) => `${ways[gain.strategy]} ${ratio(gain.ratio)}`))}.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

/** Those that every installation has. */
const clients = ['ioredis', 'node-redis'] as const satisfies ClientId[];
const strategies = ['one-by-one', 'auto-pipeline', 'pipeline'] as const;
type Strategy = (typeof strategies)[number];

const batchSize = 64;
/** Where a link is between client and server, ms. */
const linkMs = 1;
const trips = [0, linkMs] as const;

const stepOf = (rttMs: number) => `rtt-${rttMs}`;
const laneOf = (strategy: Strategy, client: ClientId) => `${strategy}-${client}`;
const place = (rttMs: number, strategy: Strategy, client: ClientId): LaneSource => [
  stepOf(rttMs),
  laneOf(strategy, client),
];
const nameOf = (strategy: Strategy) => label(strategy === 'auto-pipeline' ? 'auto-pipelining' : strategy);
/** How many times as fast node-redis is as ioredis. */
const gain = (measured: Measured, rttMs: number, strategy: Strategy) =>
  measured.ratio(place(rttMs, strategy, 'node-redis'), place(rttMs, strategy, 'ioredis'));

export const recipe: Recipe<typeof words> = {
  id: 'clients',
  order: 160,
  topic: 'why',
  prediction: {
    type: 'choice',
    choices: clients,
    answer: (measured) => {
      const found = gain(measured, 0, 'pipeline');
      return found && (found.ratio >= 1 ? 'node-redis' : 'ioredis');
    },
  },
  steps: (form) => trips.map((rttMs) => step(rttMs, form)),
  claims: {
    'matters-in-batches': (measured) =>
      atLeast(gain(measured, 0, 'pipeline'), 1.25, listOf(label('pipeline'), label('direct'))),
    'hardly-matters-over-a-link': (measured) =>
      between(
        gain(measured, linkMs, 'one-by-one'),
        0.9,
        1.1,
        listOf(label('one-by-one'), label('at-trip', { rttMs: linkMs })),
      ),
  },
  tables: (measured) =>
    trips.map((rttMs) =>
      ratesTable(
        measured,
        strategies.flatMap((strategy) =>
          clients.map((client) => ({
            label: listOf(nameOf(strategy), clientLabels[client]),
            place: place(rttMs, strategy, client),
            strategy,
            client,
          })),
        ),
        {
          title: label('set-at', { rttMs }),
          further: [
            ...ratioColumns<{ strategy: Strategy; client: ClientId; label: Phrase; place: LaneSource }>(
              label('against-ioredis'),
              ({ strategy, client }) => (client === 'ioredis' ? null : place(rttMs, strategy, 'ioredis')),
            ),
            ...latencyColumns(['p50', 'p99']),
          ],
        },
      ),
    ),
  read: (measured) =>
    trips.flatMap((rttMs) => {
      const gains = strategies.flatMap((strategy) => {
        const ratio = gain(measured, rttMs, strategy);
        return ratio ? [{ strategy, ratio }] : [];
      });
      return gains.length > 0 ? [sentence('gains', { rttMs, gains })] : [];
    }),
};

function step(rttMs: number, form: RecipeForm): RunStep {
  const times = inSlices(
    form === 'quick'
      ? { slices: 10, sliceMs: 200, warmupMs: 800 }
      : { slices: 16, sliceMs: 1000, warmupMs: 2000, settleMs: 50 },
  );
  return {
    type: 'run',
    id: stepOf(rttMs),
    label: rttMs === 0 ? label('direct') : label('at-trip', { rttMs }),
    plan: {
      ...(rttMs > 0 ? { network: { rttMs } } : {}),
      workload: { ...times.workload, pipeline: batchSize, dataSize: 100, clients: 1 },
      schedule: times.schedule,
      lanes: strategies.flatMap((strategy) =>
        clients.map((client) => ({ id: laneOf(strategy, client), strategy, client })),
      ),
    },
  };
}
