import { formatShort } from '../words/format.ts';
import { countOf, timesOf } from './durations.ts';
import { allOf, atLeast, between, inWords, rateInWords } from './judging.ts';
import type { Measured, Place } from './measured.ts';
import { connections as published } from './published.ts';
import type { Recipe, Step } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { ratesTable, ratioColumns } from './tables.ts';

const step = 'connections';
const wire = (clients: number): Place => [step, `wire-${clients}`];
const ioredis = (clients: number): Place => [step, `one-by-one-${clients}`];

/** Commands per second on loopback of a small machine, for the estimate of time alone. */
const pace: Record<number, number> = { 1: 20_000, 5: 40_000, 10: 45_000, 50: 50_000 };

export const connections: Recipe = {
  id: 'connections',
  title: 'More connections instead of batching',
  question: 'What do more connections do for throughput when every command awaits its reply?',
  method:
    'SET of 100 bytes, one by one, over 1, 5, 10 and 50 connections. The published client was a C program: the raw socket stands for it, and ioredis beside it. As redis-benchmark does by default, all write the same key.',
  prediction: {
    type: 'number',
    ask: 'How many times the throughput of one connection do 50 reach (raw socket)?',
    unit: '×',
    answer: (measured) => measured.ratio(wire(50), wire(1))?.ratio ?? null,
  },
  source: published.source,
  steps,
  claims: [
    {
      text: 'Throughput grows almost linearly with connections until the server is saturated, then stays level.',
      rule: 'Holds when 5 connections reach at least 3 times the throughput of one, and 50 from 0.75 to 1.33 times that of 10; each with its whole interval.',
      judge: (measured) =>
        allOf([
          atLeast(measured.ratio(wire(5), wire(1)), 3, '5 connections against 1'),
          between(measured.ratio(wire(50), wire(10)), 0.75, 1.33, '50 connections against 10'),
        ]),
    },
  ],
  tables: (measured) => [
    ratesTable(
      measured,
      [
        ...published.rows.map(({ clients, rps }) => ({
          label: `${connectionsInWords(clients)}, raw socket`,
          place: wire(clients),
          single: wire(1),
          published: rps,
        })),
        ...published.rows.map(({ clients }) => ({
          label: `${connectionsInWords(clients)}, ioredis`,
          place: ioredis(clients),
          single: ioredis(1),
        })),
      ],
      {
        title: 'SET of 100 bytes, one by one',
        further: ratioColumns('against 1', ({ place, single }) => (place[1] === single[1] ? null : single)),
      },
    ),
  ],
  read,
};

const connectionsInWords = (clients: number) => `${clients} ${clients === 1 ? 'connection' : 'connections'}`;

function steps(form: RecipeForm): Step[] {
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
      label: '1, 5, 10 and 50 connections',
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

function read(measured: Measured): string[] {
  const sentences: string[] = [];
  for (const [name, place] of [
    ['The raw socket', wire],
    ['ioredis', ioredis],
  ] as const) {
    const single = measured.rate(place(1));
    const ratios = [5, 10, 50].flatMap((clients) => {
      const ratio = measured.ratio(place(clients), place(1));
      return ratio ? [`${inWords(ratio)} over ${clients}`] : [];
    });
    if (single !== null && ratios.length > 0)
      sentences.push(`${name}: ${rateInWords(single)} over one connection, ${ratios.join(', ')}.`);
  }
  const [best, widest] = [measured.lane(wire(10)), measured.lane(wire(50))];
  const cpu = widest?.server.cpu ?? best?.server.cpu ?? null;
  if (cpu !== null)
    sentences.push(
      cpu >= 0.9
        ? `At the end the server's main thread is ${Math.round(cpu * 100)} % busy: it is saturated, and further connections bring nothing.`
        : `At the end the server's main thread is only ${Math.round(cpu * 100)} % busy: what is saturated is the client, or the cores that both share.`,
    );
  const [one, fifty] = [
    measured.lane(wire(1))?.latencyMs.command,
    measured.lane(wire(50))?.latencyMs.command,
  ];
  if (one && fifty && one.p50 > 0)
    sentences.push(
      `Each command waits ${formatShort(fifty.p50 / one.p50)} times as long over 50 connections as over one (median ${fifty.p50.toFixed(3)} against ${one.p50.toFixed(3)} ms).`,
    );
  return sentences;
}
