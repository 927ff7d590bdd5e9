import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { Result } from '../../shared/contract/result.ts';
import { Measured } from '../../shared/sweep/measured.ts';
import type { AtomicityFigures, LaneMemory, StepOutcome } from '../../shared/contract/recipe.ts';
import type { Sweep, SweepStep } from '../../shared/sweep/recipe.ts';
import type { RecipeForm, ServerProgram } from '../../shared/contract/enums.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { summariseThroughput } from '../../shared/statistics/throughput.ts';

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
export function makeMeasured(
  recipe: Sweep,
  figures: (step: string, lane: string) => MadeLane | number | null,
  making: Making = {},
): Measured {
  const steps = recipe.steps(making.form ?? 'quick');
  return new Measured(
    steps.map((step): StepOutcome => {
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
      const plan = parsePlan(making.byKernel ? { ...step.plan, network: { by: 'kernel' } } : step.plan);
      const result = {
        plan,
        lanes: made.map((one) =>
          laneResult(
            one.id,
            one.strategy,
            one.made && plan.network?.cutEveryMs !== undefined ? { cuts: madeCuts, ...one.made } : one.made,
          ),
        ),
        environment: {
          sharedMachine: making.isOneMachine ?? true,
          pingMs: making.pingMs ?? 0.05,
          memoryBytes: making.machineBytes ?? 16 * 1024 ** 3,
          ...(making.cores === undefined ? {} : { cores: making.cores }),
        },
        bystander: making.alone ? { rps: 100, latencyMs: latency(making.alone.p50, making.alone.p99) } : null,
      } as unknown as Result;
      if (!step.watchesMemory) return { ...outcome, result };
      const lanes = made.flatMap((one) => laneMemory(one));
      return { ...outcome, result, memory: { maxMemoryBytes: making.serverBytes ?? 4 * 1024 ** 3, lanes } };
    }),
    steps,
  );
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

function laneResult(id: string, strategy: string, made: MadeLane | null): LaneResult {
  const rate = made?.rate;
  const slices = typeof rate === 'number' ? hardlyDiffering.map((share) => share * rate) : rate;
  return {
    id,
    strategy,
    commands: made?.commands ?? 1_000_000,
    failed: Object.values(made?.failures ?? {}).reduce((sum, count) => sum + count, 0),
    failures: made?.failures ?? {},
    ...(made?.cuts && { cuts: made.cuts }),
    ...(made && strategy === 'cached' && { cache: madeCache }),
    elapsedMs: made?.elapsedMs ?? 1000,
    bytesOut: made?.bytesOut ?? 140_000_000,
    bytesIn: made?.bytesIn ?? 5_000_000,
    throughput: slices ? summariseThroughput(slices) : null,
    latencyMs: {
      command: made?.p50 === undefined ? null : latency(made.p50, made.p99),
      batch: made?.batchP50 === undefined ? null : latency(made.batchP50),
    },
    client: {
      cpu: made?.clientCpu ?? null,
      eventLoopUtilisation: made?.clientCpu ?? 0,
      memoryBytes: made?.clientMemory ?? 10_000_000,
    },
    server: { cpu: made?.serverCpu ?? null, cpuMicrosPerCommand: made?.serverMicros ?? null },
    effectiveBatch: made?.effectiveBatch ?? null,
    ...(made?.target ? { target: made.target } : {}),
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
        : {
            rps: 100,
            latencyMs: latency(made.bystanderP50 ?? made.bystanderP99, made.bystanderP99),
            ...(made.bystanderWaitP99 !== undefined && { waitMs: latency(made.bystanderWaitP99) }),
          },
  } as unknown as LaneResult;
}
