import type { LaneResult, Result } from '../../shared/events.ts';
import { Measured } from '../../shared/recipes/measured.ts';
import type { Recipe, RecipeForm, StepOutcome } from '../../shared/recipes/recipe.ts';
import { parsePlan } from '../../shared/schemas.ts';
import { summariseThroughput } from '../../shared/statistics.ts';

/** Figures of a lane that a test makes up; a rate becomes slices that hardly differ, or the slices are given. */
export interface MadeLane {
  rate: number | readonly number[];
  p50?: number;
  p99?: number;
  batchP50?: number;
  serverCpu?: number;
  serverMicros?: number;
  clientCpu?: number;
  pingMs?: number;
  bystanderP50?: number;
  bystanderP99?: number;
  effectiveBatch?: number;
  bytesAWrite?: number;
}

export interface Making {
  form?: RecipeForm;
  /** Whether client and server shared a machine. */
  isOneMachine?: boolean;
  pingMs?: number;
  /** What the bystander saw without load. */
  alone?: { p50: number; p99: number };
}

/** What a recipe would have measured, had its lanes these figures; a lane without any measured nothing. */
export function makeMeasured(
  recipe: Recipe,
  figures: (step: string, lane: string) => MadeLane | number | null,
  making: Making = {},
): Measured {
  return new Measured(
    recipe.steps(making.form ?? 'quick').map((step): StepOutcome => {
      const lanes = parsePlan(step.plan).lanes.map(({ id, strategy }) => {
        const made = figures(step.id, id);
        return laneResult(id, strategy, typeof made === 'number' ? { rate: made } : made);
      });
      const result = {
        lanes,
        environment: { sharedMachine: making.isOneMachine ?? true, pingMs: making.pingMs ?? 0.05 },
        bystander: making.alone ? { rps: 100, latencyMs: latency(making.alone.p50, making.alone.p99) } : null,
      } as unknown as Result;
      return { step: step.id, label: step.label, state: 'completed', error: null, result };
    }),
  );
}

const latency = (p50: number, p99 = p50) => ({
  mean: p50,
  min: p50,
  p50,
  p95: p99,
  p99,
  p999: p99,
  max: p99,
});

const hardlyDiffering = [0.99, 1.01, 1, 0.995, 1.005, 1.01, 0.99, 1];

function laneResult(id: string, strategy: string, made: MadeLane | null): LaneResult {
  const rate = made?.rate;
  const slices = typeof rate === 'number' ? hardlyDiffering.map((share) => share * rate) : rate;
  return {
    id,
    strategy,
    throughput: slices ? summariseThroughput(slices) : null,
    latencyMs: {
      command: made?.p50 === undefined ? null : latency(made.p50, made.p99),
      batch: made?.batchP50 === undefined ? null : latency(made.batchP50),
    },
    client: { cpu: made?.clientCpu ?? null, eventLoopUtilisation: made?.clientCpu ?? 0 },
    server: { cpu: made?.serverCpu ?? null, cpuMicrosPerCommand: made?.serverMicros ?? null },
    effectiveBatch: made?.effectiveBatch ?? null,
    perWrite:
      made?.bytesAWrite === undefined
        ? null
        : { bytes: made.bytesAWrite, segments: Math.ceil(made.bytesAWrite / 1460) },
    roundTrip:
      made?.pingMs === undefined
        ? null
        : { before: { medianMs: made.pingMs, p99Ms: made.pingMs, samples: 20 }, during: null },
    bystander:
      made?.bystanderP99 === undefined
        ? null
        : { rps: 100, latencyMs: latency(made.bystanderP50 ?? made.bystanderP99, made.bystanderP99) },
  } as unknown as LaneResult;
}
