import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { Result } from '../../shared/contract/result.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';

const latency = (ms: number) => ({
  mean: ms,
  min: ms / 2,
  p50: ms,
  p95: ms * 2,
  p99: ms * 3,
  p999: ms * 4,
  max: ms * 10,
});

export function laneOf(id: string, throughput: number, more: Partial<LaneResult> = {}): LaneResult {
  return {
    id,
    strategy: id,
    label: id,
    state: 'completed',
    error: null,
    commands: throughput * 5,
    failed: 0,
    failures: {},
    warmupCommands: 0,
    throughput: {
      estimate: throughput,
      median: throughput,
      mean: throughput,
      stddev: 0,
      cv: 0,
      ci95: [throughput * 0.95, throughput * 1.05],
      slices: [throughput],
    },
    elapsedMs: 5000,
    latencyMs: { command: latency(0.125), batch: latency(0.125) },
    effectiveBatch: 1,
    writes: 1,
    bytesOut: 1,
    bytesIn: 1,
    hitRate: null,
    rate: null,
    client: { cpu: 0.9, eventLoopUtilisation: 0.9 },
    server: {
      cpu: 0.5,
      reads: 1,
      writes: 1,
      calls: 1,
      cpuMicrosPerCommand: 1,
      commandsPerRead: 1,
      usedMemoryBytes: 1,
    },
    countsAgree: true,
    perWrite: { bytes: 3000, segments: 3 },
    roundTrip: null,
    rooflineShare: null,
    bystander: null,
    verdict: {
      code: 'client-cpu',
      bound: 'client-cpu',
      busy: 0.97,
      threads: 1,
      batches: true,
      ofRoofline: null,
    },
    warnings: [],
    histograms: { command: null, batch: null, response: null },
    ...more,
  };
}

/** A result with all that reporters have to show: failures, a failed lane, a network, warnings. */
export const sampleResult: Result = {
  schema: 2,
  id: 'x',
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:00:20.000Z',
  state: 'completed',
  plan: parsePlan({ lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }, { strategy: 'lua' }] }),
  environment: {
    node: '20.20.2',
    client: 'ioredis 6.0.0',
    server: { name: 'redis', version: '7.0.15', mode: 'standalone' },
    resp: 3,
    cpuModel: 'test',
    cores: 2,
    memoryBytes: 1,
    platform: 'linux x64',
    schedule: 'turns',
    network: 'direct',
    sharedMachine: true,
    roundtrip: '0.1.0',
    pingMs: 0.08,
  },
  lanes: [
    laneOf('one-by-one', 75_000),
    laneOf('pipeline', 290_000, {
      failed: 12,
      failures: { WRONGTYPE: 12 },
      roundTrip: {
        before: { medianMs: 20.05, p99Ms: 21, samples: 50 },
        during: { medianMs: 20.2, p99Ms: 22, samples: 25 },
      },
      warnings: [
        { code: 'slices-disagree', cv: 0.14 },
        { code: 'commands-failed', failed: 12 },
      ],
    }),
    laneOf('lua', 76_000, {
      state: 'failed',
      error: { name: 'LaneFailed', code: null, message: 'Connection is closed.', stack: null },
    }),
  ],
  comparisons: [
    { lane: 'pipeline', baseline: 'one-by-one', ratio: 3.87, ci95: [3.7, 4.02], outcome: 'faster', pairs: 5 },
    {
      lane: 'lua',
      baseline: 'one-by-one',
      ratio: 1.01,
      ci95: [0.97, 1.05],
      outcome: 'inconclusive',
      pairs: 5,
    },
  ],
  bystander: null,
  warnings: [],
  tunings: [],
};

/** A lane of a mix, with the latencies of its commands. */
export const laneOfMix = laneOf('pipeline', 1000, {
  byCommand: [
    { command: 'SET', answered: 1000, latencyMs: latency(0.5) },
    { command: 'JSON.GET', answered: 4000, latencyMs: null },
  ],
});
