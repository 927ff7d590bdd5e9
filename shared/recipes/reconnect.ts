import { inSlices } from './durations.ts';
import { allOf, below, inWords, rateInWords } from './judging.ts';
import type { Measured, Place } from './measured.ts';
import { commandsAtDepth as documentOfClaim } from './published.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { ratesTable, ratioColumns } from './tables.ts';

const farRttMs = 5;
const ways = [
  { id: 'direct', label: 'with nothing in between', rttMs: 0 },
  { id: 'far', label: `at ${farRttMs} ms`, rttMs: farRttMs },
] as const;
const kinds = [
  { id: 'wire', strategy: 'wire', label: 'raw socket', pipeline: 1 },
  { id: 'one-by-one', strategy: 'one-by-one', label: 'ioredis', pipeline: 1 },
  { id: 'pipeline', strategy: 'pipeline', label: 'ioredis, pipelines of 16', pipeline: 16 },
] as const;
type Kind = (typeof kinds)[number]['id'];
const kept = (way: string, kind: Kind): Place => [way, `${kind}-kept`];
const fresh = (way: string, kind: Kind): Place => [way, `${kind}-fresh`];

export const reconnect: Recipe = {
  id: 'reconnect',
  title: 'A connection for every command',
  question: 'What does a new connection for each command, or for each batch, do to throughput?',
  method:
    'SET of 100 bytes, ten at a time: over ten connections that are kept, and with a new connection for each command (or each pipeline of 16), which is what redis-benchmark calls -k 0. With nothing in between and at 5 ms, on a raw socket and with ioredis.',
  prediction: {
    type: 'number',
    ask: 'With a connection for each command, what share of ioredis’ throughput is left on loopback?',
    unit: '%',
    answer: (measured) => {
      const ratio = measured.ratio(fresh('direct', 'one-by-one'), kept('direct', 'one-by-one'));
      return ratio && 100 * ratio.ratio;
    },
  },
  source: {
    document: documentOfClaim.source.document,
    tool: 'said without figures',
    environment: '',
  },
  steps,
  claims: [
    {
      text: 'Opening a connection for each call costs throughput.',
      rule: 'Holds when a connection for each command reaches less than 0.8 times the throughput of kept ones with its whole interval: on a raw socket and with ioredis, with nothing in between.',
      judge: (measured) =>
        allOf(
          (['wire', 'one-by-one'] as const).map((kind) =>
            below(
              measured.ratio(fresh('direct', kind), kept('direct', kind)),
              0.8,
              `New connections against kept ones, ${kind === 'wire' ? 'raw socket' : 'ioredis'}`,
            ),
          ),
        ),
    },
  ],
  tables: (measured) =>
    ways.map((way) =>
      ratesTable(
        measured,
        kinds.flatMap(({ id, label }) => [
          { label: `${label}, kept`, place: kept(way.id, id), base: null },
          { label: `${label}, new each time`, place: fresh(way.id, id), base: kept(way.id, id) },
        ]),
        { title: `SET of 100 bytes ${way.label}`, further: ratioColumns('against kept', ({ base }) => base) },
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
  return ways.map(({ id, label, rttMs }) => ({
    type: 'run',
    id,
    label,
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

function read(measured: Measured): string[] {
  return ways.flatMap((way) => {
    const shares = kinds.flatMap(({ id, label }) => {
      const ratio = measured.ratio(fresh(way.id, id), kept(way.id, id));
      return ratio ? [`${label} ${inWords(ratio)}`] : [];
    });
    const [each, batch] = [
      measured.rate(fresh(way.id, 'one-by-one')),
      measured.rate(fresh(way.id, 'pipeline')),
    ];
    if (shares.length === 0) return [];
    const saved =
      each !== null && batch !== null
        ? ` A connection that carries 16 commands instead of one: ${rateInWords(batch)} instead of ${rateInWords(each)}.`
        : '';
    return [`New connections against kept ones ${way.label}: ${shares.join(', ')}.${saved}`];
  });
}
