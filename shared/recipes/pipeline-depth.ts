import type { RecipeForm } from '../contract/enums.ts';
import type { ClaimOutcome, Phrase, Ratio } from '../contract/recipe.ts';
import { countOf, timesOf } from '../sweep/durations.ts';
import { environments } from '../sweep/en/sources.ts';
import { atLeast, below, fastest, unseen } from '../sweep/judging.ts';
import type { Measured, LaneSource } from '../sweep/measured.ts';
import { listOf, versus, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import { isUnclear, type RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';
import { ratesTable, ratioColumns } from '../sweep/tables.ts';

const published = {
  clients: 20,
  rows: [
    { dataSize: 100, depth: 1, requests: 1_000_000, rps: 52_394.43 },
    { dataSize: 100, depth: 8, requests: 2_000_000, rps: 495_662.97 },
    { dataSize: 100, depth: 10, requests: 2_000_000, rps: 558_659.25 },
    { dataSize: 100, depth: 11, requests: 2_000_000, rps: 312_940.09 },
    { dataSize: 100, depth: 15, requests: 2_000_000, rps: 452_386.34 },
    { dataSize: 100, depth: 40, requests: 5_000_000, rps: 487_519.53 },
    { dataSize: 200, depth: 1, requests: 2_000_000, rps: 51_167.91 },
    { dataSize: 200, depth: 4, requests: 2_000_000, rps: 220_288.56 },
    { dataSize: 200, depth: 6, requests: 2_000_000, rps: 161_147.36 },
    { dataSize: 200, depth: 8, requests: 2_000_000, rps: 221_361.38 },
    { dataSize: 3000, depth: 1, requests: 1_000_000, rps: 21_104.17 },
    { dataSize: 3000, depth: 8, requests: 1_000_000, rps: 21_713.17 },
  ],
} as const;

export const words = {
  title: 'How deep a pipeline should be',
  question: 'Which depth is best for which size of command, and what does it depend on?',
  method:
    'SET of 100, 200 and 3000 bytes over 20 connections at depths from 1 to 40, on a raw socket that stands for redis-benchmark. Then 3000 bytes through 1000 Mbit/s, the bandwidth of the published link. The full form adds the same sweep with ioredis.',
  source: `a published benchmark (author and title unknown); redis-benchmark, SET over 20 connections, 1 to 5 million commands; ${environments.document0}`,
  ask: 'Which depth is the fastest for commands of 100 bytes on this machine?',
  choices: {},
  takeaway: (depth) => `For commands of 100 bytes, the fastest here was to send ${depth} at a time.`,
  claims: {
    'order-of-magnitude': {
      text: 'For commands of 100 bytes a pipeline gains an order of magnitude.',
      rule: 'Holds when the fastest depth reaches at least 10 times the throughput of depth 1 with its whole interval (published: 10.7 at depth 10).',
    },
    'fills-packets': {
      text: 'A pipeline is best when depth times size just fills the packets of the link.',
      rule: 'Holds when depth 11 reaches at most 0.8 times the throughput of depth 10 at 100 bytes with its whole interval (published: 0.56). This is judged over a link with an MTU of 1500.',
    },
    'nothing-for-large': {
      text: 'For commands of 3 kB and more a pipeline gains nothing.',
      rule: 'Holds when depth 8 reaches less than 1.2 times the throughput of depth 1 at 3000 bytes with its whole interval (published: 1.03). This is judged through the link of 1000 Mbit/s, or on the way to a server elsewhere.',
    },
  },
  labels: {
    'set-of': ({ bytes, connections }: { bytes: number; connections: number }) =>
      `SET of ${bytes} bytes, ${connections} connections`,
    'set-through-link': ({ bytes, mbit }: { bytes: number; mbit: number }) =>
      `SET of ${bytes} bytes through ${mbit} Mbit/s`,
    segments: 'segments',
    'fastest-depth': 'the fastest depth',
  },
  sentences: {
    'fastest-write': ({ depth, bytes }: { depth: number; bytes: number }) =>
      `The fastest depth is ${depth}, with ${Math.round(bytes)} bytes a write.`,
    'gain-without-link': ({ ratio }: { ratio: Ratio }, say) =>
      `With nothing in between: ${say.ratio(ratio)}.`,
    'fastest-depth': (
      {
        bytes,
        depth,
        gain,
        alike,
        ioredis,
      }: {
        bytes: number;
        depth: number;
        gain: Ratio;
        /** Depths that are not told apart from it. */
        alike: readonly number[];
        ioredis: { depth: number; gain: Ratio } | null;
      },
      { ratio, list },
    ) => {
      const unclear = depth > 1 && isUnclear(gain);
      return [
        `${bytes} bytes: depth ${depth} ${unclear ? 'did best' : 'is the fastest'}, ${ratio(gain)} against depth 1`,
        unclear ? ', which is inconclusive' : '',
        alike.length > 0 ? `; as fast within the interval: ${list(alike.map(String))}` : '',
        '.',
        ioredis
          ? ` With ioredis: depth ${ioredis.depth}, ${ratio(ioredis.gain)}${isUnclear(ioredis.gain) && ioredis.depth > 1 ? ', which is inconclusive' : ''}.`
          : '',
      ].join('');
    },
    /** CPU of a command, at depth 1 and 40. */
    'server-cpu': ({ singleMicros, deepMicros }: { singleMicros: number; deepMicros: number }) =>
      `The server spends ${singleMicros.toFixed(2)} µs of CPU on a command of 100 bytes at depth 1, and ${deepMicros.toFixed(2)} µs at depth 40.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

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
const at = (size: number, depth: number, client: Client = 'wire'): LaneSource => [
  stepOf(size, client),
  laneOf(depth),
];
const atLink = (depth: number): LaneSource => [linkStep, laneOf(depth)];
const publishedAt = (dataSize: number, depth: number) =>
  published.rows.find((row) => row.dataSize === dataSize && row.depth === depth);

export const recipe: Recipe<typeof words> = {
  id: 'pipeline-depth',
  order: 40,
  topic: 'depth',
  prediction: {
    type: 'choice',
    choices: depths.map((depth) => `${depth}` as const),
    answer: (measured) => {
      const fastestOne = best(measured, 100);
      return fastestOne && `${fastestOne.depth}`;
    },
  },
  steps,
  claims: {
    'order-of-magnitude': (measured) => {
      const deepest = best(measured, 100);
      const depth = deepest ? label('depth', { depth: deepest.depth }) : label('fastest-depth');
      return atLeast(
        deepest && measured.ratio(deepest.place, at(100, 1)),
        10,
        listOf(versus(depth, 1), label('bytes', { bytes: 100 })),
      );
    },
    'fills-packets': judgePackets,
    'nothing-for-large': judgeLarge,
  },
  tables: (measured) => [
    ...sizes.map((size) =>
      ratesTable(measured, rowsOf(measured, size), {
        title: label('set-of', { bytes: size, connections: published.clients }),
        further: [
          ...ratioColumns(label('against-count', { count: 1 }), ({ place }) =>
            place[1] === laneOf(1) ? null : [place[0], laneOf(1)],
          ),
          {
            column: { label: label('segments'), unit: 'count', origin: 'measured', detail: true },
            cell: ({ place }) => measured.lane(place)?.perWrite?.segments ?? null,
          },
        ],
      }),
    ),
    ratesTable(
      measured,
      linkDepths.map((depth) => ({
        label: label('depth', { depth }),
        place: atLink(depth),
        published: publishedAt(3000, depth)?.rps,
      })),
      {
        title: label('set-through-link', { bytes: 3000, mbit: linkMbit }),
        further: ratioColumns(label('against-count', { count: 1 }), ({ place }) =>
          place[1] === laneOf(1) ? null : atLink(1),
        ),
      },
    ),
  ],
  read,
};

function rowsOf(measured: Measured, size: number) {
  const ofWire = depths.map((depth) => ({
    label: label('depth', { depth }),
    place: at(size, depth),
    published: publishedAt(size, depth)?.rps,
  }));
  const ofIoredis = depths
    .map((depth) => ({
      label: listOf(label('depth', { depth }), 'ioredis'),
      place: at(size, depth, 'pipeline'),
      published: undefined,
    }))
    .filter(({ place }) => measured.rate(place) !== null);
  return [...ofWire, ...ofIoredis];
}

const best = (measured: Measured, size: number, client: Client = 'wire') =>
  fastest(
    measured,
    depths.map((depth) => ({ depth, place: at(size, depth, client) })),
  );

function judgePackets(measured: Measured): ClaimOutcome {
  const found = below(
    measured.ratio(at(100, 11), at(100, 10)),
    0.8,
    listOf(versus(label('depth', { depth: 11 }), 10), label('bytes', { bytes: 100 })),
  );
  if (!measured.withoutPackets) return found;
  const deepest = best(measured, 100);
  const bytes = deepest && measured.lane(deepest.place)?.perWrite?.bytes;
  return unseen(
    sentence('one-machine'),
    ...found.evidence,
    ...(deepest && bytes != null ? [sentence('fastest-write', { depth: deepest.depth, bytes })] : []),
  );
}

function judgeLarge(measured: Measured): ClaimOutcome {
  const what = listOf(versus(label('depth', { depth: 8 }), 1), label('bytes', { bytes: 3000 }));
  const unhindered = measured.ratio(at(3000, 8), at(3000, 1));
  if (!measured.isOneMachine) return below(unhindered, 1.2, what);
  const limited = below(
    measured.ratio(atLink(8), atLink(1)),
    1.2,
    listOf(what, label('through-link', { mbit: linkMbit })),
  );
  if (!unhindered) return limited;
  return {
    ...limited,
    evidence: [...limited.evidence, sentence('gain-without-link', { ratio: unhindered })],
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
    label: listOf(label('bytes', { bytes: dataSize }), ...(client === 'pipeline' ? ['ioredis'] : [])),
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
    label: listOf(label('bytes', { bytes: 3000 }), label('through-link', { mbit: linkMbit })),
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

function read(measured: Measured): Phrase[] {
  const ofSizes = sizes.flatMap((size) => {
    const deepest = best(measured, size);
    const gain = deepest && measured.ratio(deepest.place, at(size, 1));
    if (!deepest || !gain) return [];
    const alike = depths.filter((depth) => {
      const ratio = measured.ratio(at(size, depth), deepest.place);
      return depth !== deepest.depth && ratio?.ci95 && ratio.ci95[1] >= 1;
    });
    const library = best(measured, size, 'pipeline');
    const libraryGain = library && measured.ratio(library.place, at(size, 1, 'pipeline'));
    const ioredis = libraryGain && { depth: library.depth, gain: libraryGain };
    return [sentence('fastest-depth', { bytes: size, depth: deepest.depth, gain, alike, ioredis })];
  });
  const [singleMicros, deepMicros] = [1, 40].map(
    (depth) => measured.lane(at(100, depth))?.server.cpuMicrosPerCommand,
  );
  return [
    ...ofSizes,
    ...(singleMicros != null && deepMicros != null
      ? [sentence('server-cpu', { singleMicros, deepMicros })]
      : []),
  ];
}
