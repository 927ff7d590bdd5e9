import type { DistanceGain, DistanceLane, DistancePoint } from '../contract/distance-gain.ts';
import type { NetworkPlan, Plan } from '../contract/plan.ts';
import type { FigureTable, Phrase, Ratio } from '../contract/recipe.ts';
import type { Result } from '../contract/result.ts';
import { commandsInFlight } from '../plan/in-flight.ts';
import { countsUnits, rateOfLanes } from '../plan/program-lane.ts';
import { distanceIds, distances as named, type DistanceId } from '../plan/initial-choices.ts';
import { rateOf } from '../statistics/figures.ts';
import type { Measured } from './measured.ts';
import { listOf, phrase, type LabelsOf, type SentencesOf } from './phrase.ts';
import type { RecipeWords } from './recipe-words.ts';
import type { RunStep, Sweep } from './recipe.ts';

/** "same zone 1 ms"; a round trip without a name is a figure. */
export const distanceInWords = (
  rttMs: number,
  names: Readonly<Record<DistanceId, string>>,
  unit: string,
): string => {
  const id = distanceIds.find((one) => named[one] === rttMs);
  return `${id ? `${names[id]} ` : ''}${rttMs} ${unit}`;
};

const names: Record<DistanceId, string> = {
  machine: 'this machine',
  zone: 'same zone',
  office: 'office',
  continent: 'continent',
  overseas: 'overseas',
};

interface GainsFigures {
  lane: string;
  gains: readonly { rttMs: number; ratio: Ratio }[];
}
interface LimitFigures {
  lanes: string[];
  inFlight: number;
  of: number;
  limit: number;
}
interface UnitLimitFigures {
  lanes: string[];
  trips: number;
  of: number;
  limit: number;
}

/** It asks nothing before, and no one has published it. */
export const words = {
  title: 'Gain over distance',
  question: 'How much does each lane gain on the first as the round trip gets longer?',
  method:
    'The same lanes at each round trip, from near to far. At each they take turns in rounds, and a ratio is of rounds at that distance.',
  source: '',
  ask: '',
  choices: {},
  takeaway: () => '',
  claims: {},
  labels: {
    'at-distance': ({ rttMs }: { rttMs: number }) => distanceInWords(rttMs, names, 'ms'),
    'by-distance': 'Gain at each distance',
    'lane-at-distance': 'lane, distance',
    gain: '×',
  },
  sentences: {
    gains: ({ lane, gains }: GainsFigures, { ratio, list }) =>
      `${lane}: ${list(gains.map((gain) => `${ratio(gain.ratio)} at ${gain.rttMs} ms`))}.`,
    limit: ({ lanes, inFlight, of, limit }: LimitFigures, { count, list, ratio }) =>
      `Limit ${ratio({ ratio: limit, ci95: null })}: ${list(lanes)} ${lanes.length === 1 ? 'has' : 'have'} ${count(inFlight)} commands in flight instead of ${count(of)}. Where lanes only wait for round trips, no distance brings more.`,
    'limit-of-units': ({ lanes, trips, of, limit }: UnitLimitFigures, { count, list, ratio }) =>
      `Limit ${ratio({ ratio: limit, ci95: null })}: ${list(lanes)} ${lanes.length === 1 ? 'has' : 'have'} ${count(trips)} round trips a unit instead of ${count(of)}. Where lanes only wait for round trips, no distance brings more.`,
    provisional: ({ rtts }: { rtts: readonly number[] }, { list }) =>
      `Wide intervals at ${list(rtts.map((rttMs) => `${rttMs} ms`))}: those ratios are provisional.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

const stepId = (rttMs: number) => `at-${rttMs}`;

/** How long each distance is measured: as its plan says, or so that five lanes at five distances take 90 s. */
export type DistanceTimes = 'of plan' | 'short';

/** The lanes of a plan at each round trip, ms, from near to far: a run a distance, in which they take turns. */
export const distanceSweep = (
  plan: Plan,
  rtts: readonly number[],
  times: DistanceTimes,
): Sweep<typeof words> => ({
  id: 'distances',
  prediction: { type: 'choice', choices: [], answer: () => null },
  steps: () => rtts.map((rttMs) => stepAt(plan, rttMs, times)),
  claims: {},
  tables: (measured) => distanceTables(gainOf(plan, rtts, measured)),
  read: (measured) => distanceSentences(gainOf(plan, rtts, measured)),
  distances: (measured) => gainOf(plan, rtts, measured),
});

const stepAt = (plan: Plan, rttMs: number, times: DistanceTimes): RunStep => ({
  type: 'run',
  id: stepId(rttMs),
  label: label('at-distance', { rttMs }),
  plan: planAt(times === 'short' ? inShort(plan, rttMs) : plan, rttMs),
});

function planAt({ network: given, ...plan }: Plan, rttMs: number): Plan {
  const network: NetworkPlan = { ...(given ?? { jitterMs: 0 }), rttMs };
  const isDirect =
    rttMs === 0 && network.by !== 'kernel' && network.jitterMs === 0 && network.bandwidthMbit === undefined;
  return isDirect ? plan : { ...plan, network };
}

/** Where lanes wait for the network more than for a CPU, ms of round trip. */
const farMs = 20;
const near = { warmupMs: 1000, sliceMs: 200, rounds: 5, mostRounds: 6 } as const;
/** Three trips a slice, at most. */
const far = { warmupMs: 400, mostSliceMs: 540, rounds: 3, mostRounds: 5 } as const;
/** Further rounds are for intervals that are wider than this share of their ratio. */
const precision = 0.1;
/** So many far round trips in a slice take no further rounds. */
const longestForMoreMs = 100;

/** Rounds go where intervals need them; far away three may do. */
function inShort(plan: Plan, rttMs: number): Plan {
  const isFar = rttMs >= farMs;
  const sliceMs = isFar
    ? Math.round(Math.min(far.mostSliceMs, Math.max(near.sliceMs, 3 * rttMs)))
    : near.sliceMs;
  const { rounds, mostRounds } = isFar ? far : near;
  const most = rttMs > longestForMoreMs ? rounds : mostRounds;
  const warmupMs = isFar ? Math.max(far.warmupMs, sliceMs) : near.warmupMs;
  const workload = { durationMs: rounds * sliceMs, warmupMs };
  const { precision: _p, maxDurationMs: _m, starts: _s, ...schedule } = plan.schedule;
  return {
    ...plan,
    workload: { ...plan.workload, ...workload },
    lanes: plan.lanes.map((lane) => ({ ...lane, workload: { ...lane.workload, ...workload } })),
    schedule: {
      ...schedule,
      sliceMs,
      untilLevel: false,
      ...(most > rounds && plan.lanes.length > 1 ? { precision, maxDurationMs: most * sliceMs } : {}),
    },
  };
}

/** Before anything is measured: the lanes, and the limit of each. */
export const emptyGain = (plan: Plan, rtts: readonly number[]): DistanceGain => gainOf(plan, rtts, null);

/** `measured`: `null`: nothing is. */
function gainOf(plan: Plan, rtts: readonly number[], measured: Measured | null): DistanceGain {
  const results = rtts.flatMap((rttMs) => {
    const result = measured?.result(stepId(rttMs));
    return result ? [{ rttMs, result }] : [];
  });
  const flightOf = (lane: Plan['lanes'][number]) => {
    const { trips = 0 } =
      results.flatMap(({ result }) => result.lanes.find(({ id }) => id === lane.id)?.perUnit ?? [])[0] ?? {};
    return { inFlight: inFlightOf(lane, plan), trips: trips > 0 ? trips : null };
  };
  const [baseline] = plan.lanes.map(flightOf);
  return {
    plan: planAt(plan, 0),
    distances: [...rtts],
    lanes: plan.lanes.map((lane, index): DistanceLane => {
      const { id, strategy, client } = lane;
      const { inFlight, trips } = flightOf(lane);
      const moreInFlight = inFlight / (baseline?.inFlight ?? inFlight);
      const fewerTrips = baseline?.trips && trips ? baseline.trips / trips : 1;
      return {
        lane: id,
        label:
          results.flatMap(({ result }) => result.lanes.find((one) => one.id === id)?.label ?? [])[0] ?? id,
        strategy,
        ...(client === undefined ? {} : { client }),
        inFlight,
        ...(trips === null ? {} : { tripsPerUnit: trips }),
        limit: moreInFlight * fewerTrips,
        points: results.flatMap(({ rttMs, result }) => pointOf(id, index === 0, rttMs, result) ?? []),
      };
    }),
  };
}

/** Lanes that await each reply have one command in flight on each connection; those that carry out units, one unit. */
function inFlightOf(lane: Plan['lanes'][number], plan: Plan): number {
  return countsUnits(lane, plan) ? lane.workload.clients : commandsInFlight(lane);
}

/** Ends of an interval that are further apart are marked: few rounds may have hit upon such a ratio by chance. */
const provisionalOver = 1.5;

function pointOf(id: string, isFirst: boolean, rttMs: number, result: Result): DistancePoint | null {
  const lane = result.lanes.find((one) => one.id === id);
  if (!lane) return null;
  const rate = rateOf(lane);
  if (isFirst)
    return {
      ...{ rttMs, rate, ratio: rate === null ? null : 1, ci95: null },
      ...{ pairs: lane.throughput?.slices.length ?? 0, isProvisional: false },
    };
  const comparison = result.comparisons.find((one) => one.lane === id);
  const { ratio = null, ci95 = null, pairs = 0 } = comparison ?? {};
  return {
    rttMs,
    rate,
    ratio,
    ci95,
    pairs,
    isProvisional: ratio !== null && !(ci95 && ci95[1] <= provisionalOver * ci95[0]),
  };
}

/** The lanes that have a baseline. */
export const gainingLanes = ({ lanes }: DistanceGain): DistanceLane[] => lanes.slice(1);

/** The lane that is named where there is room for one: the pipeline, else the first that batches. */
export const mainLane = (gain: DistanceGain): DistanceLane | undefined =>
  gainingLanes(gain).find(({ strategy }) => strategy === 'pipeline') ?? gainingLanes(gain).at(-1);

const ratioAt = ({ ratio, ci95 }: DistancePoint): Ratio | null => (ratio === null ? null : { ratio, ci95 });

/** A row for each lane at each distance. */
export const distanceTables = (gain: DistanceGain): FigureTable[] => [
  {
    title: label('by-distance'),
    columns: [
      { label: label('lane-at-distance'), unit: 'text', origin: 'setting' },
      {
        label: label(rateOfLanes(gain.plan) === 'unitRate' ? 'units-per-second' : 'per-second'),
        unit: 'commands/s',
        origin: 'measured',
      },
      { label: label('gain'), unit: 'ratio', origin: 'measured' },
      { label: label('interval'), unit: 'ratio', origin: 'measured', detail: true },
    ],
    rows: gain.lanes.flatMap(({ label: name, points }, index) =>
      points.map(({ rttMs, rate, ratio, ci95 }) => [
        listOf(name, label('at-distance', { rttMs })),
        rate,
        index === 0 ? null : ratio,
        ci95,
      ]),
    ),
  },
];

/** What the figures of each lane say; the lane that is named comes first. */
export function distanceSentences(gain: DistanceGain): Phrase[] {
  const main = mainLane(gain);
  const lanes = [...(main ? [main] : []), ...gainingLanes(gain).filter((lane) => lane !== main)];
  const wide = gain.distances.filter((rttMs) =>
    lanes.some(({ points }) => points.some((point) => point.rttMs === rttMs && point.isProvisional)),
  );
  const [first] = gain.lanes;
  const limits = [...new Set(lanes.map(({ limit }) => limit))].filter((limit) => limit > 1);
  return [
    ...lanes.flatMap(({ label: lane, points }) => {
      const gains = points.flatMap((point) => {
        const ratio = ratioAt(point);
        return ratio ? [{ rttMs: point.rttMs, ratio }] : [];
      });
      return gains.length > 0 ? [sentence('gains', { lane, gains })] : [];
    }),
    ...limits.map((limit) => {
      const bound = lanes.filter((lane) => lane.limit === limit);
      const { inFlight = NaN, tripsPerUnit: trips } = bound[0] ?? {};
      const said = { lanes: bound.map((lane) => lane.label), limit };
      return first?.tripsPerUnit !== undefined && trips !== undefined
        ? sentence('limit-of-units', { ...said, trips, of: first.tripsPerUnit })
        : sentence('limit', { ...said, inFlight, of: first?.inFlight ?? NaN });
    }),
    ...(wide.length > 0 ? [sentence('provisional', { rtts: wide })] : []),
  ];
}
