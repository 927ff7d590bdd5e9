import { countOf, timesOf } from './durations.ts';
import { allOf, atLeast, between } from './judging.ts';
import type { Measured, LaneSource, Ratio } from './measured.ts';
import { listOf, phrasesOf, versus, type None, type Phrase, type RecipeCodes } from './phrase.ts';
import { connections as published } from './published.ts';
import type { Recipe, SweepStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { ratesTable, ratioColumns } from './tables.ts';

export interface ConnectionsCodes extends RecipeCodes {
  id: 'connections';
  choices: never;
  claims: 'linear-until-saturated';
  labels: { 'all-counts': None; 'set-one-by-one': None };
  sentences: {
    gains: {
      client: 'wire' | 'ioredis';
      singleRate: number;
      gains: readonly { connections: number; ratio: Ratio }[];
    };
    /** CPU of the server, as a share of one core. */
    'server-saturated': { cpu: number };
    'server-not-saturated': { cpu: number };
    'longer-wait': { singleMs: number; manyMs: number };
  };
}
const { label, sentence } = phrasesOf<ConnectionsCodes>();

const step = 'connections';
const wire = (clients: number): LaneSource => [step, `wire-${clients}`];
const ioredis = (clients: number): LaneSource => [step, `one-by-one-${clients}`];

/** Commands per second on loopback of a small machine, for the estimate of time alone. */
const pace: Record<number, number> = { 1: 20_000, 5: 40_000, 10: 45_000, 50: 50_000 };

export const connections: Recipe<ConnectionsCodes> = {
  id: 'connections',
  prediction: {
    type: 'number',
    unit: '×',
    answer: (measured) => measured.ratio(wire(50), wire(1))?.ratio ?? null,
  },
  steps,
  claims: {
    'linear-until-saturated': (measured) =>
      allOf([
        atLeast(measured.ratio(wire(5), wire(1)), 3, versus(label('connections', { count: 5 }), 1)),
        between(
          measured.ratio(wire(50), wire(10)),
          0.75,
          1.33,
          versus(label('connections', { count: 50 }), 10),
        ),
      ]),
  },
  tables: (measured) => [
    ratesTable(
      measured,
      [
        ...published.rows.map(({ clients, rps }) => ({
          label: listOf(label('connections', { count: clients }), label('raw-socket')),
          place: wire(clients),
          single: wire(1),
          published: rps,
        })),
        ...published.rows.map(({ clients }) => ({
          label: listOf(label('connections', { count: clients }), 'ioredis'),
          place: ioredis(clients),
          single: ioredis(1),
        })),
      ],
      {
        title: label('set-one-by-one'),
        further: ratioColumns(label('against-count', { count: 1 }), ({ place, single }) =>
          place[1] === single[1] ? null : single,
        ),
      },
    ),
  ],
  read,
};

function steps(form: RecipeForm): SweepStep[] {
  const { workload, schedule } = timesOf(form, { slices: 8, sliceMs: 300, warmupMs: 800 });
  const lanes = [
    ...published.rows.map(({ clients }) => ({
      id: wire(clients)[1],
      strategy: 'wire',
      workload: { clients },
    })),
    ...published.rows.map(({ clients }) => ({
      id: ioredis(clients)[1],
      strategy: 'one-by-one',
      workload: { clients },
    })),
  ];
  return [
    {
      type: 'run',
      id: step,
      label: label('all-counts'),
      plan: {
        workload: {
          ...workload,
          ...countOf(form, published.requests),
          dataSize: 100,
          keyspace: 1,
          pipeline: 1,
          resp: 2,
        },
        schedule,
        lanes,
      },
      pace: Object.fromEntries(
        published.rows.flatMap(({ clients, rps }) =>
          [wire, ioredis].map((place) => [place(clients)[1], pace[clients] ?? rps]),
        ),
      ),
    },
  ];
}

function read(measured: Measured): Phrase[] {
  const gains = (
    [
      ['wire', wire],
      ['ioredis', ioredis],
    ] as const
  ).flatMap(([client, place]) => {
    const singleRate = measured.rate(place(1));
    const ratios = [5, 10, 50].flatMap((count) => {
      const ratio = measured.ratio(place(count), place(1));
      return ratio ? [{ connections: count, ratio }] : [];
    });
    return singleRate === null || ratios.length === 0
      ? []
      : [sentence('gains', { client, singleRate, gains: ratios })];
  });
  const [one, ten, fifty] = [1, 10, 50].map((count) => measured.lane(wire(count)));
  const cpu = fifty?.server.cpu ?? ten?.server.cpu ?? null;
  const [singleMs, manyMs] = [one, fifty].map((lane) => lane?.latencyMs.command?.p50);
  return [
    ...gains,
    ...(cpu === null ? [] : [sentence(cpu >= 0.9 ? 'server-saturated' : 'server-not-saturated', { cpu })]),
    ...(singleMs && manyMs !== undefined ? [sentence('longer-wait', { singleMs, manyMs })] : []),
  ];
}
