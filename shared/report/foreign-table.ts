import type { TableBlock } from './block.ts';
import type { ForeignRow } from '../foreign/foreign-result.ts';

/** The heads of its columns, from the left. */
export type ForeignHeads = readonly [
  test: string,
  rate: string,
  mean: string,
  p50: string,
  p99: string,
  max: string,
];

/** What another tool measured, a command a row. */
export function foreignTable(
  rows: readonly ForeignRow[],
  [test, rate, ...latencies]: ForeignHeads,
): Pick<TableBlock, 'title' | 'columns' | 'rows'> {
  return {
    title: '',
    columns: [
      { label: test, unit: 'text' },
      { label: rate, unit: 'commands/s', origin: 'measured', isMain: true },
      ...latencies.map((label) => ({ label, unit: 'ms', origin: 'measured' }) as const),
    ],
    rows: rows.map(({ name, perSecond, meanMs, p50Ms, p99Ms, maxMs }) => [
      { text: name },
      ...[perSecond, meanMs, p50Ms, p99Ms, maxMs],
    ]),
  };
}
