import { plainJson } from '../terminal/plain-text.ts';
import type { Reporter } from './reporter.ts';
import type { Bounded } from '../../shared/statistics/against-earlier.ts';
import { trendFigures } from './trend-figures.ts';

/** An entry that github-action-benchmark reads; the name identifies its chart. */
interface Entry {
  name: string;
  unit: string;
  value: number;
  range?: string;
  extra?: string;
}

/** The action takes one direction a file: `tool: customBiggerIsBetter`. */
export const biggerIsBetter = {
  id: 'bigger-is-better',
  help: 'throughput and speedup for github-action-benchmark (customBiggerIsBetter)',
  report(document, write) {
    const entries = trendFigures(document).flatMap(({ lane, throughput, speedup }): Entry[] => [
      { name: `${lane}: throughput`, unit: 'commands/s', ...bounded(throughput, 2) },
      ...(speedup
        ? [{ name: `${lane}: speedup over ${speedup.baseline}`, unit: '×', ...bounded(speedup, 4) }]
        : []),
    ]);
    write(`${plainJson(entries, 2)}\n`);
  },
} satisfies Reporter;

/** `tool: customSmallerIsBetter`. */
export const smallerIsBetter = {
  id: 'smaller-is-better',
  help: 'latencies for github-action-benchmark (customSmallerIsBetter)',
  report(document, write) {
    const entries = trendFigures(document).flatMap(({ lane, latencyMs }): Entry[] =>
      latencyMs
        ? (['p50', 'p99'] as const).map((name) => ({
            name: `${lane}: ${name}`,
            unit: 'ms',
            value: rounded(latencyMs[name], 3),
          }))
        : [],
    );
    write(`${plainJson(entries, 2)}\n`);
  },
} satisfies Reporter;

/** The action knows one distance (`± 3`): that of the farther bound. The interval itself is in the tooltip. */
function bounded({ value, ci95 }: Bounded, decimals: number): Pick<Entry, 'value' | 'range' | 'extra'> {
  if (!ci95) return { value: rounded(value, decimals) };
  const [low, high] = ci95;
  return {
    value: rounded(value, decimals),
    range: `± ${Math.max(value - low, high - value).toFixed(decimals)}`,
    extra: `95 % interval ${low.toFixed(decimals)} – ${high.toFixed(decimals)}`,
  };
}

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));
