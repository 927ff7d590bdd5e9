import { limits } from '../../../shared/limits.ts';
import { aloneMs, settleMsOf } from '../../../shared/plan/duration.ts';
import { mostSlices, type LanePlan, type Plan } from '../../../shared/contract/plan.ts';
import { randomFrom } from '../../../shared/statistics/statistics.ts';
import { slicesUntilLevel } from '../../../shared/statistics/trend.ts';
import type { Phase } from '../../../shared/contract/enums.ts';
import { shares, type Turn } from '../lane/turn.ts';
import { answeredMs, drainMs, placesInFlight } from './draining.ts';
import { largest, smallest } from '../../../shared/statistics/extremes.ts';

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
 * is drawn from the seed, mirrored from one to the next (A B C, C B A: what drifts steadily cancels), or kept. At a rate
 * it is drawn which of two mirrored rounds comes first: otherwise stalls in step with the turns would hit one lane alone.
 */
export function makeSchedule(plan: Plan): Step[] {
  const { mode, order } = plan.schedule;
  const random = randomFrom(plan.workload.seed ^ 0x6f726465);
  const isAtRate = plan.lanes.some(({ workload }) => workload.rps !== undefined);
  const warmups = plan.lanes.map((lane, index) => warmupTurns(lane, index, plan));
  const counted = countedTurns(plan);
  const steps: Step[] = [];
  let slice = 0;
  let start = 0;
  const addRounds = (turnsOfLanes: Turn[][], phase: Phase, ifNotPrecise = false) => {
    const rounds = largest(
      turnsOfLanes.map((turns) => turns.length),
      0,
    );
    let isTurnedRound = false;
    for (let round = 0; round < rounds; round++, slice++) {
      if (isAtRate && round % 2 === 0) isTurnedRound = random() < 0.5;
      const turns = turnsOfLanes.flatMap((ofLane) => ofLane[round] ?? []);
      if (mode === 'race') steps.push({ slice, phase, turns, start, ifNotPrecise });
      else
        for (const turn of inOrder(
          turns,
          phase === 'warmup' ? 'rotating' : order,
          round + Number(isTurnedRound),
          random,
        ))
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
  markLast(steps);
  addRounds(furtherTurns(plan, counted), 'counted', true);
  return steps;
}

/** Marks the last turn of each lane in each start of it. */
function markLast(steps: readonly Step[]): void {
  const seen = new Set<string>();
  for (const { turns, start } of steps.toReversed())
    for (const turn of turns) {
      const place = `${turn.lane} ${start}`;
      if (!seen.has(place)) turn.isLast = true;
      seen.add(place);
    }
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

/** The first warm-up turn of a lane lasts at least as long, and has at least as many round trips. */
const firstTurn = { ms: 75, trips: 6 } as const;

/**
 * Warm-up is cut into slices as well, so that every lane has run by the time the first is counted; into enough of
 * them where it is to last until they are level. In turns the first is short, so that each lane soon has a figure to show.
 */
function warmupTurns(
  { workload, network }: LanePlan,
  lane: number,
  { schedule: { mode, sliceMs, untilLevel }, network: ofPlan }: Plan,
): Turn[] {
  const usual = Math.ceil(workload.warmupMs / sliceMs);
  const most = Math.floor(workload.warmupMs / limits.sliceMs.min);
  const slices = untilLevel ? Math.max(usual, Math.min(slicesUntilLevel, most)) : usual;
  const equalMs = workload.warmupMs / slices;
  const trips = (network ?? ofPlan)?.rttMs ?? 0;
  const hasShort = mode === 'turns' && !untilLevel && slices > 1;
  const firstMs = hasShort ? Math.min(equalMs, Math.max(firstTurn.ms, firstTurn.trips * trips)) : equalMs;
  const othersMs = (workload.warmupMs - firstMs) / (slices - 1);
  return Array.from({ length: slices }, (_, index) => ({
    lane,
    durationMs: index === 0 ? firstMs : othersMs,
    commands: null,
  }));
}

function countedTurns(plan: Plan): Turn[][] {
  const { starts = 1 } = plan.schedule;
  const slicesByCount = smallest(
    plan.lanes.flatMap(({ workload: { requests, clients, pipeline } }) =>
      requests === undefined
        ? []
        : Math.max(1, Math.floor(requests / (clients * pipeline * batchesPerSlice))),
    ),
    Math.max(slicesOfCount, starts),
  );
  return plan.lanes.map(({ workload: { requests, durationMs } }, lane) => {
    if (requests !== undefined)
      return shares(requests, slicesByCount).map((commands) => ({ lane, durationMs: null, commands }));
    const { sliceMs, untilStopped } = plan.schedule;
    const slices = untilStopped ? mostSlices : Math.max(starts, Math.round(durationMs / sliceMs));
    const turnMs = untilStopped ? sliceMs : durationMs / slices;
    return Array.from({ length: slices }, () => ({ lane, durationMs: turnMs, commands: null }));
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
    Array.from({ length: Math.max(0, smallest(room)) }, () => turns[0]).filter((turn) => turn !== undefined),
  );
}

/** Sixty seconds are twelve turns of five, however they were divided. */
const roundingError = 1e-9;

/**
 * How long the plan takes at most, ms; `null` when it stops by count, or by hand. `refillMs`: how long it
 * takes before each turn of a lane to write the keys that its commands change.
 */
export function expectedMs(
  plan: Plan,
  steps: readonly Step[],
  refillMs: (turn: Turn) => number = () => 0,
): number | null {
  const ms = plan.schedule.untilStopped ? null : stepsMs(plan, steps, refillMs);
  return ms === null ? null : ms + aloneMs(plan);
}

/** How long these steps of it take. */
export function stepsMs(plan: Plan, steps: readonly Step[], refillMs: (turn: Turn) => number): number | null {
  let sum = 0;
  for (const { turns, phase } of steps) {
    if (turns.some((turn) => turn.durationMs === null)) return null;
    const lanes = turns.flatMap(({ lane }) => plan.lanes[lane] ?? []);
    // At once, they share the link.
    const drain = lanes.reduce((all, lane) => all + drainMs(plan, lane), 0);
    const places = lanes.reduce((all, lane) => all + placesInFlight(lane), 0);
    const longest = largest(turns.map((turn) => turn.durationMs ?? 0));
    sum += answeredMs(longest, drain, places);
    if (phase === 'counted') sum += answeredMs(settleMsOf(plan, lanes), drain, places);
    for (const turn of turns) sum += refillMs(turn);
  }
  return sum;
}
