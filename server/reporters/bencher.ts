import { plainJson } from '../terminal/plain-text.ts';
import type { Reporter } from './reporter.ts';
import type { Bounded } from '../../shared/statistics/against-earlier.ts';
import { trendFigures, type TrendFigures } from './trend-figures.ts';

/**
 * Bencher Metric Format (https://bencher.dev/bmf.json): each lane is a benchmark. `throughput` and `latency` are
 * measures that every project of Bencher has, the latter in nanoseconds; it creates the others.
 */
export const bencher = {
  id: 'bencher',
  help: 'throughput, speedup and latencies with their intervals, for Bencher (Bencher Metric Format)',
  report(document, write) {
    const benchmarks = trendFigures(document).map((figures) => [figures.lane, measuresOf(figures)] as const);
    write(`${plainJson(Object.fromEntries(benchmarks), 2)}\n`);
  },
} satisfies Reporter;

const measuresOf = ({ throughput, speedup, latencyMs }: TrendFigures) => ({
  throughput: metric(throughput),
  ...(speedup && { speedup: metric(speedup) }),
  ...(latencyMs && {
    latency: { value: nanoseconds(latencyMs.p50) },
    'latency-p99': { value: nanoseconds(latencyMs.p99) },
  }),
});

const metric = ({ value, ci95 }: Bounded) => ({
  value,
  ...(ci95 && { lower_value: ci95[0], upper_value: ci95[1] }),
});

const nanoseconds = (ms: number) => Math.round(ms * 1e6);
