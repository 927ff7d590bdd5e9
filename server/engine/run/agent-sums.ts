import type { AgentShare, LaneAgentFigures } from '../../../shared/contract/lane-result.ts';
import { add, emptyCounts, summarise } from '../latency/histogram.ts';
import { overlapOf, sumOfAll, type LaneTotals } from '../lane/merge.ts';

/** What each agent did, in the order of the agents. */
export interface AgentFigures extends Omit<LaneAgentFigures, 'repeated' | 'each'> {
  each: Omit<AgentShare, 'agent'>[];
}

/** A rate is not quoted where agents sent at the same time for less than this share of a slice. */
export const leastOverlap = 0.98;

interface Sum {
  completed: number;
  failed: number;
  elapsedMs: number;
  cpuMs: number | null;
  coreWaitMs: number | null;
  busyMs: number;
  latencies: Float64Array;
}

/** Sums of the counted slices of a lane, agent by agent. */
export class AgentSums {
  readonly #sums: Sum[] = [];
  #overlap = 1;
  #apart = 0;

  /** `latencies`: of each agent. */
  add(totals: LaneTotals, latencies: readonly Float64Array[]): void {
    if (!totals.agents) return;
    const overlap = overlapOf(totals);
    this.#overlap = Math.min(this.#overlap, overlap);
    if (overlap < leastOverlap) this.#apart++;
    for (const [agent, { tally, elapsedMs, cpuMs, coreWaitMs, busyMs }] of totals.agents.entries()) {
      const sum = (this.#sums[agent] ??= nothing());
      sum.completed += tally.completed;
      sum.failed += tally.failed;
      sum.elapsedMs += elapsedMs;
      sum.cpuMs = sumOfAll([sum.cpuMs, cpuMs]);
      sum.coreWaitMs = sumOfAll([sum.coreWaitMs, coreWaitMs]);
      sum.busyMs += busyMs;
      const counts = latencies[agent];
      if (counts) add(sum.latencies, counts);
    }
  }

  figures(): AgentFigures | undefined {
    if (this.#sums.length === 0) return undefined;
    return { overlap: this.#overlap, apart: this.#apart, each: this.#sums.map(figuresOf) };
  }
}

const nothing = (): Sum => ({
  completed: 0,
  failed: 0,
  elapsedMs: 0,
  cpuMs: 0,
  coreWaitMs: 0,
  busyMs: 0,
  latencies: emptyCounts(),
});

function figuresOf({ completed, failed, elapsedMs, cpuMs, coreWaitMs, busyMs, latencies }: Sum) {
  const share = (ms: number | null) => (ms === null || elapsedMs === 0 ? null : ms / elapsedMs);
  return {
    commands: completed,
    failed,
    throughput: elapsedMs > 0 ? (completed * 1000) / elapsedMs : 0,
    latencyMs: summarise(latencies),
    cpu: share(cpuMs),
    coreWait: share(coreWaitMs),
    eventLoopUtilisation: Math.min(1, share(busyMs) ?? 0),
  };
}
