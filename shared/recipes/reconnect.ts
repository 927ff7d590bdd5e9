import { inSlices } from './durations.ts';
import { allOf, below } from './judging.ts';
import type { Measured, LaneSource, Ratio } from './measured.ts';
import { listOf, phrasesOf, type None, type Phrase, type RecipeCodes, type Text } from './phrase.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { ratesTable, ratioColumns } from './tables.ts';

export interface ReconnectCodes extends RecipeCodes {
  id: 'reconnect';
  choices: never;
  claims: 'opening-costs-throughput';
  labels: {
    kept: None;
    'new-each-time': None;
    'set-with-trip': { rttMs: number };
    'against-kept': None;
    'new-to-kept': None;
  };
  sentences: {
    shares: {
      /** 0: nothing in between. */
      rttMs: number;
      shares: readonly { client: Text; ratio: Ratio }[];
      /** Commands per second, one and so many a connection. */
      saved: { commands: number; batchRate: number; singleRate: number } | null;
    };
  };
}
const { label, sentence } = phrasesOf<ReconnectCodes>();

const farRttMs = 5;
const ways = [
  { id: 'direct', name: label('direct'), rttMs: 0 },
  { id: 'far', name: label('at-trip', { rttMs: farRttMs }), rttMs: farRttMs },
] as const;
const kinds = [
  { id: 'wire', strategy: 'wire', name: [label('raw-socket')], pipeline: 1 },
  { id: 'one-by-one', strategy: 'one-by-one', name: ['ioredis'], pipeline: 1 },
  {
    id: 'pipeline',
    strategy: 'pipeline',
    name: ['ioredis', label('pipelines-of', { commands: 16 })],
    pipeline: 16,
  },
] as const;
type Kind = (typeof kinds)[number]['id'];
const kept = (way: string, kind: Kind): LaneSource => [way, `${kind}-kept`];
const fresh = (way: string, kind: Kind): LaneSource => [way, `${kind}-fresh`];

export const reconnect: Recipe<ReconnectCodes> = {
  id: 'reconnect',
  prediction: {
    type: 'number',
    unit: '%',
    answer: (measured) => {
      const ratio = measured.ratio(fresh('direct', 'one-by-one'), kept('direct', 'one-by-one'));
      return ratio && 100 * ratio.ratio;
    },
  },
  steps,
  claims: {
    'opening-costs-throughput': (measured) =>
      allOf(
        (['wire', 'one-by-one'] as const).map((kind) =>
          below(
            measured.ratio(fresh('direct', kind), kept('direct', kind)),
            0.8,
            listOf(label('new-to-kept'), kind === 'wire' ? label('raw-socket') : 'ioredis'),
          ),
        ),
      ),
  },
  tables: (measured) =>
    ways.map((way) =>
      ratesTable(
        measured,
        kinds.flatMap(({ id, name }) => [
          { label: listOf(...name, label('kept')), place: kept(way.id, id), base: null },
          {
            label: listOf(...name, label('new-each-time')),
            place: fresh(way.id, id),
            base: kept(way.id, id),
          },
        ]),
        {
          title: label('set-with-trip', { rttMs: way.rttMs }),
          further: ratioColumns(label('against-kept'), ({ base }) => base),
        },
      ),
    ),
  read,
};

function steps(form: RecipeForm): RunStep[] {
  const { workload, schedule } = inSlices({
    slices: 8,
    sliceMs: form === 'quick' ? 250 : 1000,
    warmupMs: form === 'quick' ? 750 : 2000,
  });
  return ways.map(({ id, name, rttMs }) => ({
    type: 'run',
    id,
    label: name,
    plan: {
      ...(rttMs > 0 ? { network: { rttMs } } : {}),
      workload: { ...workload, clients: 10, dataSize: 100, keyspace: 1000 },
      schedule,
      lanes: kinds.flatMap((kind) =>
        [true, false].map((keepalive) => ({
          id: (keepalive ? kept : fresh)(id, kind.id)[1],
          strategy: kind.strategy,
          workload: { pipeline: kind.pipeline, keepalive },
        })),
      ),
    },
  }));
}

function read(measured: Measured): Phrase[] {
  return ways.flatMap(({ id: way, rttMs }) => {
    const shares = kinds.flatMap(({ id, name }) => {
      const ratio = measured.ratio(fresh(way, id), kept(way, id));
      return ratio ? [{ client: listOf(...name), ratio }] : [];
    });
    if (shares.length === 0) return [];
    const [singleRate = null, batchRate = null] = (['one-by-one', 'pipeline'] as const).map((kind) =>
      measured.rate(fresh(way, kind)),
    );
    const saved =
      singleRate !== null && batchRate !== null
        ? { commands: kinds[2].pipeline, batchRate, singleRate }
        : null;
    return [sentence('shares', { rttMs, shares, saved })];
  });
}
