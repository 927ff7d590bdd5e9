import type { RecipeForm } from '../contract/enums.ts';
import type { Phrase, Ratio } from '../contract/recipe.ts';
import { formatMs, formatShare, formatShort } from '../words/format.ts';
import { countOf, timesOf } from '../sweep/durations.ts';
import { environments } from '../sweep/en/sources.ts';
import { allOf, atLeast, between } from '../sweep/judging.ts';
import type { Measured, LaneSource } from '../sweep/measured.ts';
import { listOf, versus, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, SweepStep } from '../sweep/recipe.ts';
import { ratesTable, ratioColumns } from '../sweep/tables.ts';

const published = {
  requests: 1_000_000,
  rows: [
    { clients: 1, rps: 8768.55 },
    { clients: 5, rps: 35_334.44 },
    { clients: 10, rps: 52_430.14 },
    { clients: 50, rps: 52_413.65 },
  ],
} as const;

export const words = {
  title: 'More connections instead of batching',
  question: 'What do more connections do for throughput when every command awaits its reply?',
  method:
    'SET of 100 bytes, one by one, over 1, 5, 10 and 50 connections. The published client was a C program: the raw socket stands for it, with ioredis beside it. All commands write the same key, as with redis-benchmark by default.',
  source: `a published benchmark (author and title unknown); redis-benchmark, SET of 100 bytes, 1,000,000 commands; ${environments.document0}`,
  ask: 'How many times the throughput of one connection do 50 reach (raw socket)?',
  choices: {},
  takeaway: (times) =>
    `Without batching, 50 connections did ${times} times as many commands a second as one.`,
  claims: {
    'linear-until-saturated': {
      text: 'Throughput grows almost linearly with connections until the server is saturated, then stays level.',
      rule: 'Holds when 5 connections reach at least 3 times the throughput of one, and 50 reach from 0.75 to 1.33 times that of 10. Each must do so with its whole interval.',
    },
  },
  labels: { 'all-counts': '1, 5, 10 and 50 connections', 'set-one-by-one': 'SET of 100 bytes, one by one' },
  sentences: {
    gains: (
      {
        client,
        singleRate,
        gains,
      }: {
        client: 'wire' | 'ioredis';
        singleRate: number;
        gains: readonly { connections: number; ratio: Ratio }[];
      },
      { perSecond, ratio, list },
    ) =>
      `${client === 'wire' ? 'The raw socket' : 'ioredis'}: ${perSecond(singleRate)} over one connection, ${list(gains.map((gain) => `${ratio(gain.ratio)} over ${gain.connections}`))}.`,
    /** CPU of the server, as a share of one core. */
    'server-saturated': ({ cpu }: { cpu: number }) =>
      `At the end the server's main thread is ${formatShare(cpu)} busy: it is saturated, and further connections bring nothing.`,
    'server-not-saturated': ({ cpu }: { cpu: number }) =>
      `At the end the server's main thread is only ${formatShare(cpu)} busy: what is saturated is the client, or the cores that both share.`,
    'longer-wait': ({ singleMs, manyMs }: { singleMs: number; manyMs: number }) =>
      `Each command waits ${formatShort(manyMs / singleMs)} times as long over 50 connections as over one (median ${formatMs(manyMs)} against ${formatMs(singleMs)} ms).`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

const step = 'connections';
const wire = (clients: number): LaneSource => [step, `wire-${clients}`];
const ioredis = (clients: number): LaneSource => [step, `one-by-one-${clients}`];

/** Commands per second on loopback of a small machine, for the estimate of time alone. */
const pace: Record<number, number> = { 1: 20_000, 5: 40_000, 10: 45_000, 50: 50_000 };

export const recipe: Recipe<typeof words> = {
  id: 'connections',
  order: 20,
  topic: 'why',
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
