import type { LaneResult } from '../contract/lane-result.ts';
import type { LoadState } from '../contract/enums.ts';
import type { LoadCurve, LoadLane, LoadPoint } from '../contract/load-curve.ts';
import type { Plan } from '../contract/plan.ts';
import type { FigureTable } from '../contract/recipe.ts';
import { answeredOf, loadKneeOf, loadStateOf } from '../statistics/load-knee.ts';
import type { Measured } from './measured.ts';
import { listOf, phrasesOf, type None, type Phrase, type RecipeCodes } from './phrase.ts';
import type { Recipe, RunStep } from './recipe.ts';

export interface LoadCurveCodes extends RecipeCodes {
  id: 'load-curve';
  choices: never;
  claims: never;
  labels: {
    'at-rate': { rps: number };
    'by-rate': None;
    'by-lane': None;
    offered: None;
    lane: None;
    reached: None;
    queue: None;
    'queue-state': { state: LoadState };
    'kept-rate': None;
    'grows-from': None;
  };
  sentences: {
    /** `highest`: of the rates that were measured; `more`: whether higher ones are to come. */
    keeps: { lane: string; kept: number | null; grows: number | null; highest: number; more?: boolean };
    /** The queue grew at a rate below one that was kept. */
    disturbed: { lane: string; rates: number[]; kept: number };
  };
}
const { label, sentence } = phrasesOf<LoadCurveCodes>();

const stepId = (rps: number) => `at-${rps}`;

/** Every lane of a plan at each rate, from low to high: a run a rate, in which the lanes take turns. */
export const loadCurve = (plan: Plan, rates: readonly number[]): Recipe<LoadCurveCodes> => ({
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
  const answered = answeredOf(lane);
  return {
    offeredRps: rps,
    state: loadStateOf(lane),
    achievedRps: answered === null ? null : answered * rps,
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

/** What the figures of each lane say. */
export const loadSentences = ({ lanes, rates }: LoadCurve): Phrase[] =>
  lanes.flatMap((lane) => sentencesOf(lane, rates.at(-1)));

function sentencesOf(
  { label: lane, points, keptRps: kept, growsRps: grows }: LoadLane,
  last: number | undefined,
): Phrase[] {
  const highest = points.at(-1)?.offeredRps;
  if (highest === undefined) return [];
  const rates = points
    .filter(({ state, offeredRps }) => state === 'grows' && kept !== null && offeredRps < kept)
    .map(({ offeredRps }) => offeredRps);
  return [
    sentence('keeps', { lane, kept, grows, highest, more: highest !== last }),
    ...(kept !== null && rates.length > 0 ? [sentence('disturbed', { lane, rates, kept })] : []),
  ];
}
