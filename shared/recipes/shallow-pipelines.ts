import { countOf, inSlices, timesOf } from './durations.ts';
import { inWords, rateInWords, unseen } from './judging.ts';
import type { Measured, Place } from './measured.ts';
import { shallowPipelines as published } from './published.ts';
import type { Finding } from '../contract/recipe.ts';
import type { Recipe, Step } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { ratesTable, ratioColumns } from './tables.ts';

const direct = 'direct';
const far = 'far';
const wire = (depth: number): Place => [direct, `wire-${depth}`];
const ioredis = (depth: number): Place => [direct, `pipeline-${depth}`];
const farSingle: Place = [far, 'one-by-one'];
const farBatch: Place = [far, 'pipeline'];
const farRttMs = 250;
const farDepth = 10;

export const shallowPipelines: Recipe = {
  id: 'shallow-pipelines',
  title: 'Two or three commands at a time',
  question: 'What does a pipeline of only two or three commands bring, and why?',
  method:
    'SET of 3 bytes over 50 connections at depth 1, 2 and 3: the raw socket stands for redis-benchmark, ioredis pipelines beside it. Then one connection at a round trip of 250 ms, one by one and ten at a time, to see what a pipeline waits for.',
  prediction: {
    type: 'number',
    ask: 'How many times the throughput does a pipeline of 3 commands reach (raw socket)?',
    unit: '×',
    answer: (measured) => measured.ratio(wire(3), wire(1))?.ratio ?? null,
  },
  source: published.source,
  steps,
  claims: [
    {
      text: 'At a round trip of 250 ms one connection does 4 requests a second, however fast the server is.',
      rule: 'Holds when one by one reaches from 3.8 to 4.05 commands/s at 250 ms with its whole interval.',
      judge: judgeFourASecond,
    },
    {
      text: 'The reply to the first command of a pipeline takes the round trip; the others come right behind it.',
      rule: `Holds when a pipeline of ${farDepth} takes at most 1.1 times as long as a single command at 250 ms (medians).`,
      judge: judgeOneWait,
    },
  ],
  tables: (measured) => [
    ratesTable(
      measured,
      [
        ...published.rows.map(({ depth, rps }) => ({
          label: `depth ${depth}, raw socket`,
          place: wire(depth),
          single: wire(1),
          published: rps,
        })),
        ...published.rows.map(({ depth }) => ({
          label: `depth ${depth}, ioredis`,
          place: ioredis(depth),
          single: ioredis(1),
        })),
      ],
      {
        title: 'SET of 3 bytes over 50 connections',
        further: ratioColumns('against 1', ({ place, single }) => (place[1] === single[1] ? null : single)),
      },
    ),
    {
      title: 'One connection at a round trip of 250 ms',
      columns: [
        { label: '', unit: 'text', origin: 'setting' },
        { label: 'commands/s', unit: 'commands/s', origin: 'measured' },
        { label: 'published', unit: 'commands/s', origin: 'published' },
        { label: 'trip p50, ms', unit: 'ms', origin: 'measured', detail: true },
        { label: 'PING, ms', unit: 'ms', origin: 'measured', detail: true },
      ],
      rows: (
        [
          ['one by one', farSingle, 4],
          [`${farDepth} a pipeline`, farBatch, null],
        ] as const
      ).map(([label, place, rps]) => [
        label,
        measured.rate(place),
        rps,
        tripMs(measured, place),
        measured.lane(place)?.roundTrip?.before.medianMs ?? null,
      ]),
    },
  ],
  read,
};

/** From the flush to the last reply. */
const tripMs = (measured: Measured, place: Place) => measured.lane(place)?.latencyMs.batch?.p50 ?? null;

function judgeFourASecond(measured: Measured): Finding {
  const lane = measured.lane(farSingle);
  const rate = lane?.throughput?.median;
  if (!lane || rate === undefined) return unseen('The step at 250 ms was not measured.');
  const ping = lane.roundTrip?.before.medianMs;
  const because = `One by one: ${rateInWords(rate)}${ping === undefined ? '' : ` at a measured round trip of ${ping.toFixed(1)} ms`}.`;
  const [low, high] = measured.interval(farSingle) ?? [rate, rate];
  if (low >= 3.8 && high <= 4.05) return { judgement: 'holds', because };
  if (high < 3.8 || low > 4.05) return { judgement: 'does not hold here', because };
  return unseen(`${because} Its interval is not told apart from that range.`);
}

function judgeOneWait(measured: Measured): Finding {
  const [single, batch] = [tripMs(measured, farSingle), tripMs(measured, farBatch)];
  if (single === null || batch === null) return unseen('The step at 250 ms was not measured.');
  return {
    judgement: batch <= 1.1 * single ? 'holds' : 'does not hold here',
    because: `A pipeline of ${farDepth} takes ${batch.toFixed(1)} ms, a single command ${single.toFixed(1)} ms.`,
  };
}

function steps(form: RecipeForm): Step[] {
  const { workload, schedule } = timesOf(form, { slices: 8, sliceMs: 300, warmupMs: 800 });
  const depths = published.rows.map(({ depth }) => depth);
  // Whole round trips, so that no slice is longer than it was meant to be.
  const farTimes = inSlices({ slices: form === 'quick' ? 4 : 8, sliceMs: 900, warmupMs: 500 });
  return [
    {
      type: 'run',
      id: direct,
      label: 'depth 1, 2 and 3 over 50 connections',
      plan: {
        workload: {
          ...workload,
          ...countOf(form, published.requests),
          clients: published.clients,
          dataSize: published.dataSize,
          keyspace: 1,
          resp: 2,
        },
        schedule,
        lanes: [
          ...depths.map((depth) => ({
            id: wire(depth)[1],
            strategy: 'wire',
            workload: { pipeline: depth },
          })),
          ...depths.map((depth) => ({
            id: ioredis(depth)[1],
            strategy: 'pipeline',
            workload: { pipeline: depth },
          })),
        ],
      },
      pace: Object.fromEntries(
        published.rows.flatMap(({ depth, rps }) => [
          [wire(depth)[1], rps],
          [ioredis(depth)[1], rps / 2],
        ]),
      ),
    },
    {
      type: 'run',
      id: far,
      label: 'one connection at 250 ms',
      plan: {
        network: { rttMs: farRttMs },
        workload: {
          ...farTimes.workload,
          clients: 1,
          dataSize: published.dataSize,
          keyspace: 1,
          pipeline: farDepth,
          resp: 2,
        },
        schedule: farTimes.schedule,
        lanes: [
          { id: farSingle[1], strategy: 'one-by-one' },
          { id: farBatch[1], strategy: 'pipeline' },
        ],
      },
    },
  ];
}

function read(measured: Measured): string[] {
  const sentences: string[] = [];
  for (const depth of [2, 3]) {
    const [socket, library] = [
      measured.ratio(wire(depth), wire(1)),
      measured.ratio(ioredis(depth), ioredis(1)),
    ];
    if (socket && library)
      sentences.push(
        `${depth} commands a pipeline: ${inWords(socket)} on a raw socket, ${inWords(library)} with ioredis.`,
      );
  }
  const [single, deep] = [measured.lane(wire(1))?.server, measured.lane(wire(3))?.server];
  if (single?.cpuMicrosPerCommand != null && deep?.cpuMicrosPerCommand != null)
    sentences.push(
      `The server spends ${single.cpuMicrosPerCommand.toFixed(2)} µs on a command at depth 1 and ${deep.cpuMicrosPerCommand.toFixed(2)} µs at depth 3: what is saved are reads and writes.`,
    );
  const far = measured.ratio(farBatch, farSingle);
  if (far)
    sentences.push(
      `At 250 ms the same step from 1 to ${farDepth} brings ${inWords(far)}: there a pipeline saves waiting.`,
    );
  return sentences;
}
