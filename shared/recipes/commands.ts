import { countOf, timesOf } from './durations.ts';
import { allOf, atLeast, unseen } from './judging.ts';
import type { Measured, LaneSource, Ratio } from './measured.ts';
import { latencyKeys, listOf, phrasesOf, type None, type Phrase, type RecipeCodes } from './phrase.ts';
import { commandsAtDepth as published } from './published.ts';
import type { RecipeCell, ClaimOutcome, FigureTable } from '../contract/recipe.ts';
import type { Recipe, SweepStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { latencyColumns, ratesTable, ratioColumns } from './tables.ts';

export interface CommandsCodes extends RecipeCodes {
  id: 'commands';
  choices: never;
  claims: 'five-times' | 'parts-of-a-call';
  labels: {
    'at-both-depths': None;
    'set-and-lpush': None;
    'time-of-a-command': None;
    'time-beside-published': None;
    measured: None;
    'command-deep': { command: string; depth: number; than: number };
  };
  sentences: {
    'no-cpu': None;
    'cpu-of-both': { clientMicros: number; serverMicros: number };
    gains: { gains: readonly { command: string; client: 'wire' | 'ioredis'; ratio: Ratio }[] };
    'longer-time': {
      command: string;
      deepMs: number;
      singleMs: number;
      publishedDeepMs: number | null;
      publishedSingleMs: number | null;
    };
  };
}
const { label, sentence } = phrasesOf<CommandsCodes>();

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

export const commandsAtDepth: Recipe<CommandsCodes> = {
  id: 'commands',
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
        const known: Partial<Record<(typeof latencyKeys)[number], number>> =
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
  const lane = measured.lane(at('ioredis', 'set', 1));
  const rate = lane?.throughput?.median;
  const server = lane?.server.cpuMicrosPerCommand ?? null;
  const client = lane?.client.cpu ?? null;
  if (!lane || rate === undefined || server === null || client === null) return unseen(sentence('no-cpu'));
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
