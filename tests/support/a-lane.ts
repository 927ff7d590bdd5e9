import { syntheticLane } from '../../calibration/synthetic-result.ts';
import { sliceWarnings } from '../../server/engine/run/lane-warnings.ts';
import type { LatencySummary } from '../../shared/contract/figures.ts';
import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { LanePlan } from '../../shared/contract/plan.ts';
import type { Warning } from '../../shared/contract/warning.ts';
import { traitsOf } from '../../shared/contract/strategies.ts';
import { commandsInFlight } from '../../shared/plan/in-flight.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { median } from '../../shared/statistics/statistics.ts';
import { summariseThroughput, withEstimate } from '../../shared/statistics/throughput.ts';
import { segmentsOf } from '../../shared/words/network.ts';

/** Figures of a lane that a test sets; what depends on them follows. */
export interface GivenLane extends Partial<LaneResult> {
  /** Commands per second: the estimate of drawn slices, or the slices themselves. */
  perSecond: number | readonly number[];
  /** Coefficient of variation of its drawn slices, where it is not that of the others. */
  cv?: number;
  /** Change of its drawn slices from first to last, a share. */
  drift?: number;
  /** Calls that the server did not count. */
  uncounted?: number;
  /** Share of its commands by the name of an agent; they add up to 1. */
  shares?: Readonly<Record<string, number>>;
}

/** The measurement that a lane is part of. */
interface Measuring {
  sliceMs: number;
  starts?: readonly number[];
  /** The rate of the fit over all lanes, commands per second. */
  estimate: number;
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

export const usualSliceMs = 250;
const bytesOut = 160;
const bytesIn = 5;

export const aLatency = (p50: number): LatencySummary => ({
  ...{ mean: p50, min: p50 / 2, p50, p95: p50 * 2, p99: p50 * 3, p999: p50 * 4, max: p50 * 10 },
});

const steady = Array<number[]>(4).fill([0.98, 1.01, 1, 0.99, 1.02]).flat();

/** A lane alone: of a result that has no other, or in place of one of its lanes. */
export function aLane(
  id: string,
  perSecond: GivenLane['perSecond'],
  more: Partial<LaneResult> = {},
): LaneResult {
  const [planned] = parsePlan({ lanes: [{ strategy: 'one-by-one' }] }).lanes;
  if (!planned) throw new Error('a lane was planned');
  const slices = typeof perSecond === 'number' ? steady.map((share) => share * perSecond) : perSecond;
  const plan = { ...planned, id, strategy: more.strategy ?? id };
  const measuring = { sliceMs: usualSliceMs, estimate: median(slices) };
  return { ...laneOf(plan, slices, { perSecond, ...more }, measuring), verdict: clientBound, ...more };
}

const clientBound: LaneResult['verdict'] = {
  ...{ code: 'client-cpu', bound: 'client-cpu', busy: 0.97, threads: 1, batches: true, ofRoofline: null },
};

/** A lane of these slices, without a verdict and a gain, which are of a whole result. */
export function laneOf(
  planned: LanePlan,
  slices: readonly number[],
  { perSecond: _rate, cv: _cv, drift: _drift, uncounted = 0, shares, ...more }: GivenLane,
  measuring: Measuring,
): LaneResult {
  const { workload, id, strategy, network } = planned;
  const { sliceMs, starts = [], estimate } = measuring;
  const elapsedMs = slices.length * sliceMs;
  const throughput = summariseThroughput(slices, starts);
  const failures = more.failures ?? {};
  const failed = sum(Object.values(failures));
  const commands = more.commands ?? Math.round(sum(slices.map((rate) => (rate * sliceMs) / 1000)));
  const calls = commands + failed;
  const isBatched = strategy !== 'concurrent' && traitsOf(strategy)?.batching !== 'none';
  const batch = isBatched ? commandsInFlight(planned) / workload.clients : 1;
  const writes = Math.round(calls / batch);
  const effectiveBatch = calls > 0 ? batch : null;
  const cpuMs = 0.5 * elapsedMs;
  const latencies = latenciesOf(planned, slices, measuring);
  const names = workload.commands.map((command) => command.toUpperCase());
  const lane = syntheticLane(id, slices, {
    ...{
      strategy,
      label: planned.label ?? id,
      commands,
      failed,
      failures,
      effectiveBatch,
      writes,
      elapsedMs,
    },
    throughput: throughput && withEstimate(throughput, estimate),
    ...latencies,
    ...{ bytesOut: bytesOut * calls, bytesIn: bytesIn * calls },
    perWrite: calls > 0 ? { bytes: bytesOut * batch, segments: segmentsOf(bytesOut * batch) } : null,
    ...(network && {
      roundTrip: { before: pings(network.rttMs, 50), during: pings(network.rttMs * 1.01, 25) },
    }),
    ...(names.length > 1 && {
      byCommand: inShares(calls, workload.ratio ?? names.map(() => 1)).map((answered, place) => ({
        ...{ command: names[place] ?? '', answered, latencyMs: latencies.latencyMs.command },
      })),
    }),
    client: {
      ...{
        cpu: 0.97 * workload.threads * (shares ? Object.keys(shares).length : 1),
        eventLoopUtilisation: 0.97,
        memoryBytes: 50_000_000,
      },
    },
    server: {
      ...{ cpu: 0.5, reads: writes, writes, calls: calls - uncounted, usedMemoryBytes: 2_000_000 },
      ...{ cpuMicrosPerCommand: calls > 0 ? (1000 * cpuMs) / calls : null, commandsPerRead: effectiveBatch },
    },
    countsAgree: uncounted === 0,
  });
  const rate = more.rate ?? lane.rate;
  const warnings: Warning[] = [
    ...sliceWarnings(slices),
    ...(rate?.growing ? [{ code: 'queue-grows' as const, backlog: rate.backlog ?? 0 }] : []),
    ...(uncounted > 0 ? [{ code: 'counts-differ' as const, sent: calls, counted: calls - uncounted }] : []),
    ...(failed > 0 ? [{ code: 'commands-failed' as const, failed }] : []),
  ];
  return {
    ...lane,
    ...(shares && { agents: agentsOf({ ...lane, ...more }, estimate, shares) }),
    warnings,
    ...more,
  };
}

const pings = (medianMs: number, samples: number) => ({ medianMs, p99Ms: medianMs * 1.05, samples });

/** A lane keeps its connections busy: by Little's law its latency is what is in flight ÷ its rate. At a rate, what is due waits for what is late. */
function latenciesOf(
  planned: LanePlan,
  slices: readonly number[],
  { sliceMs, estimate }: Measuring,
): Pick<LaneResult, 'latencyMs' | 'latencySlices' | 'rate'> {
  const { rps } = planned.workload;
  const busyMs = (rate: number) => (rate > 0 ? (1000 * commandsInFlight(planned)) / rate : null);
  if (rps === undefined) return { ...summarised('command', slices.map(busyMs)), rate: null };
  const late = Math.max(0, rps - estimate);
  const backlog = Math.round((late * slices.length * sliceMs) / 1000);
  const commandMs = backlog > 0 ? (busyMs(estimate) ?? 0) : 1 + (planned.network?.rttMs ?? 0);
  const responseMs = slices.map((_, at) => commandMs + (late * sliceMs * (at + 0.5)) / estimate);
  const { latencyMs, latencySlices } = summarised('response', responseMs);
  const command = aLatency(commandMs);
  return {
    ...{ latencySlices, latencyMs: { command, batch: command, response: latencyMs.command } },
    rate: { offered: rps, achieved: estimate, backlog, growing: backlog > 0 },
  };
}

function summarised(kind: 'command' | 'response', p50Ms: (number | null)[]) {
  const known = p50Ms.filter((ms) => ms !== null);
  const latency = known.length > 0 ? aLatency(median(known)) : null;
  return { latencyMs: { command: latency, batch: latency }, latencySlices: { kind, p50Ms } };
}

/** A count by whole numbers, which add up to it. */
function inShares(count: number, shares: readonly number[]): number[] {
  const whole = sum(shares);
  const upTo = shares.map((_, at) => Math.round((count * sum(shares.slice(0, at + 1))) / whole));
  return upTo.map((end, at) => end - (upTo[at - 1] ?? 0));
}

function agentsOf(
  lane: LaneResult,
  estimate: number,
  shares: Readonly<Record<string, number>>,
): NonNullable<LaneResult['agents']> {
  const parts = Object.values(shares);
  const [commands, failed] = [lane.commands, lane.failed].map((count) => inShares(count, parts));
  const { latencyMs, client } = lane;
  return {
    ...{ overlap: 0.98, repeated: 0, apart: 0 },
    each: Object.entries(shares).map(([agent, share], at) => ({
      ...{ agent, commands: commands?.[at] ?? 0, failed: failed?.[at] ?? 0, throughput: share * estimate },
      latencyMs: latencyMs.response ?? latencyMs.command,
      ...{
        cpu: (client.cpu ?? 0) / parts.length,
        coreWait: (client.coreWait ?? 0) / parts.length,
        eventLoopUtilisation: client.eventLoopUtilisation,
      },
    })),
  };
}
