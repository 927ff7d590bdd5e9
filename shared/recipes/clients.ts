import { clientLabels, type ClientId, type RecipeForm } from '../contract/enums.ts';
import { inSlices } from './durations.ts';
import { atLeast, between } from './judging.ts';
import type { LaneSource, Measured, Ratio } from './measured.ts';
import { listOf, phrasesOf, type Phrase, type RecipeCodes } from './phrase.ts';
import type { Recipe, RunStep } from './recipe.ts';
import { latencyColumns, ratesTable, ratioColumns } from './tables.ts';

/** Those that every installation has. */
const clients = ['ioredis', 'node-redis'] as const satisfies ClientId[];
const strategies = ['one-by-one', 'auto-pipeline', 'pipeline'] as const;
type Strategy = (typeof strategies)[number];

export interface ClientsCodes extends RecipeCodes {
  id: 'clients';
  choices: (typeof clients)[number];
  claims: 'matters-in-batches' | 'hardly-matters-over-a-link';
  labels: {
    /** `rttMs` 0: nothing in between. */
    'set-at': { rttMs: number };
    'against-ioredis': null;
  };
  sentences: {
    gains: { rttMs: number; gains: readonly { strategy: Strategy; ratio: Ratio }[] };
  };
}
const { label, sentence } = phrasesOf<ClientsCodes>();

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

export const clientLibraries: Recipe<ClientsCodes> = {
  id: 'clients',
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
