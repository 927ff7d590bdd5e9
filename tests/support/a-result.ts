import { Draw } from '../../calibration/draw.ts';
import { syntheticSlices, type Disturbance } from '../../calibration/synthetic-run.ts';
import {
  compareLanes,
  fitLanes,
  gainsOf,
  precisionReached,
  type SlicesToCompare,
} from '../../server/engine/run/comparisons.ts';
import { judgeLane } from '../../server/engine/run/verdict.ts';
import { mostlyFailedCode } from '../../shared/contract/enums.ts';
import type { Plan, PlanInput } from '../../shared/contract/plan.ts';
import type { Environment, Result } from '../../shared/contract/result.ts';
import { traitsOf } from '../../shared/contract/strategies.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { tunedPlan } from '../../shared/plan/tuned-plan.ts';
import { fitRates } from '../../shared/statistics/lane-fit.ts';
import { median } from '../../shared/statistics/statistics.ts';
import { english } from '../../shared/words/en/index.ts';
import { describeNetwork } from '../../shared/words/settings.ts';
import { aLane, aLatency, laneOf, usualSliceMs, type GivenLane } from './a-lane.ts';

/** The parts of a result that a test sets; the others are drawn, or follow. */
export interface ResultFigures extends Omit<Partial<Result>, 'environment' | 'lanes' | 'plan'> {
  environment?: Partial<Environment>;
  /** Lanes by id, which is also the strategy unless they or the plan name another. */
  lanes?: Readonly<Record<string, GivenLane['perSecond'] | GivenLane>>;
  plan?: Partial<PlanInput> | Plan;
  rounds?: number;
  /** Rounds of each start of the lanes. */
  starts?: readonly number[];
  noise?: Disturbance;
  seed?: number;
}

export const anEnvironment: Environment = {
  node: '20.20.2',
  client: 'ioredis 6.0.0',
  server: { name: 'redis', version: '7.0.15', mode: 'standalone', allocator: 'jemalloc-5.2.1' },
  resp: 3,
  cpuModel: 'test',
  cores: 2,
  memoryBytes: 8 * 1024 ** 3,
  platform: 'linux x64',
  schedule: 'turns',
  network: 'direct',
  sharedMachine: true,
  roundtrip: '0.1.0',
  pingMs: 0.08,
};

const figuresOf = (lane: GivenLane['perSecond'] | GivenLane): GivenLane =>
  typeof lane === 'object' && 'perSecond' in lane ? lane : { perSecond: lane };

/**
 * A result as the engine writes it: its slices are drawn by the seed, and its estimates, comparisons, gains, verdicts and
 * warnings are what the engine finds in them.
 */
export function aResult({
  lanes = { 'one-by-one': 1000, pipeline: 12_000 },
  plan: input = {},
  rounds,
  starts = [],
  noise = { cv: 0.02 },
  seed = 1,
  tunings = [],
  environment = {},
  ...more
}: ResultFigures = {}): Result {
  const asked = Object.entries(lanes).map(([id, lane]) => ({ id, ...figuresOf(lane) }));
  const plan = parsePlan({
    ...input,
    workload: { ...(rounds && { durationMs: rounds * usualSliceMs }), ...input.workload },
    schedule: { ...(rounds && { sliceMs: usualSliceMs }), ...input.schedule },
    lanes: input.lanes ?? asked.map(({ id, strategy = id }) => ({ id, strategy })),
  });
  const { sliceMs, mode, precision: asks } = plan.schedule;
  const slices = slicesOf(asked, { rounds: rounds ?? plan.workload.durationMs / sliceMs, ...noise }, seed);
  const counted = plan.lanes.map(({ id }, place): SlicesToCompare => ({
    ...{ id, countedFrom: 0, slices: slices[place] ?? [], ...(starts.length > 0 ? { starts } : {}) },
    mostlyFailed: asked[place]?.error?.code === mostlyFailedCode,
  }));
  // Logarithms leave 74,999.99999999999 of 75,000.
  const rates = new Map([...fitLanes(counted)].map(([id, rate]) => [id, Number(rate.toPrecision(12))]));
  const tuned = tunedPlan(plan, tunings);
  const made = tuned.lanes.map((lane, place) => {
    const network = lane.network ?? tuned.network;
    const planned = { ...lane, ...(network && { network }) };
    const measuring = { sliceMs, starts, estimate: rates.get(lane.id) ?? NaN };
    return laneOf(planned, slices[place] ?? [], asked[place] ?? { perSecond: 0 }, measuring);
  });
  const standings = counted.map((lane, place): SlicesToCompare => {
    const { latencySlices, hitRate = null } = made[place] ?? {};
    const p50s = latencySlices?.p50Ms.filter((ms) => ms !== null) ?? [];
    return { ...lane, hitRate, latencySlices, p50Ms: p50s.length > 0 ? median(p50s) : null };
  });
  const comparisons = compareLanes(standings, rates);
  const unbroken = standings.filter((_, place) => made[place]?.error === null);
  const gains = gainsOf(tuned, unbroken, comparisons, rates);
  const states = new Set(made.map(({ state }) => state));
  const state = states.has('failed') ? 'failed' : states.has('stopped') ? 'stopped' : 'completed';
  const precision = asks === undefined ? null : precisionReached(asks, comparisons, state === 'stopped');
  return {
    schema: 2,
    id: 'x',
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:00:20.000Z',
    ...{ state, plan, comparisons, tunings, ...(precision && { precision }) },
    bystander: null,
    ...more,
    environment: {
      ...anEnvironment,
      schedule: mode,
      network: describeNetwork(plan.network, english),
      ...environment,
    },
    warnings: [
      ...(more.warnings ?? []),
      ...(precision?.ended === 'max-duration' ? [{ code: 'not-precise' as const, ...precision }] : []),
    ],
    lanes: made.map((lane, place) => {
      const whole = { ...lane, gain: gains.get(lane.id) ?? null };
      const batching = traitsOf(lane.strategy)?.batching ?? 'none';
      const verdict = asked[place]?.verdict ?? judgeLane(whole, { plan, tunings }, { batching });
      return { ...whole, verdict };
    }),
  };
}

/** Slices by lane: those that were given, or drawn so that the fit over all lanes gives each its rate. */
function slicesOf(
  asked: readonly GivenLane[],
  conditions: Disturbance & { rounds: number },
  seed: number,
): number[][] {
  const drawn = syntheticSlices(
    asked.map(() => 1),
    conditions,
    new Draw(seed),
  );
  const shaped = asked.map(({ perSecond, cv = conditions.cv, drift = 0 }, lane) =>
    typeof perSecond === 'number'
      ? (drawn[lane] ?? []).map(
          (share, round) =>
            perSecond * share ** (cv / conditions.cv) * (1 + drift * (round / conditions.rounds - 0.5)),
        )
      : [...perSecond],
  );
  const fitted = fitRates(shaped.map((slices) => ({ slices })));
  return shaped.map((slices, lane) => {
    const wanted = asked[lane]?.perSecond;
    const scale = typeof wanted === 'number' && wanted > 0 ? wanted / (fitted[lane] ?? NaN) : 1;
    return slices.map((rate) => rate * scale);
  });
}

/** A result with all that reporters have to show: failures, a failed lane, a network, warnings. */
export const sampleResult: Result = aResult({
  state: 'completed',
  plan: { network: { rttMs: 0.1 } },
  lanes: {
    'one-by-one': 75_000,
    pipeline: { perSecond: 290_000, cv: 0.15, failures: { WRONGTYPE: 12 } },
    lua: {
      perSecond: 76_000,
      state: 'failed',
      error: { name: 'LaneFailed', code: null, message: 'Connection is closed.', stack: null },
    },
  },
});

/** A lane of a mix, with the latencies of its commands. */
export const laneOfMix = aLane('pipeline', 1000, {
  byCommand: [
    { command: 'SET', answered: 5000, latencyMs: aLatency(0.5) },
    { command: 'JSON.GET', answered: 0, latencyMs: null },
  ],
});
