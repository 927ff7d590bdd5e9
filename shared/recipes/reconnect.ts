import type { RecipeForm } from '../contract/enums.ts';
import type { Phrase, Ratio, Text } from '../contract/recipe.ts';
import { inSlices } from '../sweep/durations.ts';
import { allOf, below } from '../sweep/judging.ts';
import type { Measured, LaneSource } from '../sweep/measured.ts';
import { listOf, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';
import { ratesTable, ratioColumns } from '../sweep/tables.ts';

const way = (rttMs: number) => (rttMs === 0 ? 'with nothing in between' : `at ${rttMs} ms`);

export const words = {
  title: 'A connection for every command',
  question: 'What does a new connection for each command, or for each batch, do to throughput?',
  method:
    'SET of 100 bytes, ten at a time. First over ten connections that are kept. Then with a new connection for each command (or each pipeline of 16): redis-benchmark calls that -k 0. Both run with nothing in between and at 5 ms, on a raw socket and with ioredis.',
  source: 'a published benchmark (author and title unknown); said without figures',
  ask: 'With a connection for each command, what share of ioredis’ throughput is left on loopback?',
  choices: {},
  takeaway: (share) =>
    `A new connection for each command leaves ${share} of the throughput of connections that stay open.`,
  claims: {
    'opening-costs-throughput': {
      text: 'Opening a connection for each call costs throughput.',
      rule: 'Holds when a connection for each command reaches less than 0.8 times the throughput of kept ones with its whole interval. Both the raw socket and ioredis must do so, with nothing in between.',
    },
  },
  labels: {
    kept: 'kept',
    'new-each-time': 'new each time',
    'set-with-trip': ({ rttMs }: { rttMs: number }) => `SET of 100 bytes ${way(rttMs)}`,
    'against-kept': 'against kept',
    'new-to-kept': 'new connections against kept ones',
  },
  sentences: {
    shares: (
      {
        rttMs,
        shares,
        saved,
      }: {
        /** 0: nothing in between. */
        rttMs: number;
        shares: readonly { client: Text; ratio: Ratio }[];
        /** Commands per second, one and so many a connection. */
        saved: { commands: number; batchRate: number; singleRate: number } | null;
      },
      { label, ratio, perSecond, list },
    ) =>
      [
        `New connections against kept ones ${way(rttMs)}: ${list(shares.map((share) => `${label(share.client)} ${ratio(share.ratio)}`))}.`,
        saved === null
          ? ''
          : ` A connection that carries ${saved.commands} commands instead of one: ${perSecond(saved.batchRate)} instead of ${perSecond(saved.singleRate)}.`,
      ].join(''),
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

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

export const recipe: Recipe<typeof words> = {
  id: 'reconnect',
  order: 130,
  topic: 'breaks',
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
