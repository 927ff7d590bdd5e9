import { limits } from '../../../shared/limits.ts';
import { aloneMs, settleMsOf } from '../../../shared/plan/duration.ts';
import { mostSlices, type LanePlan, type Plan } from '../../../shared/contract/plan.ts';
import { randomFrom } from '../../../shared/statistics/statistics.ts';
import { slicesUntilLevel } from '../../../shared/statistics/trend.ts';
import type { Phase } from '../../../shared/contract/enums.ts';
import { shares, type Turn } from '../lane/turn.ts';
import { answeredMs, drainMs, placesInFlight } from './draining.ts';

/** Lanes that run at the same time: one in `turns`, all of the round in `race`. */
export interface Step {
  /** Number of its round in the schedule, warm-up included; slices of the same round are pairs. */
  slice: number;
  phase: Phase;
  turns: Turn[];
  /** Which start of the lanes it is of, from 0. */
  start: number;
  /** Only while the ratios are not as precise as was asked. */
  ifNotPrecise: boolean;
}

/** Slices that a lane with a command count is parted into, where its commands suffice. */
const slicesOfCount = 8;
/** A slice of a counted lane holds at least so many batches per connection. */
const batchesPerSlice = 4;

/**
 * What is run when, all of it known ahead: warm-up rounds, then counted rounds. In `turns` the order of a round
 * is drawn from the seed, mirrored from one to the next (A B C, C B A: what drifts steadily cancels), or kept.
 */
export function makeSchedule(plan: Plan): Step[] {
  const { mode, order } = plan.schedule;
  const random = randomFrom(plan.workload.seed ^ 0x6f726465);
  const warmups = plan.lanes.map((lane, index) => warmupTurns(lane, index, plan.schedule));
  const counted = countedTurns(plan);
  const steps: Step[] = [];
  let slice = 0;
  let start = 0;
  const addRounds = (turnsOfLanes: Turn[][], phase: Phase, ifNotPrecise = false) => {
    const rounds = Math.max(0, ...turnsOfLanes.map((turns) => turns.length));
    for (let round = 0; round < rounds; round++, slice++) {
      const turns = turnsOfLanes.flatMap((ofLane) => ofLane[round] ?? []);
      if (mode === 'race') steps.push({ slice, phase, turns, start, ifNotPrecise });
      else
        for (const turn of inOrder(turns, phase === 'warmup' ? 'rotating' : order, round, random))
          steps.push({ slice, phase, turns: [turn], start, ifNotPrecise });
    }
  };
  const { starts = 1 } = plan.schedule;
  const ofStarts = counted.map((turns) => divided(turns, starts));
  for (; start < starts; start++) {
    addRounds(warmups, 'warmup');
    addRounds(
      ofStarts.map((ofLane) => ofLane[start] ?? []),
      'counted',
    );
  }
  start = starts - 1;
  addRounds(furtherTurns(plan, counted), 'counted', true);
  return steps;
}

/** One slice of every lane that still has turns. */
export type Round = [Step, ...Step[]];

/** The steps of each round together, in order. */
export function roundsOf(steps: readonly Step[]): Round[] {
  const rounds: Round[] = [];
  for (const step of steps) {
    const round = rounds.at(-1);
    if (round?.[0].slice === step.slice) round.push(step);
    else rounds.push([step]);
  }
  return rounds;
}

/** A lane whose settings were changed climbs again for about so long: its connections are new. */
const climbMs = 1500;

/** The rounds of warm-up to run again before a round whose settings were changed, for the lanes of that round. */
export function warmUpAgain(rounds: readonly Round[], round: Round): Step[][] {
  const [{ start, slice }] = round;
  const warmups = rounds.filter(([step]) => step.phase === 'warmup' && step.start === start);
  const msOf = ([{ turns: ofRound }]: Round) => ofRound[0]?.durationMs ?? 0;
  const sumOf = (some: readonly Round[]) => some.reduce((sum, one) => sum + msOf(one), 0);
  const toCome = warmups.filter(([step]) => step.slice >= slice);
  let missingMs = Math.min(climbMs, sumOf(warmups)) - sumOf(toCome);
  const lanes = new Set(round.flatMap((step) => step.turns.map(({ lane }) => lane)));
  return warmups.flatMap((one) => {
    if (missingMs <= 0) return [];
    missingMs -= msOf(one);
    const steps = one.map((step) => ({ ...step, turns: step.turns.filter(({ lane }) => lanes.has(lane)) }));
    return [steps.filter(({ turns }) => turns.length > 0)];
  });
}

/** Into so many groups of as many neighbours each, as far as that is possible. */
function divided<T>(values: readonly T[], groups: number): T[][] {
  let from = 0;
  return shares(values.length, groups).map((count) => values.slice(from, (from += count)));
}

function inOrder(
  turns: Turn[],
  order: Plan['schedule']['order'],
  round: number,
  random: () => number,
): Turn[] {
  if (order === 'mirrored') return round % 2 === 0 ? turns : turns.toReversed();
  if (order === 'rotating') return turns;
  return turns
    .map((turn) => ({ turn, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ turn }) => turn);
}

/**
 * Warm-up is cut into slices as well, so that every lane has run by the time the first is counted; into enough of
 * them where it is to last until they are level.
 */
function warmupTurns(
  { workload }: LanePlan,
  lane: number,
  { sliceMs, untilLevel }: Plan['schedule'],
): Turn[] {
  const usual = Math.ceil(workload.warmupMs / sliceMs);
  const most = Math.floor(workload.warmupMs / limits.sliceMs.min);
  const slices = untilLevel ? Math.max(usual, Math.min(slicesUntilLevel, most)) : usual;
  return Array.from({ length: slices }, () => ({
    lane,
    durationMs: workload.warmupMs / slices,
    commands: null,
  }));
}

function countedTurns(plan: Plan): Turn[][] {
  const { starts = 1 } = plan.schedule;
  const slicesByCount = Math.min(
    Math.max(slicesOfCount, starts),
    ...plan.lanes.flatMap(({ workload: { requests, clients, pipeline } }) =>
      requests === undefined
        ? []
        : Math.max(1, Math.floor(requests / (clients * pipeline * batchesPerSlice))),
    ),
  );
  return plan.lanes.map(({ workload: { requests, durationMs } }, lane) => {
    if (requests !== undefined)
      return shares(requests, slicesByCount).map((commands) => ({ lane, durationMs: null, commands }));
    const slices = Math.max(starts, Math.round(durationMs / plan.schedule.sliceMs));
    return Array.from({ length: slices }, () => ({ lane, durationMs: durationMs / slices, commands: null }));
  });
}

/**
 * What follows where the ratios are not precise enough yet: each lane has further turns of the length that its own
 * have, all of them as many, until one would have more than its most time.
 */
function furtherTurns({ schedule: { precision, maxDurationMs = 0 } }: Plan, counted: Turn[][]): Turn[][] {
  if (precision === undefined) return [];
  const room = counted.map(
    (turns) =>
      Math.min(Math.floor(maxDurationMs / (turns[0]?.durationMs ?? Infinity) + roundingError), mostSlices) -
      turns.length,
  );
  return counted.map((turns) =>
    Array.from({ length: Math.max(0, Math.min(...room)) }, () => turns[0]).filter(
      (turn) => turn !== undefined,
    ),
  );
}

/** Sixty seconds are twelve turns of five, however they were divided. */
const roundingError = 1e-9;

/**
 * How long the plan takes at most, ms; `null` when it stops by count. `refillMs`: how long it
 * takes before each turn of a lane to write the keys that its commands change.
 */
export function expectedMs(
  plan: Plan,
  steps: readonly Step[],
  refillMs: (turn: Turn) => number = () => 0,
): number | null {
  const ms = stepsMs(plan, steps, refillMs);
  return ms === null ? null : ms + aloneMs(plan);
}

/** How long these steps of it take. */
export function stepsMs(plan: Plan, steps: readonly Step[], refillMs: (turn: Turn) => number): number | null {
  let sum = 0;
  for (const { turns } of steps) {
    if (turns.some((turn) => turn.durationMs === null)) return null;
    const lanes = turns.flatMap(({ lane }) => plan.lanes[lane] ?? []);
    // At once, they share the link.
    const drain = lanes.reduce((all, lane) => all + drainMs(plan, lane), 0);
    const places = lanes.reduce((all, lane) => all + placesInFlight(lane), 0);
    const longest = Math.max(...turns.map((turn) => turn.durationMs ?? 0));
    sum += answeredMs(longest, drain, places) + answeredMs(settleMsOf(plan), drain, places);
    for (const turn of turns) sum += refillMs(turn);
  }
  return sum;
}
