import { isDoubt, type ForeignConditions, type ForeignRow, type ReadForeign } from '../foreign/reading.ts';
import type { ForeignWords } from '../words/foreign-words.ts';
import { settingsInWords, type SettingNames } from '../words/settings.ts';
import { say, type Words } from '../words/words.ts';
import type { Cell, TableBlock, TableColumn } from './block.ts';

/** The language of a reader. */
export interface ForeignReaderWords {
  foreign: ForeignWords;
  settings: SettingNames;
  words: Pick<Words, 'figures' | 'numbers' | 'setting'>;
}

/** Sentences above the table, and those that make its figures doubtful. */
export function foreignSentences(
  { tool, rows, remarks }: ReadForeign,
  { foreign, ...reader }: ForeignReaderWords,
): { about: string[]; doubts: string[] } {
  const sentences = (wanted: boolean) =>
    remarks.filter((remark) => isDoubt(remark) === wanted).map((remark) => say(remark, foreign.remark));
  const [first, ...others] = rows.map(({ conditions }) => shownConditions(conditions));
  const areAlike = others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  const conditions = first && areAlike ? settingsInWords({ workload: first }, reader) : '';
  const averages = sentences(false);
  return {
    about: [
      foreign.by(tool),
      ...(averages.length > 0 ? averages : [foreign.oneRun]),
      ...(conditions === '' ? [] : [`${conditions}.`]),
    ],
    doubts: sentences(true),
  };
}

/** Kept connections are the rule. */
const shownConditions = ({ keepalive, ...others }: ForeignConditions): Record<string, unknown> =>
  keepalive === false ? { ...others, keepalive } : others;

export const nameOfRow = (
  { name, run }: Pick<ForeignRow, 'name' | 'run'>,
  { inRun }: ForeignWords,
): string => (run === null ? name : inRun(name, run));

/** The figures of another tool, a test a row. Columns without any figure are left out, but for those of latencies. */
export function foreignTable(
  { rows }: Pick<ReadForeign, 'rows'>,
  { foreign, words: { figures, numbers } }: ForeignReaderWords,
): Pick<TableBlock, 'title' | 'columns' | 'rows'> {
  const { heads } = foreign;
  const measured = { origin: 'measured' } as const;
  const ms = (head: string): TableColumn => ({
    ...measured,
    label: numbers.unit(`${head}, ms`),
    unit: 'ms',
  });
  const rate = (label: string): TableColumn => ({ ...measured, label, unit: 'commands/s' });
  const columns: readonly (readonly [TableColumn, (row: ForeignRow) => Cell, isUsual?: true])[] = [
    [{ label: heads.test, unit: 'text' }, (row) => ({ text: nameOfRow(row, foreign) }), true],
    [{ ...rate(figures.rate), isMain: true }, ({ perSecond }) => perSecond, true],
    [{ ...rate(heads.spread), isExact: true }, ({ spread }) => spread],
    [ms(heads.mean), ({ meanMs }) => meanMs, true],
    [ms('p50'), ({ p50Ms }) => p50Ms, true],
    [
      ms('p99'),
      ({ p99Ms, p99AtMostMs }) =>
        p99AtMostMs === null ? p99Ms : { text: `≤ ${numbers.typed(p99AtMostMs)}` },
      true,
    ],
    [ms(heads.max), ({ maxMs }) => maxMs, true],
    [rate(heads.hits), ({ hitsPerSecond }) => hitsPerSecond],
    [rate(heads.misses), ({ missesPerSecond }) => missesPerSecond],
    [{ ...measured, label: heads.kilobytes, unit: 'count' }, ({ kbPerSecond }) => kbPerSecond],
  ];
  const shown = columns.filter(([, cell, isUsual]) => isUsual || rows.some((row) => cell(row) !== null));
  return {
    title: '',
    columns: shown.map(([column]) => column),
    rows: rows.map((row) => shown.map(([, cell]) => cell(row))),
  };
}
