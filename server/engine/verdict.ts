import type { LaneResult } from '../../shared/events.ts';
import type { LanePlan } from '../../shared/schemas.ts';
import type { StrategyDescription, Verdict } from '../../shared/terms.ts';

/** A core counts as full from here on: the rest is scheduling. */
const fullCore = 0.9;
const nearRoofline = 0.9;
const keptRate = 0.98;

export type Figures = Pick<
  LaneResult,
  'throughput' | 'latencyMs' | 'client' | 'server' | 'rate' | 'rooflineShare'
>;

/** Which resource holds a lane back, by the figures that say so. */
export function judge(figures: Figures, plan: LanePlan, strategy: StrategyDescription): Verdict {
  const { client, server, rate, throughput } = figures;
  const threads = plan.workload.threads;
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  if (!throughput) return { bound: 'none', sentence: 'Nothing was measured.', advice: 'See the error.' };
  const share = figures.rooflineShare;
  if (share !== null && share >= nearRoofline)
    return {
      bound: server.cpu !== null && server.cpu >= fullCore ? 'server-cpu' : 'client-cpu',
      sentence: `At ${percent(share)} of the roofline, a raw socket without a client library.`,
      advice: 'Nothing: no client is faster with this workload on this machine.',
    };
  if (rate && rate.achieved >= keptRate * rate.offered)
    return {
      bound: 'rate',
      sentence: `Bound by the requested rate: ${percent(rate.achieved / rate.offered)} of it was reached.`,
      advice: 'A higher rate shows where the limit is.',
    };
  // Utilisation also counts the time in which the thread was ready but had no core.
  const clientCpu = Math.max(client.eventLoopUtilisation, (client.cpu ?? 0) / threads);
  if (server.cpu !== null && server.cpu >= fullCore && server.cpu >= clientCpu)
    return {
      bound: 'server-cpu',
      sentence: `Bound by the server’s CPU: its main thread is busy ${percent(server.cpu)} of the time.`,
      advice: deeper(strategy) ?? 'Fewer or cheaper commands, or more servers.',
    };
  if (clientCpu >= fullCore)
    return {
      bound: 'client-cpu',
      sentence: `Bound by the client’s CPU: ${threads === 1 ? 'its thread is' : `its ${threads} threads are`} busy ${percent(clientCpu)} of the time.`,
      advice: deeper(strategy) ?? 'More threads, or fewer bytes and commands.',
    };
  const p50 = figures.latencyMs.batch?.p50 ?? NaN;
  return waits(clientCpu, server.cpu, p50, strategy);
}

const deeper = ({ batching }: StrategyDescription): string | null =>
  batching === 'none' ? 'A strategy that batches: most of this work is per trip, not per command.' : null;

function waits(
  clientCpu: number,
  serverCpu: number | null,
  p50: number,
  { batching }: StrategyDescription,
): Verdict {
  const busiest = Math.max(clientCpu, serverCpu ?? 0);
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const evidence = `client ${percent(clientCpu)} and server ${serverCpu === null ? 'unknown' : percent(serverCpu)} busy, ${p50.toFixed(3)} ms a trip`;
  if (busiest < 0.7)
    return {
      bound: 'round-trip',
      sentence: `Bound by the round trip: ${evidence}.`,
      advice:
        batching === 'none'
          ? 'A strategy that batches, or more connections.'
          : 'A deeper batch, or more connections.',
    };
  return {
    bound: 'none',
    sentence: `Bound by nothing that can be told: ${evidence}.`,
    advice: 'More connections or a deeper batch show which limit is near.',
  };
}
