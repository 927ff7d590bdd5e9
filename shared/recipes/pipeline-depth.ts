import { countOf, timesOf } from './durations.ts';
import { atLeast, below, fastest, inWords, unseen } from './judging.ts';
import type { Measured, Place } from './measured.ts';
import { pipelineDepth as published } from './published.ts';
import type { Finding } from '../contract/recipe.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { ratesTable, ratioColumns } from './tables.ts';

const depths = [1, 4, 6, 8, 10, 11, 15, 40] as const;
const sizes = [100, 200, 3000] as const;
const linkMbit = 1000;
const linkDepths = [1, 8] as const;
const linkStep = 'link-3000';

type Client = 'wire' | 'pipeline';
/** The full form also runs the whole sweep with ioredis. */
const clientsOf = (form: RecipeForm): Client[] => (form === 'full' ? ['wire', 'pipeline'] : ['wire']);
const stepOf = (size: number, client: Client) => `${client}-${size}`;
const laneOf = (depth: number) => `depth-${depth}`;
const at = (size: number, depth: number, client: Client = 'wire'): Place => [
  stepOf(size, client),
  laneOf(depth),
];
const atLink = (depth: number): Place => [linkStep, laneOf(depth)];
const publishedAt = (dataSize: number, depth: number) =>
  published.rows.find((row) => row.dataSize === dataSize && row.depth === depth);

export const pipelineDepth: Recipe = {
  id: 'pipeline-depth',
  title: 'How deep a pipeline should be',
  question: 'Which depth is best for which size of command, and what does it depend on?',
  method:
    'SET of 100, 200 and 3000 bytes over 20 connections at depths from 1 to 40, on a raw socket that stands for redis-benchmark; then 3000 bytes through 1000 Mbit/s, the bandwidth of the published link. The full form adds the same sweep with ioredis.',
  prediction: {
    type: 'choice',
    ask: 'Which depth is the fastest for commands of 100 bytes on this machine?',
    choices: depths.map(String),
    answer: (measured) => best(measured, 100)?.label ?? null,
  },
  source: published.source,
  steps,
  claims: [
    {
      text: 'For commands of 100 bytes a pipeline gains an order of magnitude.',
      rule: 'Holds when the fastest depth reaches at least 10 times the throughput of depth 1 with its whole interval (published: 10.7 at depth 10).',
      judge: (measured) => {
        const deepest = best(measured, 100);
        return atLeast(
          deepest && measured.ratio(deepest.place, at(100, 1)),
          10,
          `Depth ${deepest?.label ?? 'unknown'} against 1 at 100 bytes`,
        );
      },
    },
    {
      text: 'A pipeline is best when depth times size just fills the packets of the link.',
      rule: 'Holds when depth 11 reaches at most 0.8 times the throughput of depth 10 at 100 bytes with its whole interval (published: 0.56), over a link with an MTU of 1500.',
      judge: judgePackets,
    },
    {
      text: 'For commands of 3 kB and more a pipeline gains nothing.',
      rule: 'Holds when depth 8 reaches less than 1.2 times the throughput of depth 1 at 3000 bytes with its whole interval (published: 1.03): through the link of 1000 Mbit/s, or on the way to a server elsewhere.',
      judge: judgeLarge,
    },
  ],
  tables: (measured) => [
    ...sizes.map((size) =>
      ratesTable(measured, rowsOf(measured, size), {
        title: `SET of ${size} bytes, 20 connections`,
        further: [
          ...ratioColumns('against 1', ({ place }: { place: Place }) =>
            place[1] === laneOf(1) ? null : [place[0], laneOf(1)],
          ),
          {
            column: { label: 'segments', unit: 'count', origin: 'measured', detail: true },
            cell: ({ place }) => measured.lane(place)?.perWrite?.segments ?? null,
          },
        ],
      }),
    ),
    ratesTable(
      measured,
      linkDepths.map((depth) => ({
        label: `depth ${depth}`,
        place: atLink(depth),
        published: publishedAt(3000, depth)?.rps,
      })),
      {
        title: `SET of 3000 bytes through ${linkMbit} Mbit/s`,
        further: ratioColumns('against 1', ({ place }) => (place[1] === laneOf(1) ? null : atLink(1))),
      },
    ),
  ],
  read,
};

function rowsOf(measured: Measured, size: number) {
  const ofWire = depths.map((depth) => ({
    label: `depth ${depth}`,
    place: at(size, depth),
    published: publishedAt(size, depth)?.rps,
  }));
  const ofIoredis = depths
    .map((depth) => ({
      label: `depth ${depth}, ioredis`,
      place: at(size, depth, 'pipeline'),
      published: undefined,
    }))
    .filter(({ place }) => measured.rate(place) !== null);
  return [...ofWire, ...ofIoredis];
}

const best = (measured: Measured, size: number, client: Client = 'wire') =>
  fastest(
    measured,
    depths.map((depth) => ({ label: String(depth), place: at(size, depth, client) })),
  );

function judgePackets(measured: Measured): Finding {
  const found = below(measured.ratio(at(100, 11), at(100, 10)), 0.8, 'Depth 11 against 10 at 100 bytes');
  if (!measured.isOneMachine) return found;
  const deepest = best(measured, 100);
  const bytes = deepest && measured.lane(deepest.place)?.perWrite?.bytes;
  return unseen(
    'Client and server share a machine: loopback has no packets of 1500 bytes.',
    found,
    ...(deepest && bytes != null
      ? [unseen(`The fastest depth is ${deepest.label}, with ${Math.round(bytes)} bytes a write.`)]
      : []),
  );
}

function judgeLarge(measured: Measured): Finding {
  const unhindered = measured.ratio(at(3000, 8), at(3000, 1));
  if (!measured.isOneMachine) return below(unhindered, 1.2, 'Depth 8 against 1 at 3000 bytes');
  const limited = below(
    measured.ratio(atLink(8), atLink(1)),
    1.2,
    `Depth 8 against 1 at 3000 bytes and ${linkMbit} Mbit/s`,
  );
  return {
    ...limited,
    because: `${limited.because}${unhindered ? ` With nothing in between: ${inWords(unhindered)}.` : ''}`,
  };
}

function steps(form: RecipeForm): RunStep[] {
  return [
    ...clientsOf(form).flatMap((client) => sizes.map((size) => sweep(form, client, size))),
    linkOf(form),
  ];
}

/** What 20 connections of a small machine reach, for the estimate of time alone. */
const paceOf = (client: Client, size: number, depth: number) =>
  client === 'pipeline'
    ? Math.min(50_000 * depth, 150_000)
    : Math.min(100_000 * depth, size < 1000 ? 700_000 : 400_000);

function sweep(form: RecipeForm, client: Client, dataSize: number): RunStep {
  const { workload, schedule } = timesOf(form, { slices: 8, sliceMs: 100, warmupMs: 200, settleMs: 15 });
  return {
    type: 'run',
    id: stepOf(dataSize, client),
    label: `${dataSize} bytes${client === 'pipeline' ? ', ioredis' : ''}`,
    plan: {
      workload: { ...workload, clients: published.clients, dataSize, keyspace: 1, resp: 2 },
      schedule,
      lanes: depths.map((pipeline) => ({
        id: laneOf(pipeline),
        strategy: client,
        workload: {
          pipeline,
          ...countOf(form, publishedAt(dataSize, pipeline)?.requests ?? 1_000_000),
        },
      })),
    },
    pace: Object.fromEntries(depths.map((depth) => [laneOf(depth), paceOf(client, dataSize, depth)])),
  };
}

function linkOf(form: RecipeForm): RunStep {
  const { workload, schedule } = timesOf(form, { slices: 8, sliceMs: 200, warmupMs: 400 });
  return {
    type: 'run',
    id: linkStep,
    label: `3000 bytes through ${linkMbit} Mbit/s`,
    plan: {
      network: { bandwidthMbit: linkMbit },
      workload: {
        ...workload,
        ...countOf(form, publishedAt(3000, 1)?.requests ?? 1_000_000),
        clients: published.clients,
        dataSize: 3000,
        keyspace: 1,
        resp: 2,
      },
      schedule,
      lanes: linkDepths.map((pipeline) => ({
        id: laneOf(pipeline),
        strategy: 'wire',
        workload: { pipeline },
      })),
    },
    pace: Object.fromEntries(linkDepths.map((depth) => [laneOf(depth), 33_000])),
  };
}

function read(measured: Measured): string[] {
  const sentences = sizes.flatMap((size) => {
    const deepest = best(measured, size);
    const gain = deepest && measured.ratio(deepest.place, at(size, 1));
    if (!deepest || !gain) return [];
    const alike = depths.filter((depth) => {
      const ratio = measured.ratio(at(size, depth), deepest.place);
      return String(depth) !== deepest.label && ratio?.ci95 && ratio.ci95[1] >= 1;
    });
    const library = best(measured, size, 'pipeline');
    const gainOfLibrary = library && measured.ratio(library.place, at(size, 1, 'pipeline'));
    return [
      `${size} bytes: depth ${deepest.label} is the fastest, ${inWords(gain)} against depth 1${alike.length > 0 ? `; not told apart from it: ${alike.join(', ')}` : ''}.${gainOfLibrary ? ` With ioredis: depth ${library.label}, ${inWords(gainOfLibrary)}.` : ''}`,
    ];
  });
  const [single, deep] = [measured.lane(at(100, 1))?.server, measured.lane(at(100, 40))?.server];
  if (single?.cpuMicrosPerCommand != null && deep?.cpuMicrosPerCommand != null)
    sentences.push(
      `The server spends ${single.cpuMicrosPerCommand.toFixed(2)} µs of CPU on a command of 100 bytes at depth 1, and ${deep.cpuMicrosPerCommand.toFixed(2)} µs at depth 40.`,
    );
  return sentences;
}
