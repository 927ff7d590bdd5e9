import {
  readForeignResult,
  type ForeignResult,
  type ForeignRow,
} from '../../../shared/foreign/foreign-result.ts';
import { foreignTable } from '../../../shared/report/foreign-table.ts';
import type { Report } from '../../../shared/report/block.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { commands } from '../../../shared/contract/commands.ts';
import { rateOf } from '../../../shared/statistics/figures.ts';
import { readTextFile } from '../../redis/connection/read-text-file.ts';
import { UsageError } from '../exit-codes.ts';

type Foreign = Extract<ForeignResult, { state: 'read' }>;

const oneRun = 'One run without intervals: what chance does to its figures is not known.';

/** The result of another tool in this file; `null`: it is none. Throws UsageError for one that says nothing of Redis. */
export function foreignIn(file: string): Foreign | null {
  let text: string;
  try {
    // What stdin holds can be read once, and is one of ours.
    text = file === '-' ? '' : readTextFile(file);
  } catch {
    return null;
  }
  const found = readForeignResult(text);
  if (found?.state === 'refused') throw new UsageError(`${file} is a result of ${found.tool}: ${found.why}`);
  return found;
}

/** What another tool wrote, as a report. */
export const foreignReport = (file: string, { tool, rows }: Foreign): Report => ({
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

/** One side of a comparison: figures of one command each. */
interface Side {
  file: string;
  rows: Pick<ForeignRow, 'name' | 'command' | 'perSecond'>[];
}

export const sideOf = (file: string, { rows }: Foreign): Side => ({ file, rows });

/** Each lane with the command that it sends; a mix has none. */
export const sideOfOurs = (file: string, { lanes, plan }: Result): Side => ({
  file,
  rows: lanes.map((lane) => {
    const sent = plan.lanes.find(({ id }) => id === lane.id)?.workload.commands ?? [];
    const [only] = sent;
    const command = sent.length === 1 && only ? commands[only].name.toLowerCase() : null;
    return { name: lane.id, command, perSecond: rateOf(lane) ?? null };
  }),
});

/** Rows of both sides that send the same command, each with its ratio and no interval. Throws UsageError where there are none. */
export function foreignComparison(was: Side, is: Side): Report {
  const pairs = is.rows.flatMap((one) =>
    was.rows
      .filter(({ name, command }) => name === one.name || (command !== null && command === one.command))
      .map((other) => ({ other, one })),
  );
  if (pairs.length === 0)
    throw new UsageError(
      `${was.file} and ${is.file} have no command in common: ${[was, is].map(({ rows }) => rows.map(({ name }) => name).join(', ')).join('; ')}`,
    );
  return {
    ...{ kind: 'foreign', lanes: [], startedAt: '', tookMs: 0, keys: [['was', was.file]] },
    title: `${is.file} against ${was.file}`,
    blocks: [
      { type: 'line', text: `${is.file} against ${was.file}, commands/s. ${oneRun}` },
      {
        ...{ type: 'table', title: '' },
        columns: [
          { label: was.file, unit: 'text' },
          { label: is.file, unit: 'text' },
          { label: 'was', unit: 'commands/s', origin: 'measured' },
          { label: 'is', unit: 'commands/s', origin: 'measured' },
          { label: 'is / was', unit: 'ratio', origin: 'measured', isMain: true },
        ],
        rows: pairs.map(({ other, one }) => [
          { text: other.name },
          { text: one.name },
          other.perSecond,
          one.perSecond,
          other.perSecond && one.perSecond ? one.perSecond / other.perSecond : null,
        ]),
      },
    ],
  };
}
