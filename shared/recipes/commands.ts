import { countOf, timesOf } from './durations.ts';
import { allOf, atLeast, inWords, unseen } from './judging.ts';
import type { Measured, Place } from './measured.ts';
import { commandsAtDepth as published } from './published.ts';
import type { Cell, Finding, Table } from '../contract/recipe.ts';
import type { Recipe, Step } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { latencyColumns, ratesTable, ratioColumns } from './tables.ts';

const names = ['set', 'lpush'] as const;
const depths = [1, 10] as const;
const clients = ['wire', 'ioredis'] as const;
type Client = (typeof clients)[number];

const step = 'commands';
const at = (client: Client, command: string, depth: number): Place => [step, `${client}-${command}-${depth}`];
/** ioredis as a program would use it: without a pipeline where there is nothing to batch. */
const strategyOf = (client: Client, depth: number) =>
  client === 'wire' ? 'wire' : depth === 1 ? 'one-by-one' : 'pipeline';
const cases = names.flatMap((command) => depths.map((depth) => ({ command, depth })));

export const commandsAtDepth: Recipe = {
  id: 'commands',
  title: 'SET and LPUSH, one and ten at a time',
  question: 'What do ten commands a pipeline change for throughput, and for the time that a command takes?',
  method:
    'SET and LPUSH of 3 bytes over 50 connections on 1000 keys at depth 1 and 10, on a private server with an append-only file that is synced every second, as published. The raw socket stands for redis-benchmark, ioredis beside it. In a pipeline, the time of a command lasts until the whole batch is there.',
  prediction: {
    type: 'number',
    ask: 'How many times the throughput do ten SETs a pipeline reach (raw socket)?',
    unit: '×',
    answer: (measured) => measured.ratio(at('wire', 'set', 10), at('wire', 'set', 1))?.ratio ?? null,
  },
  source: published.source,
  steps,
  claims: [
    {
      text: 'Ten commands a pipeline give five times the throughput.',
      rule: 'Holds when SET and LPUSH each reach at least 4 times the throughput of depth 1 with the whole interval (published: 5.2 and 5.1).',
      judge: (measured) =>
        allOf(
          names.map((command) =>
            atLeast(
              measured.ratio(at('wire', command, 10), at('wire', command, 1)),
              4,
              `${command.toUpperCase()} at depth 10 against 1`,
            ),
          ),
        ),
    },
    {
      text: 'A call is made of these: the client serialises, the network carries, the server parses, runs and serialises, the network carries back, the client parses.',
      rule: 'Where each part begins and ends is not measured: only the CPU of both ends, which is shown.',
      judge: judgeParts,
    },
  ],
  tables: (measured) => [
    ratesTable(
      measured,
      clients.flatMap((client) =>
        cases.map(({ command, depth }) => ({
          label: inWordsOf({ command, depth }, client),
          place: at(client, command, depth),
          single: at(client, command, 1),
          ...(client === 'wire' ? { published: firstPublished(command, depth)?.rps } : {}),
        })),
      ),
      {
        title: 'SET and LPUSH of 3 bytes, 50 connections',
        further: ratioColumns('against 1', ({ place, single }) => (place[1] === single[1] ? null : single)),
      },
    ),
    ...latencyTables(measured),
  ],
  read,
};

const inWordsOf = ({ command, depth }: { command: string; depth: number }, client: Client) =>
  `${command.toUpperCase()}, depth ${depth}${client === 'ioredis' ? ', ioredis' : ''}`;

const publishedOf = (command: string, depth: number) =>
  published.rows.filter((row) => row.command === command && row.depth === depth);
/** The pair that was measured beside depth 10. */
const firstPublished = (command: string, depth: number) => publishedOf(command, depth).at(-1);

const percentiles = ['mean', 'min', 'p50', 'p95', 'p99', 'max'] as const;

function latencyTables(measured: Measured): Table[] {
  const columns = latencyColumns(percentiles);
  return [
    {
      title: 'Time of a command',
      columns: [{ label: '', unit: 'text', origin: 'setting' }, ...columns.map(({ column }) => column)],
      rows: clients.flatMap((client) =>
        cases.map((one) => {
          const row = { label: inWordsOf(one, client), place: at(client, one.command, one.depth) };
          return [row.label, ...columns.map(({ cell }) => cell(row, measured))];
        }),
      ),
    },
    {
      title: 'Time of a command beside the published one, ms (raw socket)',
      columns: [
        { label: '', unit: 'text', origin: 'setting' },
        { label: '', unit: 'text', origin: 'setting' },
        { label: 'measured', unit: 'ms', origin: 'measured' },
        { label: 'published', unit: 'ms', origin: 'published' },
      ],
      rows: cases.flatMap((one) => {
        const known: Partial<Record<(typeof percentiles)[number], number>> =
          publishedOf(one.command, one.depth)[0]?.latencyMs ?? {};
        const latency = measured.lane(at('wire', one.command, one.depth))?.latencyMs.command;
        return percentiles
          .filter((key) => known[key] !== undefined)
          .map((key): Cell[] => [inWordsOf(one, 'wire'), key, latency?.[key] ?? null, known[key] ?? null]);
      }),
    },
  ];
}

function judgeParts(measured: Measured): Finding {
  const lane = measured.lane(at('ioredis', 'set', 1));
  const rate = lane?.throughput?.median;
  const server = lane?.server.cpuMicrosPerCommand ?? null;
  const client = lane?.client.cpu ?? null;
  if (!lane || rate === undefined || server === null || client === null)
    return unseen('The CPU of both ends was not measured.');
  return unseen(
    `Of a SET with ioredis at depth 1, ${((client * 1e6) / rate).toFixed(1)} µs are CPU of the client and ${server.toFixed(1)} µs CPU of the server; which part of it is parsing, and which the kernel’s, is not told apart.`,
  );
}

function steps(form: RecipeForm): Step[] {
  const { workload, schedule } = timesOf(form, { slices: 8, sliceMs: 300, warmupMs: 900 });
  const lanes = clients.flatMap((client) => cases.map((one) => ({ ...one, client })));
  return [
    {
      type: 'run',
      id: step,
      label: 'SET and LPUSH at depth 1 and 10',
      plan: {
        server: { persistence: 'aof-everysec' },
        workload: {
          ...workload,
          ...countOf(form, published.requests),
          clients: published.clients,
          dataSize: published.dataSize,
          keyspace: published.keyspace,
          resp: 2,
        },
        schedule,
        lanes: lanes.map(({ client, command, depth }) => ({
          id: at(client, command, depth)[1],
          strategy: strategyOf(client, depth),
          workload: { commands: [command], pipeline: depth },
        })),
      },
      pace: Object.fromEntries(
        lanes.map(({ client, command, depth }) => [
          at(client, command, depth)[1],
          firstPublished(command, depth)?.rps ?? 50_000,
        ]),
      ),
    },
  ];
}

function read(measured: Measured): string[] {
  const gains = clients.flatMap((client) =>
    names.flatMap((command) => {
      const ratio = measured.ratio(at(client, command, 10), at(client, command, 1));
      return ratio
        ? [
            `${command.toUpperCase()} ${client === 'wire' ? 'on a raw socket' : 'with ioredis'} ${inWords(ratio)}`,
          ]
        : [];
    }),
  );
  const waits = names.flatMap((command) => {
    const [single, deep] = depths.map(
      (depth) => measured.lane(at('wire', command, depth))?.latencyMs.command?.p50,
    );
    const [publishedSingle, publishedDeep] = depths.map(
      (depth) => firstPublished(command, depth)?.latencyMs.p50,
    );
    return single && deep
      ? [
          `${command.toUpperCase()}: in a pipeline of ten a command takes ${(deep / single).toFixed(1)} times as long as by itself (median ${deep.toFixed(3)} against ${single.toFixed(3)} ms; published ${publishedDeep ?? '–'} against ${publishedSingle ?? '–'} ms).`,
        ]
      : [];
  });
  return [...(gains.length > 0 ? [`Ten a pipeline against one: ${gains.join(', ')}.`] : []), ...waits];
}
