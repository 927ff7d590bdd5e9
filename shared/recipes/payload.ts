import type { RecipeForm } from '../contract/enums.ts';
import type { PlanInput } from '../contract/plan.ts';
import type { ClaimOutcome, Phrase } from '../contract/recipe.ts';
import { formatShare } from '../words/format.ts';
import { countOf, timesOf } from '../sweep/durations.ts';
import { environments } from '../sweep/en/sources.ts';
import { allOf, atLeast, below, between, doesNotHold, holds, unseen } from '../sweep/judging.ts';
import type { Measured, LaneSource } from '../sweep/measured.ts';
import { listOf, versus, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, SweepStep } from '../sweep/recipe.ts';
import { ratesTable, ratioColumns, serverCpuColumn } from '../sweep/tables.ts';

const published = {
  requests: 1_000_000,
  rows: [
    { clients: 10, dataSize: 2, rps: 52_474.16, cpu: 0.42 },
    { clients: 10, dataSize: 1000, rps: 52_430.14, cpu: 0.48 },
    { clients: 10, dataSize: 1400, rps: 45_396.77, cpu: 0.41 },
    { clients: 10, dataSize: 1500, rps: 25_518.67, cpu: 0.29 },
    { clients: 10, dataSize: 5000, rps: 12_736.74, cpu: 0.24 },
    { clients: 20, dataSize: 10_000, rps: 6476.81, cpu: 0.18 },
  ],
} as const;

export const words = {
  title: 'The size of what is sent',
  question: 'What does the size of the payload do to throughput, and why?',
  method:
    'SET, one by one, over 10 connections (20 for the largest payload, as published), on a raw socket that stands for redis-benchmark. The first part has nothing in between and shows the CPU of the server. The second goes through a proxy that passes 1000 Mbit/s in each direction. The CPU of the server behind the proxy is not known. Neither part has packets of 1500 bytes.',
  source: `a published benchmark (author and title unknown); redis-benchmark, SET, 1,000,000 commands; ${environments.document0}; MTU of 1500 bytes`,
  ask: 'With nothing in between, what share of the throughput of 2-byte payloads is left at 10,000 bytes?',
  choices: {},
  takeaway: (share) => `Payloads of 10,000 bytes leave ${share} of the commands a second that 2 bytes reach.`,
  claims: {
    'small-is-free': {
      text: 'Below the MTU the size of the payload hardly matters.',
      rule: 'Holds when 1000 and 1400 bytes each reach at least 0.8 times the throughput of 2 bytes with the whole interval (published: 1.00 and 0.87).',
    },
    'one-packet-cliff': {
      text: 'A request that no longer fits into one packet of 1500 bytes halves throughput.',
      rule: 'Holds when 1500 bytes reach at most 0.7 times the throughput of 1400 with the whole interval (published: 0.56), over a link with an MTU of 1500.',
    },
    'in-proportion': {
      text: 'Beyond one packet, throughput falls almost in proportion to the size.',
      rule: 'Holds when 10,000 bytes reach from 0.4 to 0.65 times the throughput of 5000 with the whole interval (published: 0.51). This is judged on the way to a server elsewhere, or through the link of 1000 Mbit/s where 5000 bytes use at least 80 % of it.',
    },
    'server-idles': {
      text: 'The larger the payload, the less busy is the CPU of the server.',
      rule: 'Holds when the server’s main thread is at most 0.8 times as busy at 10,000 bytes as at 1000 (published: 0.38), where the link is the limit. With nothing in between there is no such link.',
    },
  },
  labels: {
    'set-direct': 'SET with nothing in between',
    'set-through-link': ({ mbit }: { mbit: number }) => `SET through a link of ${mbit} Mbit/s`,
    'published-cpu': 'published CPU',
    'mbit-used': 'Mbit/s used',
  },
  sentences: {
    'link-not-full': ({ usedMbit, mbit }: { usedMbit: number; mbit: number }) =>
      `The link is not what holds 5000 bytes back: they use ${Math.round(usedMbit)} of its ${mbit} Mbit/s, and the proxy carries no more commands.`,
    'no-server-cpu': 'The server did not report its CPU.',
    /** Shares of one core, at 1000 and at 10,000 bytes; over that link, `null`: nothing in between. */
    'server-cpu': ({ linkMbit, small, large }: { linkMbit: number | null; small: number; large: number }) =>
      `${linkMbit === null ? 'With nothing in between' : `Through ${linkMbit} Mbit/s`}, the server is ${formatShare(small)} busy at 1000 bytes and ${formatShare(large)} at 10,000.`,
    'no-limit-here':
      'Loopback is no limit that would let the server wait, and behind the proxy its CPU is not known.',
    /** `halvedAt`: the first payload that surely halves the throughput, bytes. */
    'halved-at': (
      {
        linkMbit,
        rate,
        halvedAt,
        usedMbit,
      }: {
        /** `null`: nothing in between. */
        linkMbit: number | null;
        rate: number;
        halvedAt: number | null;
        usedMbit: number | null;
      },
      { perSecond, count },
    ) =>
      [
        linkMbit === null ? 'With nothing in between' : `Through ${linkMbit} Mbit/s`,
        `: ${perSecond(rate)} at 2 bytes; `,
        halvedAt === null
          ? 'no payload up to 10,000 bytes surely halves it.'
          : `${count(halvedAt)} bytes is the first payload that surely halves it.`,
        usedMbit === null ? '' : ` At 10,000 bytes ${Math.round(usedMbit)} Mbit/s are sent.`,
      ].join(''),
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

const direct = 'direct';
const link = 'link';
const linkMbit = 1000;
/** Share of it from which the link is the limit. */
const fullLink = 0.8;
const sizes = published.rows.map(({ dataSize }) => dataSize);
/** Commands per second of a small machine, for the estimate of time alone. */
const paceOnLoopback = 35_000;
const laneOf = (dataSize: number) => `bytes-${dataSize}`;
const at = (step: string, dataSize: number): LaneSource => [step, laneOf(dataSize)];

export const recipe: Recipe<typeof words> = {
  id: 'payload',
  order: 30,
  topic: 'depth',
  prediction: {
    type: 'number',
    unit: '%',
    answer: (measured) => {
      const ratio = measured.ratio(at(direct, 10_000), at(direct, 2));
      return ratio && 100 * ratio.ratio;
    },
  },
  steps,
  claims: {
    'small-is-free': (measured) =>
      allOf(
        [1000, 1400].map((bytes) =>
          atLeast(
            measured.ratio(at(direct, bytes), at(direct, 2)),
            0.8,
            versus(label('bytes', { bytes }), 2),
          ),
        ),
      ),
    'one-packet-cliff': judgeCliff,
    'in-proportion': judgeProportion,
    'server-idles': judgeCpu,
  },
  tables: (measured) => [
    ratesTable(measured, rowsOf(direct), {
      title: label('set-direct'),
      further: [
        serverCpuColumn,
        {
          column: { label: label('published-cpu'), unit: 'share', origin: 'published' },
          cell: ({ cpu }) => cpu,
        },
        ...ratioColumns(label('against-count', { count: 2 }), ({ place }) =>
          place[1] === laneOf(2) ? null : at(place[0], 2),
        ),
      ],
    }),
    ratesTable(measured, rowsOf(link), {
      title: label('set-through-link', { mbit: linkMbit }),
      further: [
        {
          column: { label: label('mbit-used'), unit: 'count', origin: 'measured', detail: true },
          cell: ({ place }) => mbitOf(measured, place),
        },
        ...ratioColumns(label('against-count', { count: 2 }), ({ place }) =>
          place[1] === laneOf(2) ? null : at(place[0], 2),
        ),
      ],
    }),
  ],
  read,
};

const rowsOf = (step: string) =>
  published.rows.map(({ dataSize, clients, rps, cpu }) => ({
    label: listOf(label('bytes', { bytes: dataSize }), label('connections', { count: clients })),
    place: at(step, dataSize),
    published: rps,
    cpu,
  }));

/** Bits sent in a second, by the rate and the bytes of a command. */
function mbitOf(measured: Measured, place: LaneSource): number | null {
  const lane = measured.lane(place);
  const rate = measured.rate(place);
  return rate !== null && lane?.perWrite ? (rate * lane.perWrite.bytes * 8) / 1e6 : null;
}

function judgeCliff(measured: Measured): ClaimOutcome {
  const found = below(
    measured.ratio(at(direct, 1500), at(direct, 1400)),
    0.7,
    versus(label('bytes', { bytes: 1500 }), 1400),
  );
  return measured.withoutPackets ? unseen(sentence('one-machine'), ...found.evidence) : found;
}

function judgeProportion(measured: Measured): ClaimOutcome {
  const step = measured.isOneMachine ? link : direct;
  const what = versus(label('bytes', { bytes: 10_000 }), 5000);
  const found = between(
    measured.ratio(at(step, 10_000), at(step, 5000)),
    0.4,
    0.65,
    step === link ? listOf(what, label('through-link', { mbit: linkMbit })) : what,
  );
  const usedMbit = mbitOf(measured, at(link, 5000));
  return step === link && usedMbit !== null && usedMbit < fullLink * linkMbit
    ? unseen(sentence('link-not-full', { usedMbit, mbit: linkMbit }), ...found.evidence)
    : found;
}

function judgeCpu(measured: Measured): ClaimOutcome {
  const overLink = measured.isOneMachine && !measured.withoutPackets;
  const [small, large] = [1000, 10_000].map(
    (size) => measured.lane(at(overLink ? link : direct, size))?.server.cpu ?? null,
  );
  if (small == null || large == null) return unseen(sentence('no-server-cpu'));
  const evidence = sentence('server-cpu', { linkMbit: overLink ? linkMbit : null, small, large });
  if (measured.isOneMachine && !overLink) return unseen(evidence, sentence('no-limit-here'));
  return large <= 0.8 * small ? holds(evidence) : doesNotHold(evidence);
}

function steps(form: RecipeForm): SweepStep[] {
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
    { type: 'run', id: direct, label: label('direct'), plan, pace: pace(Infinity) },
    {
      type: 'run',
      id: link,
      label: label('through-link', { mbit: linkMbit }),
      plan: { ...plan, network: { bandwidthMbit: linkMbit } },
      pace: pace(linkMbit),
    },
  ];
}

function read(measured: Measured): Phrase[] {
  return [direct, link].flatMap((step) => {
    const rate = measured.rate(at(step, 2));
    if (rate === null) return [];
    const halvedAt = sizes.find((size) => {
      const ratio = measured.ratio(at(step, size), at(step, 2));
      return ratio?.ci95 && ratio.ci95[1] < 0.5;
    });
    const linkOfStep = step === link ? linkMbit : null;
    const usedMbit = mbitOf(measured, at(step, 10_000));
    return [sentence('halved-at', { linkMbit: linkOfStep, rate, halvedAt: halvedAt ?? null, usedMbit })];
  });
}
