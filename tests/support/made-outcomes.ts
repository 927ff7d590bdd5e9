import { unknownServerFigures } from '../../calibration/synthetic-result.ts';
import type { LaneResult, LaneTarget } from '../../shared/contract/lane-result.ts';
import { Measured } from '../../shared/sweep/measured.ts';
import type { AtomicityFigures, LaneMemory, StepOutcome } from '../../shared/contract/recipe.ts';
import type { Sweep, SweepStep } from '../../shared/sweep/recipe.ts';
import type { RecipeForm, ServerProgram } from '../../shared/contract/enums.ts';
import { defined } from '../../shared/contract/defined.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import type { GivenLane } from './a-lane.ts';
import { aResult } from './a-result.ts';

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
  /** Of that, after it had sent. */
  bystanderWaitP99?: number;
  effectiveBatch?: number;
  /** The server that it measured. */
  target?: { name: string; version: string };
  bytesAWrite?: number;
  commands?: number;
  failures?: Record<string, number>;
  bytesOut?: number;
  bytesIn?: number;
  elapsedMs?: number;
  clientMemory?: number;
  /** Of a link that is cut. */
  cuts?: LaneResult['cuts'];
  /** Of a step that watches memory. */
  memory?: Partial<LaneMemory>;
  /** Of a step about atomicity. */
  atomicity?: Partial<Omit<AtomicityFigures, 'failing'>> & { failing?: Partial<AtomicityFigures['failing']> };
}

export interface Making {
  form?: RecipeForm;
  /** Whether client and server shared a machine. */
  isOneMachine?: boolean;
  /** Whether the kernel laid a link between them. */
  byKernel?: boolean;
  pingMs?: number;
  /** What the bystander saw without load. */
  alone?: { p50: number; p99: number };
  /** What the server, and the machine, has. */
  serverBytes?: number;
  machineBytes?: number;
  /** Of the client machine; left out: nobody knows. */
  cores?: number;
  /** Server programs that are installed; left out: all. */
  programs?: readonly ServerProgram[];
}

/** What a recipe would have measured, had its lanes these figures; a lane without any measured nothing. */
export const makeMeasured = (
  recipe: Sweep,
  figures: (step: string, lane: string) => MadeLane | number | null,
  making: Making = {},
): Measured => new Measured(madeSteps(recipe, figures, making), recipe.steps(making.form ?? 'quick'));

export function madeSteps(
  recipe: Sweep,
  figures: (step: string, lane: string) => MadeLane | number | null,
  making: Making = {},
): StepOutcome[] {
  return recipe.steps(making.form ?? 'quick').map((step): StepOutcome => {
    const made = parsePlan(step.plan).lanes.map(({ id, strategy }) => {
      const ofLane = figures(step.id, id);
      return { id, strategy, made: typeof ofLane === 'number' ? { rate: ofLane } : ofLane };
    });
    const outcome = { step: step.id, label: step.label, state: 'completed' as const, error: null };
    const missing = making.programs
      ? (step.needs ?? []).filter((program) => !making.programs?.includes(program))
      : [];
    if (missing.length > 0) return { ...outcome, state: 'skipped', missing, result: null };
    if (step.type === 'atomicity')
      return { ...outcome, result: null, atomicity: made.flatMap((one) => atomicity(step, one)) };
    const plan = making.byKernel ? { ...step.plan, network: { by: 'kernel' as const } } : step.plan;
    const lanesOf = made.map(({ id, strategy, made: figures }) => {
      const cuts = figures && plan.network?.cutEveryMs !== undefined ? { cuts: madeCuts } : {};
      return [id, { strategy, ...cuts, ...figuresOf(strategy, figures) }] as const;
    });
    const result = aResult({
      plan,
      lanes: Object.fromEntries(lanesOf),
      environment: {
        sharedMachine: making.isOneMachine ?? true,
        pingMs: making.pingMs ?? 0.05,
        memoryBytes: making.machineBytes ?? 16 * 1024 ** 3,
        ...(making.cores === undefined ? {} : { cores: making.cores }),
      },
      bystander: making.alone ? bystanderOf(making.alone.p50, making.alone.p99) : null,
    });
    if (!step.watchesMemory) return { ...outcome, result };
    const lanes = made.flatMap((one) => laneMemory(one));
    return { ...outcome, result, memory: { maxMemoryBytes: making.serverBytes ?? 4 * 1024 ** 3, lanes } };
  });
}

/** Nothing came of it. */
export const madeCuts: NonNullable<LaneResult['cuts']> = {
  ...{ applied: 1000, reported: 1000, unknown: 0, unknownApplied: 0, twice: 0, missing: 0 },
  ...{ silenceMs: 60, moments: [{ atMs: 250, connections: 2, bytes: 100 }] },
};

const madeCache = { answeredLocally: 750, sent: 250, hitRate: 0.75, invalidationsPerSecond: 0 };

interface Made {
  id: string;
  strategy: string;
  made: MadeLane | null;
}

function atomicity(step: SweepStep, { id, strategy, made }: Made): AtomicityFigures[] {
  if (!made) return [];
  const batchSize = parsePlan(step.plan).lanes[0]?.workload.pipeline ?? 1;
  const others = batchSize - 1;
  const { failing, ...found } = made.atomicity ?? {};
  return [
    {
      ...{ lane: id, strategy, batchSize, batches: 500, looks: 400, halfDone: 0 },
      ...found,
      failing: {
        ...{
          command: 'append',
          refused: 1,
          failure: 'WRONGTYPE',
          others,
          othersDone: others,
          listKept: true,
        },
        ...failing,
      },
    },
  ];
}

function laneMemory({ id, made }: Made): LaneMemory[] {
  if (!made) return [];
  const keys = made.commands ?? 1_000_000;
  return [
    {
      lane: id,
      keys: { before: 0, after: keys },
      usedBytes: { before: 1_000_000, after: 1_000_000 + 150 * keys },
      outputBufferBytes: [1000, 1000, 1000],
      connectionBytes: [2000, 2000, 2000],
      looks: 30,
      ...made.memory,
    },
  ];
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

const bystanderOf = (p50: number, p99: number, waitP99?: number) => ({
  ...{ rps: 100, latencyMs: latency(p50, p99), sendLagMs: null },
  waitMs: waitP99 === undefined ? latency(p50, p99) : latency(waitP99),
});

function figuresOf(strategy: string, made: MadeLane | null): GivenLane {
  if (!made) return { perSecond: [] };
  const { rate, p50, p99, batchP50, clientCpu = null, bytesAWrite, pingMs, bystanderP99 } = made;
  const p50Ms = (ms: number | undefined, tail?: number) => (ms === undefined ? null : latency(ms, tail));
  const pings = pingMs !== undefined && { medianMs: pingMs, p99Ms: pingMs, samples: 20 };
  return {
    perSecond: typeof rate === 'number' ? hardlyDiffering.map((share) => share * rate) : rate,
    ...defined({ commands: made.commands, failures: made.failures, elapsedMs: made.elapsedMs }),
    ...defined({ bytesOut: made.bytesOut, bytesIn: made.bytesIn }),
    ...(made.cuts && { cuts: made.cuts }),
    ...(strategy === 'cached' && { cache: madeCache }),
    latencyMs: { command: p50Ms(p50, p99), batch: p50Ms(batchP50) },
    client: {
      ...{ cpu: clientCpu, eventLoopUtilisation: clientCpu ?? 0 },
      memoryBytes: made.clientMemory ?? 10_000_000,
    },
    server: {
      ...unknownServerFigures,
      ...{ cpu: made.serverCpu ?? null, cpuMicrosPerCommand: made.serverMicros ?? null },
    },
    effectiveBatch: made.effectiveBatch ?? null,
    ...(made.target && { target: { ...unknownTarget, ...made.target } }),
    perWrite:
      bytesAWrite === undefined ? null : { bytes: bytesAWrite, segments: Math.ceil(bytesAWrite / 1460) },
    roundTrip: pings ? { before: pings, during: null } : null,
    bystander:
      bystanderP99 === undefined
        ? null
        : bystanderOf(made.bystanderP50 ?? bystanderP99, bystanderP99, made.bystanderWaitP99),
  };
}

const unknownTarget: Omit<LaneTarget, 'name' | 'version'> = {
  ...{ id: 'x', mode: null, allocator: null, ioThreads: null, persistence: null },
  ...{ sharedMachine: null, pingMs: null },
};
