import type { RecipeForm } from '../contract/enums.ts';
import { inSlices } from './durations.ts';
import { atLeast, between } from './judging.ts';
import type { LaneSource, Measured, Ratio } from './measured.ts';
import { listOf, phrasesOf, versus, type RecipeCodes } from './phrase.ts';
import type { Recipe, RunStep } from './recipe.ts';
import { latencyColumns, ratesTable, ratioColumns, type RateRow } from './tables.ts';

const inFlight = 100;
const ways = ['auto-pipeline', 'pipeline'] as const;
type Way = (typeof ways)[number];

export interface TimeoutsCodes extends RecipeCodes {
  id: 'timeouts';
  choices: never;
  claims: 'costs-each-command' | 'not-in-pipelines';
  labels: {
    sets: { count: number };
    'commands-in-flight': { count: number };
    'with-timeout': null;
    'without-timeout': null;
    'against-timeout': null;
  };
  sentences: {
    gain: { way: Way; count: number; ratio: Ratio; withMs: number | null; withoutMs: number | null };
  };
}
const { label, sentence } = phrasesOf<TimeoutsCodes>();

const stepId = 'timeouts';
const kinds = ['with', 'without'] as const;
type Kind = (typeof kinds)[number];
const laneOf = (way: Way, kind: Kind) => `${way}-${kind}-timeout`;
const place = (way: Way, kind: Kind): LaneSource => [stepId, laneOf(way, kind)];
const nameOf = (way: Way) =>
  way === 'pipeline'
    ? label('pipelines-of', { commands: inFlight })
    : label('commands-in-flight', { count: inFlight });
/** How many times as fast commands are without the timeout. */
const gain = (measured: Measured, way: Way) => measured.ratio(place(way, 'without'), place(way, 'with'));
const p50Of = (measured: Measured, way: Way, kind: Kind) =>
  measured.lane(place(way, kind))?.latencyMs.command?.p50 ?? null;
const against = (way: Way) => listOf(nameOf(way), versus(label('without-timeout'), label('with-timeout')));

interface TimeoutRow extends RateRow {
  way: Way;
  kind: Kind;
}

export const timeouts: Recipe<TimeoutsCodes> = {
  id: 'timeouts',
  prediction: {
    type: 'number',
    unit: '×',
    answer: (measured) => gain(measured, 'auto-pipeline')?.ratio ?? null,
  },
  steps: (form) => [step(form)],
  claims: {
    'costs-each-command': (measured) =>
      atLeast(gain(measured, 'auto-pipeline'), 1.5, against('auto-pipeline')),
    'not-in-pipelines': (measured) => between(gain(measured, 'pipeline'), 0.9, 1.1, against('pipeline')),
  },
  tables: (measured) => [
    ratesTable<TimeoutRow>(
      measured,
      ways.flatMap((way) =>
        kinds.map((kind) => ({
          label: listOf(nameOf(way), label(kind === 'with' ? 'with-timeout' : 'without-timeout')),
          place: place(way, kind),
          way,
          kind,
        })),
      ),
      {
        title: label('sets', { count: inFlight }),
        further: [
          ...ratioColumns<TimeoutRow>(label('against-timeout'), ({ way, kind }) =>
            kind === 'with' ? null : place(way, 'with'),
          ),
          ...latencyColumns(['p50', 'p99']),
        ],
      },
    ),
  ],
  read: (measured) =>
    ways.flatMap((way) => {
      const ratio = gain(measured, way);
      if (!ratio) return [];
      const [withMs, withoutMs] = kinds.map((kind) => p50Of(measured, way, kind));
      return [
        sentence('gain', {
          way,
          count: inFlight,
          ratio,
          withMs: withMs ?? null,
          withoutMs: withoutMs ?? null,
        }),
      ];
    }),
};

function step(form: RecipeForm): RunStep {
  const times = inSlices(
    form === 'quick'
      ? { slices: 10, sliceMs: 300, warmupMs: 1000 }
      : { slices: 16, sliceMs: 1000, warmupMs: 2000, settleMs: 50 },
  );
  return {
    type: 'run',
    id: stepId,
    label: label('sets', { count: inFlight }),
    plan: {
      workload: { ...times.workload, pipeline: inFlight, dataSize: 100, clients: 1 },
      schedule: times.schedule,
      lanes: ways.flatMap((way) =>
        kinds.map((kind) => ({
          id: laneOf(way, kind),
          strategy: way,
          client: 'node-redis' as const,
          ...(kind === 'with' ? { workload: { clientTimeout: 'library' as const } } : {}),
        })),
      ),
    },
  };
}
