import { makeSchedule } from '../server/engine/run/schedule.ts';
import type { Plan } from '../shared/contract/plan.ts';
import { parsePlan } from '../shared/plan/parse-plan.ts';
import type { Draw } from './draw.ts';

/** What disturbs the slices of a synthetic run. */
export interface Disturbance {
  /** Coefficient of variation of a slice. */
  cv: number;
  /** Of a slice with the next in time, whichever lane that belongs to: the machine's own moods. */
  correlation?: number;
  /** Of a slice with the one before of the same lane. */
  laneCorrelation?: number;
  /** Change of the machine's speed from the first slice to the last, a share. */
  drift?: number;
  /** Share of the slices that something else slows to 30–70 %. */
  outliers?: number;
  heavyTails?: boolean;
  /** Coefficient of variation of a lane from start to start: threads and memory come to lie otherwise at each. */
  startCv?: number;
}

export interface Conditions extends Disturbance {
  rounds: number;
}

/** What the cases of several sentences have in common. */
export const disturbances = {
  quiet: { cv: 0.05 },
  usual: { cv: 0.08 },
  noisy: { cv: 0.15 },
  wild: { cv: 0.3 },
  correlated: { cv: 0.1, correlation: 0.3 },
  'strongly correlated': { cv: 0.1, correlation: 0.6 },
  'correlated within a lane': { cv: 0.1, laneCorrelation: 0.3 },
  drifting: { cv: 0.05, drift: -0.3 },
  'with outliers': { cv: 0.05, outliers: 0.05 },
  'heavy-tailed': { cv: 0.1, heavyTails: true },
} as const satisfies Record<string, Disturbance>;

/**
 * Slices by lane and round, commands per second, of lanes whose true rates are `rates`. They take turns in the
 * order of a real schedule, so that noise which lasts longer than a slice reaches the pairs as it does in a run.
 */
export function syntheticSlices(rates: readonly number[], conditions: Conditions, draw: Draw): number[][] {
  const { startCv = 0 } = conditions;
  const ofStart = rates.map((rate) => rate * Math.exp(startCv * draw.normal()));
  const { rounds, cv, correlation = 0, laneCorrelation = 0, drift = 0, outliers = 0 } = conditions;
  const normal = () => (conditions.heavyTails ? draw.heavyTailed() : draw.normal());
  const sigma = Math.sqrt(Math.log(1 + cv ** 2));
  const slices = rates.map((): number[] => []);
  const ofLane = rates.map(() => normal());
  const turns = turnsOf(rates.length, rounds, draw.seed());
  let machine = normal();
  for (const [at, lane] of turns.entries()) {
    const own = next(ofLane[lane] ?? 0, laneCorrelation, normal());
    ofLane[lane] = own;
    machine = next(machine, correlation, normal());
    const noise = laneCorrelation > 0 ? own : machine;
    const speed = 1 + (drift * at) / Math.max(1, turns.length - 1);
    const slowed = draw.uniform() < outliers ? 0.3 + 0.4 * draw.uniform() : 1;
    slices[lane]?.push((ofStart[lane] ?? 0) * speed * slowed * Math.exp(sigma * noise));
  }
  return slices;
}

/** First-order autoregression with a standard deviation of 1. */
const next = (before: number, correlation: number, innovation: number) =>
  correlation * before + Math.sqrt(1 - correlation ** 2) * innovation;

/** Lanes in the order of their turns. */
function turnsOf(lanes: number, rounds: number, seed: number): number[] {
  const plan = syntheticPlan(lanes, rounds);
  return makeSchedule({ ...plan, workload: { ...plan.workload, seed } }).flatMap(({ turns }) =>
    turns.map(({ lane }) => lane),
  );
}

const plans = new Map<string, Plan>();

/** A plan of so many equal lanes, with the default schedule and no warm-up. */
export function syntheticPlan(lanes: number, rounds: number): Plan {
  const key = `${lanes} ${rounds}`;
  const known = plans.get(key);
  if (known) return known;
  const plan = parsePlan({
    workload: { durationMs: rounds * sliceMs, warmupMs: 0 },
    schedule: { sliceMs },
    lanes: Array.from({ length: lanes }, (_, lane) => ({ id: `lane-${lane}`, strategy: 'pipeline' })),
  });
  plans.set(key, plan);
  return plan;
}

const sliceMs = 1000;
