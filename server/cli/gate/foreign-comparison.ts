import { commands } from '../../../shared/commands/workload.ts';
import type { Result } from '../../../shared/contract/result.ts';
import type { ForeignRow } from '../../../shared/foreign/foreign-result.ts';
import type { Block, Check } from '../../../shared/report/block.ts';
import type { ReportedDocument } from '../../../shared/report/document.ts';
import { rateOf } from '../../../shared/statistics/figures.ts';
import { formatRatio } from '../../../shared/words/format.ts';
import { UsageError } from '../exit-codes.ts';
import { oneRun, type ReadForeign } from '../output/foreign-report.ts';
import { percent } from './baseline.ts';

type Row = Pick<ForeignRow, 'name' | 'command' | 'perSecond'>;

/** One side of a comparison: a rate for each command. */
export interface Side {
  file: string;
  rows: readonly Row[];
}

export const sideOf = (file: string, { rows }: ReadForeign): Side => ({
  file,
  rows: rows.map(({ name, command, perSecond }) => ({ name, command, perSecond })),
});

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

/** Two rows that send the same command. */
interface Pair {
  was: Row;
  is: Row;
  /** `null`: one of them has no rate, or the earlier one is 0. */
  ratio: number | null;
}

/**
 * Holds later files against the first, command by command. `bound`: the share by which a command may be slower; `null`:
 * any. Throws UsageError for files without a command in common.
 */
export function foreignComparison(
  was: Side,
  later: readonly Side[],
  bound: number | null,
): Extract<ReportedDocument, { kind: 'blocks' }> {
  const compared = later.map((is) => ({ is, pairs: pairsOf(was, is) }));
  const checks = compared.flatMap(({ is, pairs }) => {
    const found = bound === null ? [] : checksOf(was, is, pairs, bound);
    return later.length === 1
      ? found
      : found.map((check) => ({ ...check, name: `${is.file}: ${check.name}` }));
  });
  return {
    kind: 'blocks',
    report: {
      ...{ kind: 'foreign', lanes: [], startedAt: '', tookMs: 0, keys: [['was', was.file]] },
      title: `${later.map(({ file }) => file).join(', ')} against ${was.file}`,
      blocks: [
        { type: 'checks', checks, on: ['markdown'] },
        ...compared.flatMap(({ is, pairs }): Block[] => [
          { type: 'line', text: `${is.file} against ${was.file}, commands/s. ${oneRun}` },
          tableOf(was, is, pairs),
        ]),
      ],
    },
    result: {
      ...{ kind: 'foreign-comparison', schema: 1, was: was.file },
      comparisons: compared.map(({ is, pairs }) => ({ is: is.file, rows: pairs })),
      checks,
    },
    checks,
  };
}

function pairsOf(was: Side, is: Side): Pair[] {
  const pairs = is.rows.flatMap((one) =>
    was.rows
      .filter(({ name, command }) => name === one.name || (command !== null && command === one.command))
      .map((other) => ({ was: other, is: one, ratio: ratioOf(other, one) })),
  );
  if (pairs.length > 0) return pairs;
  const names = [was, is].map(({ rows }) => rows.map(({ name }) => name).join(', '));
  throw new UsageError(`${was.file} and ${is.file} have no command in common: ${names.join('; ')}`);
}

const ratioOf = ({ perSecond: was }: Row, { perSecond: is }: Row): number | null =>
  was === null || is === null || was === 0 ? null : is / was;

const tableOf = (was: Side, is: Side, pairs: readonly Pair[]): Block => ({
  ...{ type: 'table', title: '' },
  columns: [
    { label: was.file, unit: 'text' },
    { label: is.file, unit: 'text' },
    { label: 'was', unit: 'commands/s', origin: 'measured' },
    { label: 'is', unit: 'commands/s', origin: 'measured' },
    { label: 'is / was', unit: 'ratio', origin: 'measured', isMain: true },
  ],
  rows: pairs.map((pair) => [
    { text: pair.was.name },
    { text: pair.is.name },
    pair.was.perSecond,
    pair.is.perSecond,
    pair.ratio,
  ]),
});

/** A command of the first file that a later one lacks fails: a gate that has seen nothing is not open. */
function checksOf(was: Side, is: Side, pairs: readonly Pair[], bound: number): Check[] {
  const nameOf = (row: Row) => `${row.name}: throughput at most ${percent(bound)} below ${was.file}`;
  const missing = was.rows.filter((row) => row.command !== null && !pairs.some((pair) => pair.was === row));
  return [
    ...pairs.map((pair) => ({
      name: nameOf(
        pair.was.name === pair.is.name
          ? pair.was
          : { ...pair.was, name: `${pair.was.name}, ${pair.is.name}` },
      ),
      ...judge(pair, bound),
    })),
    ...missing.map((row) => ({
      name: nameOf(row),
      passed: false,
      message: `cannot be judged: ${is.file} has no ${row.name}`,
    })),
  ];
}

/** The quotient as it is: chance may have made it. */
function judge({ ratio, was }: Pair, bound: number): Omit<Check, 'name'> {
  if (ratio === null) return { passed: false, message: `cannot be judged: ${unjudgeable(was)}` };
  const found = `${formatRatio(ratio)}, no interval: one run each`;
  return ratio < 1 - bound
    ? { passed: false, message: `${found}: worse by ${percent(1 - ratio)}` }
    : { passed: true, message: found };
}

function unjudgeable({ perSecond }: Row): string {
  if (perSecond === 0) return 'the rate in the earlier file is 0';
  return `the ${perSecond === null ? 'earlier' : 'later'} file has no rate`;
}
