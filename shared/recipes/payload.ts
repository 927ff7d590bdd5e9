import type { PlanInput } from '../contract/plan.ts';
import { countOf, timesOf } from './durations.ts';
import { allOf, atLeast, below, between, doesNotHold, holds, unseen } from './judging.ts';
import type { Measured, LaneSource } from './measured.ts';
import { listOf, phrasesOf, versus, type None, type Phrase, type RecipeCodes } from './phrase.ts';
import { payload as published } from './published.ts';
import type { ClaimOutcome } from '../contract/recipe.ts';
import type { Recipe, SweepStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { ratesTable, ratioColumns, serverCpuColumn } from './tables.ts';

export interface PayloadCodes extends RecipeCodes {
  id: 'payload';
  choices: never;
  claims: 'small-is-free' | 'one-packet-cliff' | 'in-proportion' | 'server-idles';
  labels: {
    'set-direct': None;
    'set-through-link': { mbit: number };
    'published-cpu': None;
    'mbit-used': None;
  };
  sentences: {
    'link-not-full': { usedMbit: number; mbit: number };
    'no-server-cpu': None;
    /** Shares of one core, at 1000 and at 10,000 bytes; over that link, `null`: nothing in between. */
    'server-cpu': { linkMbit: number | null; small: number; large: number };
    'no-limit-here': None;
    /** `halvedAt`: the first payload that surely halves the throughput, bytes. */
    'halved-at': {
      /** `null`: nothing in between. */
      linkMbit: number | null;
      rate: number;
      halvedAt: number | null;
      usedMbit: number | null;
    };
  };
}
const { label, sentence } = phrasesOf<PayloadCodes>();

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

export const payload: Recipe<PayloadCodes> = {
  id: 'payload',
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
  return lane?.throughput && lane.perWrite ? (lane.throughput.median * lane.perWrite.bytes * 8) / 1e6 : null;
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
