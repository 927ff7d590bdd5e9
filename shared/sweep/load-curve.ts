import { traitsOf } from '../contract/strategies.ts';
import { formatMs } from '../words/format.ts';
import type { LaneResult } from '../contract/lane-result.ts';
import type { LoadState } from '../contract/enums.ts';
import type { LoadCurve, LoadLane, LoadPoint } from '../contract/load-curve.ts';
import type { Plan } from '../contract/plan.ts';
import type { FigureTable, Phrase } from '../contract/recipe.ts';
import { loadKneeOf, loadStateOf, unclearRatesOf } from '../statistics/load-knee.ts';
import type { Measured } from './measured.ts';
import { phrase, type LabelsOf, type SentencesOf, listOf } from './phrase.ts';
import type { Sweep, RunStep } from './recipe.ts';
import type { RecipeWords } from './recipe-words.ts';

interface RateAndP50 {
  rps: number;
  p50Ms: number;
}

interface KeptRates {
  /** `isUnclear`: no rate is kept for certain, and some are inconclusive. */
  keeping: readonly { lanes: readonly string[]; kept: number | null; isUnclear?: boolean }[];
  /** Of the rates that were measured. */
  highest: number | null;
}

/** It asks nothing before, and no one has published it. */
export const words = {
  title: 'Latency over load',
  question: 'Which rate does each lane keep, and how long are its response times?',
  method:
    'All lanes get the same rates, from low to high. At each rate they take turns in rounds. A response time counts from the moment a command was due, so that waiting counts.',
  source: '',
  ask: '',
  choices: {},
  takeaway: () => '',
  claims: {},
  labels: {
    'at-rate': ({ rps }: { rps: number }, { count }) => `${count(rps)}/s`,
    'by-rate': 'Response time at each rate',
    'by-lane': 'What each lane keeps',
    offered: 'offered',
    lane: 'lane',
    reached: 'reached/s',
    queue: 'queue',
    'queue-state': ({ state }: { state: LoadState }) =>
      ({
        kept: 'rate kept',
        grows: 'grows',
        short: 'inconclusive',
        failed: 'lane failed',
        stopped: 'stopped',
      })[state],
    'kept-rate': 'highest rate kept',
    'grows-from': 'queue grows at',
  },
  sentences: {
    /** The answer of the whole curve; `keeping`: lanes that keep the same rate stand together, the highest first. */
    answer: ({ keeping, highest }: KeptRates, { count, list }) => {
      const [first, ...others] = keeping;
      if (!first) return '';
      const certainly = ({ isUnclear = false }) => (isUnclear ? ' for certain' : '');
      const rate = ({ kept, ...one }: KeptRates['keeping'][number]) =>
        kept === null ? `none of the rates${certainly(one)}` : `${count(kept)}/s`;
      if (others.length === 0 && first.lanes.length > 1)
        return first.kept === null
          ? `No lane keeps any of the rates${certainly(first)}`
          : `All lanes keep ${rate(first)}${first.kept === highest ? ', the highest rate measured' : ''}`;
      return [
        `${list(first.lanes)} ${first.lanes.length === 1 ? 'keeps' : 'keep'} ${rate(first)}`,
        ...others.map((one) => `${list(one.lanes)} ${rate(one)}`),
      ].join('; ');
    },
    /** `highest`: of the rates that were measured; `more`: whether higher ones are to come; `unclear`: inconclusive rates. */
    keeps: (
      {
        lane,
        kept,
        grows,
        highest,
        more = false,
        unclear = [],
      }: {
        lane: string;
        kept: number | null;
        grows: number | null;
        highest: number;
        more?: boolean;
        unclear?: readonly number[];
      },
      { count, list },
    ) =>
      [
        kept !== null
          ? `${lane} keeps ${count(kept)}/s`
          : `${lane} keeps none of the rates${unclear.length > 0 ? ' for certain' : ''}`,
        unclear.length > 0 ? `; ${list(unclear.map((rate) => `${count(rate)}/s`))}: inconclusive` : '',
        grows !== null
          ? `; at ${count(grows)}/s its queue grows`
          : kept === highest
            ? more
              ? ', the highest rate so far'
              : ', the highest rate'
            : unclear.length > 0
              ? ''
              : '; whether its queue grows above that is inconclusive',
        '.',
      ].join(''),
    /** The queue grew at a rate below one that was kept. */
    disturbed: ({ lane, rates, kept }: { lane: string; rates: number[]; kept: number }, { count, list }) =>
      `The queue of ${lane} grew at ${list(rates.map((rate) => `${count(rate)}/s`))}, although it keeps ${count(kept)}/s: something else was in its way.`,
    /** Between two commands at a low rate both sides sleep. */
    wakes: ({ lane, slow, fast }: { lane: string; slow: RateAndP50; fast: RateAndP50 }, { count }) =>
      `${lane} answers faster at a higher rate (p50 ${formatMs(slow.p50Ms)} ms at ${count(slow.rps)}/s, ${formatMs(fast.p50Ms)} ms at ${count(fast.rps)}/s). At a low rate client and server sleep between commands, and take time to wake.`,
    /** A batch that is rarely full makes its commands wait at a low rate. */
    fills: (
      { lane, batch, slow, fast }: { lane: string; batch: number; slow: RateAndP50; fast: RateAndP50 },
      { count },
    ) =>
      `${lane} answers faster at a higher rate (p50 ${formatMs(slow.p50Ms)} ms at ${count(slow.rps)}/s, ${formatMs(fast.p50Ms)} ms at ${count(fast.rps)}/s): a batch of ${batch} has to fill first.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

const stepId = (rps: number) => `at-${rps}`;

/** Every lane of a plan at each rate, from low to high: a run a rate, in which the lanes take turns. */
export const loadCurve = (plan: Plan, rates: readonly number[]): Sweep<typeof words> => ({
  id: 'load-curve',
  prediction: { type: 'choice', choices: [], answer: () => null },
  steps: () => rates.map((rps) => stepAt(plan, rps)),
  claims: {},
  tables: (measured) => loadTables(curveOf(plan, rates, measured)),
  read: (measured) => loadSentences(curveOf(plan, rates, measured)),
  load: (measured) => curveOf(plan, rates, measured),
});

/** A plan at one rate. */
const planAtRate = (plan: Plan, rps: number): Plan => ({
  ...plan,
  workload: { ...plan.workload, rps },
  lanes: plan.lanes.map((lane) => ({ ...lane, workload: { ...lane.workload, rps } })),
});

const stepAt = (plan: Plan, rps: number): RunStep => ({
  type: 'run',
  id: stepId(rps),
  label: label('at-rate', { rps }),
  plan: planAtRate(plan, rps),
  mayOverload: true,
});

function withoutRate(plan: Plan): Plan {
  const { rps: _, ...workload } = plan.workload;
  const lanes = plan.lanes.map((lane) => {
    const { rps: _rps, ...sent } = lane.workload;
    return { ...lane, workload: sent };
  });
  return { ...plan, workload, lanes };
}

function curveOf(plan: Plan, rates: readonly number[], measured: Measured): LoadCurve {
  return {
    plan: withoutRate(plan),
    rates: [...rates],
    lanes: plan.lanes.map(({ id, strategy, client }): LoadLane => {
      const results = rates.flatMap((rps) => {
        const lane = measured.result(stepId(rps))?.lanes.find((one) => one.id === id);
        return lane ? [{ rps, lane }] : [];
      });
      const points = results.map(({ rps, lane }) => pointOf(rps, lane));
      return {
        lane: id,
        label: results[0]?.lane.label ?? id,
        strategy,
        ...(client === undefined ? {} : { client }),
        points,
        ...loadKneeOf(points),
      };
    }),
  };
}

function pointOf(rps: number, lane: LaneResult): LoadPoint {
  return {
    offeredRps: rps,
    state: loadStateOf(lane),
    achievedRps: lane.commands === 0 ? null : (lane.rate?.achieved ?? null),
    p50Ms: lane.latencyMs.response?.p50 ?? null,
    p99Ms: lane.latencyMs.response?.p99 ?? null,
    backlog: lane.rate?.backlog ?? null,
  };
}

/** What each lane keeps, and its figures at each rate. */
export const loadTables = (load: LoadCurve): FigureTable[] => [tableOfLanes(load), tableOfRates(load)];

const tableOfLanes = ({ lanes }: LoadCurve): FigureTable => ({
  title: label('by-lane'),
  columns: [
    { label: label('lane'), unit: 'text', origin: 'setting' },
    { label: label('kept-rate'), unit: 'commands/s', origin: 'measured' },
    { label: label('grows-from'), unit: 'commands/s', origin: 'measured' },
  ],
  rows: lanes.map(({ label: name, keptRps, growsRps }) => [name, keptRps, growsRps]),
});

/** Lanes of one rate stand together. */
const tableOfRates = ({ rates, lanes }: LoadCurve): FigureTable => ({
  title: label('by-rate'),
  columns: [
    { label: label('offered'), unit: 'text', origin: 'setting' },
    { label: label('reached'), unit: 'commands/s', origin: 'measured' },
    { label: listOf(label('latency', { key: 'p50' }), 'ms'), unit: 'ms', origin: 'measured' },
    { label: listOf(label('latency', { key: 'p99' }), 'ms'), unit: 'ms', origin: 'measured' },
    { label: label('queue'), unit: 'text', origin: 'measured' },
  ],
  rows: rates.flatMap((rps) =>
    lanes.flatMap(({ label: name, points }) =>
      points
        .filter(({ offeredRps }) => offeredRps === rps)
        .map(({ achievedRps, p50Ms, p99Ms, state }) => [
          listOf(label('at-rate', { rps }), name),
          achievedRps,
          p50Ms,
          p99Ms,
          label('queue-state', { state }),
        ]),
    ),
  ),
});

/** What the whole curve answers; `null`: nothing was measured. */
export function loadAnswer({ lanes }: LoadCurve): Phrase | null {
  const measured = lanes.filter(({ points }) => points.length > 0);
  const rates = [...new Set(measured.map(({ keptRps }) => keptRps))].toSorted((a, b) => (b ?? 0) - (a ?? 0));
  const keeping = rates.map((kept) => {
    const those = measured.filter(({ keptRps }) => keptRps === kept);
    const isUnclear = kept === null && those.some((lane) => unclearRatesOf(lane).length > 0);
    return { lanes: those.map(({ label: lane }) => lane), kept, ...(isUnclear && { isUnclear }) };
  });
  const highest = measured[0]?.points.at(-1)?.offeredRps ?? null;
  return keeping.length === 0 ? null : sentence('answer', { keeping, highest });
}

/** What the figures of each lane say. */
export const loadSentences = ({ plan, lanes, rates }: LoadCurve): Phrase[] =>
  lanes.flatMap((lane) => [
    ...sentencesOf(lane, rates.at(-1)),
    ...fallingP50(lane, plan.lanes.find(({ id }) => id === lane.lane)?.workload.pipeline ?? 1),
  ]);

/** A p50 that falls by less may be chance. */
const leastFall = 1.5;

function fallingP50({ label: lane, strategy, points }: LoadLane, batch: number): Phrase[] {
  const gathers = batch > 1 && traitsOf(strategy)?.batching === 'batch';
  const known = points.flatMap(({ state, offeredRps: rps, p50Ms }) =>
    state === 'kept' && p50Ms !== null ? [{ rps, p50Ms }] : [],
  );
  const [slow] = known;
  const [fast] = known.toSorted((a, b) => a.p50Ms - b.p50Ms);
  return slow && fast && slow.p50Ms > leastFall * fast.p50Ms
    ? [gathers ? sentence('fills', { lane, batch, slow, fast }) : sentence('wakes', { lane, slow, fast })]
    : [];
}

function sentencesOf(one: LoadLane, last: number | undefined): Phrase[] {
  const { label: lane, points, keptRps: kept, growsRps: grows } = one;
  const unclear = unclearRatesOf(one);
  const highest = points.at(-1)?.offeredRps;
  if (highest === undefined) return [];
  const rates = points
    .filter(({ state, offeredRps }) => state === 'grows' && kept !== null && offeredRps < kept)
    .map(({ offeredRps }) => offeredRps);
  return [
    sentence('keeps', {
      ...{ lane, kept, grows, highest, more: highest !== last },
      ...(unclear.length > 0 && { unclear }),
    }),
    ...(kept !== null && rates.length > 0 ? [sentence('disturbed', { lane, rates, kept })] : []),
  ];
}
