import { readForeignResult, type ForeignResult } from '../../../shared/foreign/foreign-result.ts';
import { foreignTable } from '../../../shared/report/foreign-table.ts';
import type { Report } from '../../../shared/report/block.ts';
import { UsageError } from '../exit-codes.ts';
import { nameOf } from './result-file.ts';

export type ReadForeign = Extract<ForeignResult, { state: 'read' }>;

export const oneRun = 'One run without intervals: what chance does to its figures is not known.';

/** The result of another tool in a text; `null`: it is none. Throws UsageError for one that says nothing of Redis. */
export function foreignIn(file: string, text: string): ReadForeign | null {
  const found = readForeignResult(text);
  if (found?.state === 'refused')
    throw new UsageError(`${nameOf(file)} is a result of ${found.tool}: ${found.why}`);
  return found;
}

/** What another tool wrote, as a report. */
export const foreignReport = (file: string, { tool, rows }: ReadForeign): Report => ({
  ...{ kind: 'foreign', lanes: [], startedAt: '', tookMs: 0, keys: [['file', file]] },
  title: `${file}: measured by ${tool}`,
  blocks: [
    { type: 'line', text: `${file}: measured by ${tool}. ${oneRun}` },
    {
      type: 'table',
      ...foreignTable(rows, ['test', 'commands/s', 'mean, ms', 'p50, ms', 'p99, ms', 'max, ms']),
    },
  ],
});
