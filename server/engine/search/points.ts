import { keepsRate, rateIntervalOf, rateOf, shownLatency } from '../../../shared/statistics/figures.ts';
import type { Candidate, SearchPoint, SearchStage, Unusable } from '../../../shared/contract/search.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { mostlyFailedCode } from '../../../shared/contract/enums.ts';
import { defined } from '../../../shared/contract/defined.ts';
import { traitsOf } from '../../../shared/contract/strategies.ts';
import { median } from '../../../shared/statistics/statistics.ts';

/** Makes points of the lanes of a run, which it is shown the events of. */
export class PointCollector {
  /** By lane and slice: the p99 of its samples. */
  readonly #p99s = new Map<string, Map<number, number[]>>();

  observe(event: RunEvent): void {
    if (event.type !== 'sample' || event.sample.phase !== 'counted') return;
    const { lane, slice, latencyMs } = event.sample;
    const p99 = shownLatency(latencyMs)?.p99;
    if (p99 === undefined) return;
    const ofLane = this.#p99s.get(lane) ?? new Map<number, number[]>();
    ofLane.set(slice, [...(ofLane.get(slice) ?? []), p99]);
    this.#p99s.set(lane, ofLane);
  }

  point(candidate: Candidate, stage: SearchStage, lane: LaneResult): SearchPoint {
    const latency = shownLatency(lane.latencyMs);
    const p99s = [...(this.#p99s.get(lane.id) ?? new Map<number, number[]>()).entries()];
    return {
      ...candidate,
      stage,
      throughput: rateOf(lane) ?? 0,
      ci95: rateIntervalOf(lane),
      slices: lane.throughput?.slices ?? [],
      p99Ms: latency?.p99 ?? null,
      p99Slices: p99s.sort(([a], [b]) => a - b).map(([, ofSlice]) => median(ofSlice)),
      p50Ms: latency?.p50 ?? null,
      effectiveBatch: lane.effectiveBatch,
      ...defined({ holdsMs: holdsMs(candidate, lane) }),
      failed: lane.failed,
      keepsRate: lane.rate === null || (!lane.error && keepsRate(lane)),
      verdict: lane.verdict,
      unusable: whyUnusable(lane),
    };
  }
}

/** Of what is sent together, a read brings as much as it can; what is atomic is carried out in one go all the same. */
function holdsMs({ strategy, batchSize }: Candidate, { server }: LaneResult): number | undefined {
  const { cpuMicrosPerCommand, commandsPerRead } = server;
  if (cpuMicrosPerCommand === null) return undefined;
  const inOneGo = traitsOf(strategy)?.isWhole ? batchSize : commandsPerRead;
  return inOneGo === null ? undefined : (inOneGo * cpuMicrosPerCommand) / 1000;
}

/** A rate that cannot be met is an answer; anything else that ends a lane is not. */
function whyUnusable({ state, error, rate, failed, failures, commands }: LaneResult): Unusable | null {
  if (error && error.code !== mostlyFailedCode && rate === null)
    return { code: 'broke-off', message: error.message };
  if (failed > 0) return { code: 'commands-failed', failed, classes: Object.keys(failures) };
  if (commands === 0 && state === 'stopped') return { code: 'not-measured' };
  return commands === 0 && rate === null ? { code: 'no-replies' } : null;
}
