import type { RecipeForm } from '../contract/enums.ts';
import type { Ratio } from '../contract/recipe.ts';
import { formatMs } from '../words/format.ts';
import { inSlices } from '../sweep/durations.ts';
import { atLeast, between } from '../sweep/judging.ts';
import type { LaneSource, Measured } from '../sweep/measured.ts';
import { listOf, versus, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';
import { latencyColumns, ratesTable, ratioColumns, type RateRow } from '../sweep/tables.ts';

export const words = {
  title: 'What a timeout costs',
  question: 'How much throughput does a timeout for each command cost, with many commands in flight?',
  method:
    'SET of 100 bytes with node-redis over one connection: 100 commands in flight, and pipelines of 100. Each way runs with the timeout of 5 s that the library has by default, and without it. The library makes an AbortSignal for each command that has a timeout. Commands of a pipeline have none.',
  source: 'our own question: node-redis 6 has this timeout by default; no figures were published',
  ask: 'How many times as fast are 100 commands in flight without the timeout?',
  choices: {},
  takeaway: (times) =>
    `Without its timeout for each command, node-redis sent ${times} times as many SETs a second, with 100 in flight.`,
  claims: {
    'costs-each-command': {
      text: 'A timeout for each command costs more than the command itself.',
      rule: 'Holds when 100 commands in flight reach × 1.5 or more without the timeout, with the whole interval.',
    },
    'not-in-pipelines': {
      text: 'In pipelines it costs nothing.',
      rule: 'Holds when pipelines of 100 have 0.9 to 1.1 times the throughput without the timeout, with the whole interval.',
    },
  },
  labels: {
    sets: ({ count }: { count: number }) => `SET of 100 bytes, ${count} together`,
    'commands-in-flight': ({ count }: { count: number }) => `${count} in flight`,
    'with-timeout': 'with the timeout',
    'without-timeout': 'without',
    'against-timeout': 'against with it',
  },
  sentences: {
    gain: (
      {
        way,
        count,
        ratio,
        withMs,
        withoutMs,
      }: { way: Way; count: number; ratio: Ratio; withMs: number | null; withoutMs: number | null },
      say,
    ) =>
      [
        `Without the timeout, ${way === 'pipeline' ? `pipelines of ${count}` : `${count} commands in flight`} have ${say.ratio(ratio)} the throughput`,
        withMs !== null && withoutMs !== null
          ? `; the median latency is ${formatMs(withoutMs)} ms instead of ${formatMs(withMs)} ms`
          : '',
        '.',
      ].join(''),
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

const inFlight = 100;
const ways = ['auto-pipeline', 'pipeline'] as const;
type Way = (typeof ways)[number];

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

export const recipe: Recipe<typeof words> = {
  id: 'timeouts',
  order: 170,
  topic: 'breaks',
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
