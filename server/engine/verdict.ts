import type { LaneResult } from '../../shared/events.ts';
import { formatMs } from '../../shared/format.ts';
import type { LanePlan, NetworkPlan } from '../../shared/schemas.ts';
import type { StrategyDescription, Verdict } from '../../shared/terms.ts';

/** A core counts as full from here on: the rest is scheduling. */
const fullCore = 0.9;
/** Busier than this, waiting for replies alone does not explain a lane's throughput. */
const mostlyIdle = 0.7;
const nearRoofline = 0.9;
/** From this share of a trip on, the network is what a lane waits for, whatever the server does. */
const mostlyOnTheWay = 0.5;
const keptRate = 0.98;
const fullLink = 0.9;

export type Figures = Pick<
  LaneResult,
  | 'throughput'
  | 'latencyMs'
  | 'client'
  | 'server'
  | 'rate'
  | 'rooflineShare'
  | 'bytesOut'
  | 'bytesIn'
  | 'elapsedMs'
  | 'roundTrip'
>;

/** Which resource holds a lane back, by the figures that say so; docs/measurement.md has the rules. */
export function judge(
  figures: Figures,
  plan: LanePlan,
  strategy: StrategyDescription,
  network?: NetworkPlan,
): Verdict {
  if (!figures.throughput)
    return { bound: 'none', sentence: 'Nothing was measured.', advice: 'See the error.' };
  const verdict =
    byRate(figures) ??
    byBandwidth(figures, network) ??
    byCpu(figures, plan, strategy) ??
    byWaiting(figures, plan, strategy);
  const share = figures.rooflineShare;
  return share !== null && share >= nearRoofline && verdict.bound.endsWith('-cpu')
    ? {
        ...verdict,
        advice: `Nothing: at ${percent(share)} of the roofline, a raw socket without a client library.`,
      }
    : verdict;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

function byRate({ rate }: Figures): Verdict | null {
  if (!rate || rate.achieved < keptRate * rate.offered) return null;
  return {
    bound: 'rate',
    sentence: `Bound by the requested rate: ${percent(rate.achieved / rate.offered)} of it was reached.`,
    advice: 'A higher rate shows where the limit is.',
  };
}

function byBandwidth(
  { bytesOut, bytesIn, elapsedMs }: Figures,
  network: NetworkPlan | undefined,
): Verdict | null {
  if (network?.bandwidthMbit === undefined) return null;
  const mbit = (Math.max(bytesOut, bytesIn) * 8) / 1000 / elapsedMs;
  if (mbit < fullLink * network.bandwidthMbit) return null;
  return {
    bound: 'bandwidth',
    sentence: `Bound by the bandwidth: ${mbit.toFixed(1)} of ${network.bandwidthMbit} Mbit/s are used.`,
    advice: 'Fewer bytes: smaller or compressed payloads, shorter keys, commands for many keys.',
  };
}

/** Utilisation also counts the time in which a thread was ready but had no core. */
const clientShare = ({ client }: Figures, { workload }: LanePlan) =>
  Math.max(client.eventLoopUtilisation, (client.cpu ?? 0) / workload.threads);

function byCpu(figures: Figures, plan: LanePlan, { batching }: StrategyDescription): Verdict | null {
  const client = clientShare(figures, plan);
  const server = figures.server.cpu;
  const deeper =
    batching === 'none' ? 'A strategy that batches: most of this work is per trip, not per command.' : null;
  if (server !== null && server >= fullCore && server >= client)
    return {
      bound: 'server-cpu',
      sentence: `Bound by the server’s CPU: its main thread is busy ${percent(server)} of the time.`,
      advice: deeper ?? 'Fewer or cheaper commands, or more servers.',
    };
  if (client < fullCore) return null;
  const { threads } = plan.workload;
  return {
    bound: 'client-cpu',
    sentence: `Bound by the client’s CPU: ${threads === 1 ? 'its thread is' : `its ${threads} threads are`} busy ${percent(client)} of the time.`,
    advice: deeper ?? 'More threads, or fewer bytes and commands.',
  };
}

function byWaiting(figures: Figures, plan: LanePlan, strategy: StrategyDescription): Verdict {
  const client = clientShare(figures, plan);
  const server = figures.server.cpu;
  const trip = figures.latencyMs.batch?.p50 ?? NaN;
  if (server === null) return byTrips(figures, plan, strategy);
  const evidence = `client ${percent(client)} and server ${percent(server)} busy, ${ms(trip)} a trip`;
  if (Math.max(client, server) < mostlyIdle) return roundTrip(evidence, strategy);
  return {
    bound: 'none',
    sentence: `What limits it cannot be told: ${evidence}.`,
    advice: 'More connections or a deeper batch show which limit is near.',
  };
}

/** How busy the server is cannot be known: what a trip takes without load says how much of it is on the way. */
function byTrips(figures: Figures, plan: LanePlan, strategy: StrategyDescription): Verdict {
  const client = clientShare(figures, plan);
  const trip = figures.latencyMs.batch?.p50 ?? NaN;
  const onTheWay = figures.roundTrip?.before.medianMs;
  const share = onTheWay === undefined ? '' : `, where a PING alone takes ${ms(onTheWay)}`;
  const evidence = `client ${percent(client)} busy, ${ms(trip)} a trip${share}`;
  if (client < mostlyIdle && onTheWay !== undefined && onTheWay >= mostlyOnTheWay * trip)
    return roundTrip(evidence, strategy);
  return {
    bound: 'none',
    sentence: `What limits it cannot be told without the server’s load: ${evidence}.`,
    advice: 'More connections or a deeper batch show which limit is near.',
  };
}

const roundTrip = (evidence: string, { batching }: StrategyDescription): Verdict => ({
  bound: 'round-trip',
  sentence: `Bound by the round trip: ${evidence}.`,
  advice:
    batching === 'none'
      ? 'A strategy that batches, or more connections.'
      : 'A deeper batch, or more connections.',
});

const ms = (value: number) => `${formatMs(value)} ms`;
