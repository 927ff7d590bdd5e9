import type { RecipeForm } from '../contract/enums.ts';
import type { ClaimOutcome, FigureTable, LatencyKey, Phrase, Ratio, RecipeCell } from '../contract/recipe.ts';
import { formatMs } from '../words/format.ts';
import { countOf, timesOf } from '../sweep/durations.ts';
import { allOf, atLeast, unseen } from '../sweep/judging.ts';
import type { Measured, LaneSource } from '../sweep/measured.ts';
import { listOf, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, SweepStep } from '../sweep/recipe.ts';
import { latencyColumns, ratesTable, ratioColumns } from '../sweep/tables.ts';

const latencyKeys: readonly LatencyKey[] = ['mean', 'min', 'p50', 'p95', 'p99', 'max'];

const published = {
  clients: 50,
  requests: 100_000,
  dataSize: 3,
  keyspace: 1000,
  /** Measured twice at depth 1: once with all percentiles. */
  rows: [
    {
      command: 'set',
      depth: 1,
      rps: 47_801.15,
      latencyMs: { mean: 0.723, min: 0.184, p50: 0.671, p95: 1.255, p99: 1.567, max: 5.895 },
    },
    {
      command: 'lpush',
      depth: 1,
      rps: 47_938.64,
      latencyMs: { mean: 0.736, min: 0.208, p50: 0.687, p95: 1.295, p99: 1.687, max: 2.975 },
    },
    { command: 'set', depth: 1, rps: 47_984.64, latencyMs: { p50: 0.615 } },
    { command: 'lpush', depth: 1, rps: 49_875.31, latencyMs: { p50: 0.615 } },
    { command: 'set', depth: 10, rps: 248_756.22, latencyMs: { p50: 1.695 } },
    { command: 'lpush', depth: 10, rps: 253_164.55, latencyMs: { p50: 1.639 } },
  ],
} as const;

export const words = {
  title: 'SET and LPUSH, one and ten at a time',
  question: 'What do ten commands a pipeline change for throughput, and for the time of a command?',
  method:
    'SET and LPUSH of 3 bytes over 50 connections on 1000 keys at depth 1 and 10. The private server syncs an append-only file every second, as published. The raw socket stands for redis-benchmark, with ioredis beside it. In a pipeline, the time of a command ends when the replies of the whole batch have arrived.',
  source:
    'a published benchmark (author and title unknown); redis-benchmark, 50 connections, 100,000 commands of 3 bytes on 1000 keys. Loopback; append-only file on, a snapshot when 10 keys changed in 300 s',
  ask: 'How many times the throughput do ten SETs a pipeline reach (raw socket)?',
  choices: {},
  takeaway: (times) => `Ten SETs at a time did ${times} times as many commands a second as one by one.`,
  claims: {
    'five-times': {
      text: 'Ten commands a pipeline give five times the throughput.',
      rule: 'Holds when SET and LPUSH each reach at least 4 times the throughput of depth 1 with the whole interval (published: 5.2 and 5.1).',
    },
    'parts-of-a-call': {
      text: 'A call is made of these: the client serialises, the network carries, the server parses, runs and serialises, the network carries back, the client parses.',
      rule: 'The start and the end of each part are not measured. Only the CPU of both ends is measured and shown.',
    },
  },
  labels: {
    'at-both-depths': 'SET and LPUSH at depth 1 and 10',
    'set-and-lpush': 'SET and LPUSH of 3 bytes, 50 connections',
    'time-of-a-command': 'Time of a command',
    'time-beside-published': 'Time of a command beside the published one, ms (raw socket)',
    measured: 'measured',
    'command-deep': ({ command, depth, than }: { command: string; depth: number; than: number }) =>
      `${command} at depth ${depth} against ${than}`,
  },
  sentences: {
    'no-cpu': 'The CPU of both ends was not measured.',
    'cpu-of-both': ({ clientMicros, serverMicros }: { clientMicros: number; serverMicros: number }) =>
      `A SET with ioredis at depth 1 takes ${clientMicros.toFixed(1)} µs of client CPU and ${serverMicros.toFixed(1)} µs of server CPU. How much of that is parsing and how much is the kernel cannot be separated.`,
    gains: (
      { gains }: { gains: readonly { command: string; client: 'wire' | 'ioredis'; ratio: Ratio }[] },
      { ratio, list },
    ) =>
      `Ten a pipeline against one: ${list(
        gains.map(
          (gain) =>
            `${gain.command} ${gain.client === 'wire' ? 'on a raw socket' : 'with ioredis'} ${ratio(gain.ratio)}`,
        ),
      )}.`,
    'longer-time': ({
      command,
      deepMs,
      singleMs,
      publishedDeepMs,
      publishedSingleMs,
    }: {
      command: string;
      deepMs: number;
      singleMs: number;
      publishedDeepMs: number | null;
      publishedSingleMs: number | null;
    }) =>
      `${command}: in a pipeline of ten a command takes ${(deepMs / singleMs).toFixed(1)} times as long as by itself (median ${formatMs(deepMs)} against ${formatMs(singleMs)} ms; published ${publishedDeepMs ?? '–'} against ${publishedSingleMs ?? '–'} ms).`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

const names = ['set', 'lpush'] as const;
const depths = [1, 10] as const;
const clients = ['wire', 'ioredis'] as const;
type Client = (typeof clients)[number];

const step = 'commands';
const at = (client: Client, command: string, depth: number): LaneSource => [
  step,
  `${client}-${command}-${depth}`,
];
/** ioredis as a program would use it: without a pipeline where there is nothing to batch. */
const strategyOf = (client: Client, depth: number) =>
  client === 'wire' ? 'wire' : depth === 1 ? 'one-by-one' : 'pipeline';
const cases = names.flatMap((command) => depths.map((depth) => ({ command, depth })));

export const recipe: Recipe<typeof words> = {
  id: 'commands',
  order: 50,
  topic: 'why',
  prediction: {
    type: 'number',
    unit: '×',
    answer: (measured) => measured.ratio(at('wire', 'set', 10), at('wire', 'set', 1))?.ratio ?? null,
  },
  steps,
  claims: {
    'five-times': (measured) =>
      allOf(
        names.map((command) =>
          atLeast(
            measured.ratio(at('wire', command, 10), at('wire', command, 1)),
            4,
            label('command-deep', { command: command.toUpperCase(), depth: 10, than: 1 }),
          ),
        ),
      ),
    'parts-of-a-call': judgeParts,
  },
  tables: (measured) => [
    ratesTable(
      measured,
      clients.flatMap((client) =>
        cases.map(({ command, depth }) => ({
          label: labelOf({ command, depth }, client),
          place: at(client, command, depth),
          single: at(client, command, 1),
          ...(client === 'wire' ? { published: firstPublished(command, depth)?.rps } : {}),
        })),
      ),
      {
        title: label('set-and-lpush'),
        further: ratioColumns(label('against-count', { count: 1 }), ({ place, single }) =>
          place[1] === single[1] ? null : single,
        ),
      },
    ),
    ...latencyTables(measured),
  ],
  read,
};

const labelOf = ({ command, depth }: { command: string; depth: number }, client: Client) =>
  listOf(command.toUpperCase(), label('depth', { depth }), ...(client === 'ioredis' ? ['ioredis'] : []));

const publishedOf = (command: string, depth: number) =>
  published.rows.filter((row) => row.command === command && row.depth === depth);
/** The pair that was measured beside depth 10. */
const firstPublished = (command: string, depth: number) => publishedOf(command, depth).at(-1);

function latencyTables(measured: Measured): FigureTable[] {
  const columns = latencyColumns(latencyKeys);
  return [
    {
      title: label('time-of-a-command'),
      columns: [{ label: '', unit: 'text', origin: 'setting' }, ...columns.map(({ column }) => column)],
      rows: clients.flatMap((client) =>
        cases.map((one) => {
          const row = { label: labelOf(one, client), place: at(client, one.command, one.depth) };
          return [row.label, ...columns.map(({ cell }) => cell(row, measured))];
        }),
      ),
    },
    {
      title: label('time-beside-published'),
      columns: [
        { label: '', unit: 'text', origin: 'setting' },
        { label: '', unit: 'text', origin: 'setting' },
        { label: label('measured'), unit: 'ms', origin: 'measured' },
        { label: label('published'), unit: 'ms', origin: 'published' },
      ],
      rows: cases.flatMap((one) => {
        const known: Partial<Record<LatencyKey, number>> =
          publishedOf(one.command, one.depth)[0]?.latencyMs ?? {};
        const latency = measured.lane(at('wire', one.command, one.depth))?.latencyMs.command;
        return latencyKeys
          .filter((key) => known[key] !== undefined)
          .map((key): RecipeCell[] => [
            labelOf(one, 'wire'),
            label('latency', { key }),
            latency?.[key] ?? null,
            known[key] ?? null,
          ]);
      }),
    },
  ];
}

function judgeParts(measured: Measured): ClaimOutcome {
  const place = at('ioredis', 'set', 1);
  const [lane, rate] = [measured.lane(place), measured.rate(place)];
  const server = lane?.server.cpuMicrosPerCommand ?? null;
  const client = lane?.client.cpu ?? null;
  if (!lane || rate === null || server === null || client === null) return unseen(sentence('no-cpu'));
  return unseen(sentence('cpu-of-both', { clientMicros: (client * 1e6) / rate, serverMicros: server }));
}

function steps(form: RecipeForm): SweepStep[] {
  const { workload, schedule } = timesOf(form, { slices: 8, sliceMs: 300, warmupMs: 900 });
  const lanes = clients.flatMap((client) => cases.map((one) => ({ ...one, client })));
  return [
    {
      type: 'run',
      id: step,
      label: label('at-both-depths'),
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

function read(measured: Measured): Phrase[] {
  const gains = clients.flatMap((client) =>
    names.flatMap((command) => {
      const ratio = measured.ratio(at(client, command, 10), at(client, command, 1));
      return ratio ? [{ command: command.toUpperCase(), client, ratio }] : [];
    }),
  );
  const waits = names.flatMap((command) => {
    const [singleMs, deepMs] = depths.map(
      (depth) => measured.lane(at('wire', command, depth))?.latencyMs.command?.p50,
    );
    const [publishedSingleMs = null, publishedDeepMs = null] = depths.map(
      (depth) => firstPublished(command, depth)?.latencyMs.p50 ?? null,
    );
    return singleMs && deepMs
      ? [
          sentence('longer-time', {
            command: command.toUpperCase(),
            deepMs,
            singleMs,
            publishedDeepMs,
            publishedSingleMs,
          }),
        ]
      : [];
  });
  return [...(gains.length > 0 ? [sentence('gains', { gains })] : []), ...waits];
}
