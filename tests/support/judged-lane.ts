import { findStrategy } from '../../server/engine/strategies/index.ts';
import { judgeLane } from '../../server/engine/run/verdict.ts';
import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { Result } from '../../shared/contract/result.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../shared/contract/plan.ts';
import type { LatencySummary } from '../../shared/contract/figures.ts';
import type { Strategy } from '../../server/engine/lane/strategy.ts';
import { aLane } from './a-lane.ts';

/** What a verdict rests on; a usual trip takes 5 ms. */
export interface VerdictEvidence {
  client?: number;
  /** Utilisation of the client's event loops. */
  loop?: number;
  /** Ready and without a core; left out: the system does not say. */
  coreWait?: number;
  server?: number | null;
  /** How busy our own network is. */
  proxy?: NonNullable<LaneResult['proxy']>;
  rate?: LaneResult['rate'];
  roofline?: number;
  /** What the network takes without load, ms. */
  onTheWay?: number;
  /** What it took beside the lane, ms; left out: no PING was sent meanwhile. */
  besideLane?: number;
  /** What the lane sends, and what the network lets pass. */
  mbit?: number;
  bandwidthMbit?: number;
  strategy?: string;
  workload?: PlanInput['workload'];
  /** The round trip that the network was changed to during the run, ms. */
  movedToMs?: number;
  /** All that the lane sent. */
  failures?: Record<string, number>;
  unmeasured?: boolean;
  /** The mean trip, ms; 5 by default. */
  meanMs?: number;
  /** Of code of the user. */
  perUnit?: NonNullable<LaneResult['perUnit']>;
}

export interface JudgedLane {
  lane: LaneResult;
  run: Pick<Result, 'plan' | 'tunings'>;
  strategy: Strategy;
}

const latency: LatencySummary = { mean: 5, min: 4, p50: 5, p95: 6, p99: 7, p999: 8, max: 9 };

/** A lane with its verdict, as the server finds it. */
export function judgedLane({
  client = 0.1,
  loop = client,
  server = 0.1,
  rate = null,
  roofline,
  onTheWay,
  besideLane,
  mbit = 1,
  bandwidthMbit,
  workload = {},
  movedToMs,
  coreWait,
  proxy,
  failures,
  unmeasured = false,
  meanMs = 5,
  perUnit,
  ...given
}: VerdictEvidence): JudgedLane {
  const strategy = findStrategy(given.strategy ?? 'pipeline');
  if (!strategy) throw new Error('no such strategy');
  const limit = bandwidthMbit === undefined ? {} : { bandwidthMbit };
  const network =
    bandwidthMbit === undefined && movedToMs === undefined ? undefined : { rttMs: 1, jitterMs: 0, ...limit };
  const plan = parsePlan({ workload, ...(network && { network }), lanes: [{ strategy: strategy.id }] });
  const run = {
    plan,
    tunings:
      movedToMs === undefined ? [] : [{ atMs: 1, tuning: { network: { rttMs: movedToMs, jitterMs: 0 } } }],
  };
  const pings = (ms: number | undefined) =>
    ms === undefined ? null : { medianMs: ms, p99Ms: ms, samples: 100 };
  const before = pings(onTheWay);
  const made = aLane(plan.lanes[0]?.id ?? '', 1000);
  const lane: LaneResult = {
    ...made,
    ...(rate && made.throughput && { throughput: { ...made.throughput, estimate: rate.achieved } }),
    ...(unmeasured && { throughput: null }),
    strategy: strategy.id,
    latencyMs: { command: latency, batch: { ...latency, mean: meanMs } },
    ...(perUnit && { perUnit }),
    ...(failures && {
      commands: 0,
      failures,
      failed: Object.values(failures).reduce((sum, count) => sum + count, 0),
    }),
    client: {
      ...made.client,
      cpu: client,
      eventLoopUtilisation: loop,
      ...(coreWait !== undefined && { coreWait }),
    },
    server: { ...made.server, cpu: server },
    rate,
    ...(proxy && { proxy }),
    rooflineShare: roofline ?? null,
    bytesOut: mbit * 125_000,
    bytesIn: 0,
    elapsedMs: 1000,
    roundTrip: before && { before, during: pings(besideLane) },
  };
  return { lane: { ...lane, verdict: judgeLane(lane, run, strategy) }, run, strategy };
}
