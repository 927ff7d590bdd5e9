import type { PlanInput } from '../contract/plan.ts';
import { countOf, timesOf } from './durations.ts';
import { allOf, atLeast, below, between, rateInWords, unseen } from './judging.ts';
import type { Measured, Place } from './measured.ts';
import { payload as published } from './published.ts';
import type { Finding } from '../contract/recipe.ts';
import type { Recipe, Step } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { ratesTable, ratioColumns, serverCpuColumn } from './tables.ts';

const direct = 'direct';
const link = 'link';
const linkMbit = 1000;
/** Share of it from which the link is the limit. */
const fullLink = 0.8;
const sizes = published.rows.map(({ dataSize }) => dataSize);
/** Commands per second of a small machine, for the estimate of time alone. */
const paceOnLoopback = 35_000;
const laneOf = (dataSize: number) => `bytes-${dataSize}`;
const at = (step: string, dataSize: number): Place => [step, laneOf(dataSize)];

export const payload: Recipe = {
  id: 'payload',
  title: 'The size of what is sent',
  question: 'What does the size of the payload do to throughput, and why?',
  method:
    'SET, one by one, over 10 connections (20 for the largest payload, as published), on a raw socket that stands for redis-benchmark. Once with nothing in between, with the CPU of the server beside; once through a proxy that lets 1000 Mbit/s pass in each direction, behind which the CPU of the server is not told. Neither has packets of 1500 bytes.',
  prediction: {
    type: 'number',
    ask: 'With nothing in between, what share of the throughput of 2-byte payloads is left at 10,000 bytes?',
    unit: '%',
    answer: (measured) => {
      const ratio = measured.ratio(at(direct, 10_000), at(direct, 2));
      return ratio && 100 * ratio.ratio;
    },
  },
  source: published.source,
  steps,
  claims: [
    {
      text: 'Below the MTU the size of the payload hardly matters.',
      rule: 'Holds when 1000 and 1400 bytes each reach at least 0.8 times the throughput of 2 bytes with the whole interval (published: 1.00 and 0.87).',
      judge: (measured) =>
        allOf(
          [1000, 1400].map((size) =>
            atLeast(measured.ratio(at(direct, size), at(direct, 2)), 0.8, `${size} bytes against 2`),
          ),
        ),
    },
    {
      text: 'A request that no longer fits into one packet of 1500 bytes halves throughput.',
      rule: 'Holds when 1500 bytes reach at most 0.7 times the throughput of 1400 with the whole interval (published: 0.56), over a link with an MTU of 1500.',
      judge: judgeCliff,
    },
    {
      text: 'Beyond one packet, throughput falls almost in proportion to the size.',
      rule: 'Holds when 10,000 bytes reach from 0.4 to 0.65 times the throughput of 5000 with the whole interval (published: 0.51): through the link of 1000 Mbit/s where 5000 bytes use at least 80 % of it, or on the way to a server elsewhere.',
      judge: judgeProportion,
    },
    {
      text: 'The larger the payload, the less busy is the CPU of the server.',
      rule: 'Holds when the server’s main thread is at most 0.8 times as busy at 10,000 bytes as at 1000 (published: 0.38), where the link is the limit. With nothing in between there is no such link.',
      judge: judgeCpu,
    },
  ],
  tables: (measured) => [
    ratesTable(measured, rowsOf(direct), {
      title: 'SET with nothing in between',
      further: [
        serverCpuColumn,
        {
          column: { label: 'published CPU', unit: 'share', origin: 'published' },
          cell: ({ cpu }) => cpu,
        },
        ...ratioColumns('against 2', ({ place }) => (place[1] === laneOf(2) ? null : at(place[0], 2))),
      ],
    }),
    ratesTable(measured, rowsOf(link), {
      title: `SET through a link of ${linkMbit} Mbit/s`,
      further: [
        {
          column: { label: 'Mbit/s used', unit: 'count', origin: 'measured', detail: true },
          cell: ({ place }) => mbitOf(measured, place),
        },
        ...ratioColumns('against 2', ({ place }) => (place[1] === laneOf(2) ? null : at(place[0], 2))),
      ],
    }),
  ],
  read,
};

const rowsOf = (step: string) =>
  published.rows.map(({ dataSize, clients, rps, cpu }) => ({
    label: `${dataSize.toLocaleString('en-US')} bytes, ${clients} connections`,
    place: at(step, dataSize),
    published: rps,
    cpu,
  }));

/** Bits sent in a second, by the rate and the bytes of a command. */
function mbitOf(measured: Measured, place: Place): number | null {
  const lane = measured.lane(place);
  return lane?.throughput && lane.perWrite ? (lane.throughput.median * lane.perWrite.bytes * 8) / 1e6 : null;
}

function judgeCliff(measured: Measured): Finding {
  const found = below(measured.ratio(at(direct, 1500), at(direct, 1400)), 0.7, '1500 bytes against 1400');
  return measured.isOneMachine
    ? unseen('Client and server share a machine: loopback has no packets of 1500 bytes.', found)
    : found;
}

function judgeProportion(measured: Measured): Finding {
  const step = measured.isOneMachine ? link : direct;
  const found = between(
    measured.ratio(at(step, 10_000), at(step, 5000)),
    0.4,
    0.65,
    `10,000 bytes against 5000${step === link ? ` at ${linkMbit} Mbit/s` : ''}`,
  );
  const used = mbitOf(measured, at(link, 5000));
  return step === link && used !== null && used < fullLink * linkMbit
    ? unseen(
        `The link is not what holds 5000 bytes back: they use ${Math.round(used)} of its ${linkMbit} Mbit/s, and the proxy carries no more commands.`,
        found,
      )
    : found;
}

function judgeCpu(measured: Measured): Finding {
  const [small, large] = [1000, 10_000].map((size) => measured.lane(at(direct, size))?.server.cpu ?? null);
  if (small == null || large == null) return unseen('The server did not tell its CPU.');
  const because = `With nothing in between, the server is ${percent(small)} busy at 1000 bytes and ${percent(large)} at 10,000.`;
  if (measured.isOneMachine)
    return unseen(
      `${because} Loopback is no limit that would let the server wait, and behind the proxy its CPU is not told.`,
    );
  return { judgement: large <= 0.8 * small ? 'holds' : 'does not hold here', because };
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

function steps(form: RecipeForm): Step[] {
  const { workload, schedule } = timesOf(form, { slices: 8, sliceMs: 250, warmupMs: 500 });
  const lanes = published.rows.map(({ dataSize, clients }) => ({
    id: laneOf(dataSize),
    strategy: 'wire',
    workload: { dataSize, clients },
  }));
  const plan: PlanInput = {
    workload: { ...workload, ...countOf(form, published.requests), keyspace: 1, pipeline: 1, resp: 2 },
    schedule,
    lanes,
  };
  const pace = (mbit: number) =>
    Object.fromEntries(
      sizes.map((size) => [laneOf(size), Math.min(paceOnLoopback, (mbit * 1e6) / (8 * (size + 50)))]),
    );
  return [
    { type: 'run', id: direct, label: 'with nothing in between', plan, pace: pace(Infinity) },
    {
      type: 'run',
      id: link,
      label: `through ${linkMbit} Mbit/s`,
      plan: { ...plan, network: { bandwidthMbit: linkMbit } },
      pace: pace(linkMbit),
    },
  ];
}

function read(measured: Measured): string[] {
  const sentences: string[] = [];
  for (const [step, name] of [
    [direct, 'With nothing in between'],
    [link, `Through ${linkMbit} Mbit/s`],
  ] as const) {
    const smallest = measured.rate(at(step, 2));
    if (smallest === null) continue;
    const halved = sizes.find((size) => {
      const ratio = measured.ratio(at(step, size), at(step, 2));
      return ratio?.ci95 && ratio.ci95[1] < 0.5;
    });
    const used = mbitOf(measured, at(step, 10_000));
    sentences.push(
      `${name}: ${rateInWords(smallest)} at 2 bytes; ${halved === undefined ? 'no payload up to 10,000 bytes' : `${halved.toLocaleString('en-US')} bytes is the first payload that`} surely halves it.${used === null ? '' : ` At 10,000 bytes ${Math.round(used)} Mbit/s are sent.`}`,
    );
  }
  return sentences;
}
