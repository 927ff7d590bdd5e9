import { compareLanes } from '../server/engine/run/comparisons.ts';
import type { LatencySlices } from '../shared/contract/figures.ts';
import type { LaneResult } from '../shared/contract/lane-result.ts';
import type { Environment, Result } from '../shared/contract/result.ts';
import { median } from '../shared/statistics/statistics.ts';
import { summariseThroughput, withEstimate } from '../shared/statistics/throughput.ts';
import { syntheticPlan } from './synthetic-run.ts';

/**
 * A result as a run with these slices, and so many of each start, and p50s of them in ms, would write it; its lanes are
 * `lane-0`, `lane-1` …
 */
export function syntheticResult(
  slices: readonly (readonly number[])[],
  { p50s = [], starts = [] }: { p50s?: readonly (readonly number[])[]; starts?: readonly number[] } = {},
): Result {
  const plan = syntheticPlan(slices.length, slices[0]?.length ?? 1);
  const lanes = plan.lanes.map(({ id }, lane) => {
    const p50Ms = p50s[lane];
    return {
      id,
      slices: slices[lane] ?? [],
      latencySlices: p50Ms && { kind: 'command' as const, p50Ms: [...p50Ms] },
    };
  });
  return {
    schema: 2,
    id: 'synthetic',
    startedAt: at,
    finishedAt: at,
    state: 'completed',
    plan,
    environment,
    lanes: lanes.map(({ id, slices: ofLane, latencySlices }) =>
      syntheticLane(id, ofLane, {
        throughput: throughputOf(ofLane, starts),
        ...latenciesOf(latencySlices),
      }),
    ),
    comparisons: compareLanes(
      lanes.map((lane) => ({
        ...lane,
        starts,
        countedFrom: 0,
        p50Ms: latenciesOf(lane.latencySlices).latencyMs.command?.p50 ?? null,
      })),
    ),
    bystander: null,
    warnings: [],
    tunings: [],
  };
}

/** That of all slices together is about the median of theirs. */
function latenciesOf(
  latencySlices: LatencySlices | undefined,
): Pick<LaneResult, 'latencySlices' | 'latencyMs'> {
  if (!latencySlices) return { latencyMs: { command: null, batch: null } };
  const p50 = median(latencySlices.p50Ms.filter((ms) => ms !== null));
  const whole = { mean: p50, min: p50, p50, p95: p50, p99: p50, p999: p50, max: p50 };
  return { latencySlices, latencyMs: { command: whole, batch: null } };
}

/** Of a server that says nothing of itself. */
export const unknownServerFigures: LaneResult['server'] = {
  cpu: null,
  reads: null,
  writes: null,
  calls: null,
  cpuMicrosPerCommand: null,
  commandsPerRead: null,
  usedMemoryBytes: null,
};

/** The rate of a lane by itself is its median. */
export function throughputOf(
  slices: readonly number[],
  starts?: readonly number[],
): LaneResult['throughput'] {
  const throughput = summariseThroughput(slices, starts);
  return throughput && withEstimate(throughput, throughput.median);
}

/** A lane with these slices, in which nothing else is of note. */
export const syntheticLane = (
  id: string,
  slices: readonly number[],
  more: Partial<LaneResult> = {},
): LaneResult => ({
  id,
  strategy: 'pipeline',
  label: id,
  state: 'completed',
  error: null,
  commands: 1,
  failed: 0,
  failures: {},
  warmupCommands: 0,
  throughput: throughputOf(slices),
  elapsedMs: slices.length * 1000,
  latencyMs: { command: null, batch: null },
  effectiveBatch: 1,
  writes: 1,
  bytesOut: 1,
  bytesIn: 1,
  perWrite: null,
  roundTrip: null,
  hitRate: null,
  rate: null,
  client: { cpu: null, eventLoopUtilisation: 0, memoryBytes: 0 },
  server: unknownServerFigures,
  countsAgree: null,
  rooflineShare: null,
  gain: null,
  bystander: null,
  verdict: { code: 'unmeasured', bound: 'none' },
  warnings: [],
  histograms: { command: null, batch: null, response: null },
  ...more,
});

const at = '2026-01-01T00:00:00.000Z';

const environment: Environment = {
  node: '20.0.0',
  client: 'ioredis',
  server: { name: 'redis', version: null, mode: null, allocator: null },
  resp: 3,
  cpuModel: 'synthetic',
  cores: 1,
  memoryBytes: 1,
  platform: 'synthetic',
  schedule: 'turns',
  network: 'direct',
  sharedMachine: true,
  roundtrip: '0.0.0',
  pingMs: null,
};
