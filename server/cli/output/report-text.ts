import { styleText } from 'node:util';
import {
  blocksOn,
  type Block,
  type Cell,
  type Item,
  type Report,
  type TableBlock,
  type TableColumn,
} from '../../../shared/report/block.ts';
import { cellInWords, isLeft, isWords, withoutBars } from '../../../shared/report/cell.ts';
import { numbers } from '../../../shared/words/en/numbers.ts';
import type { Write } from '../../reporters/reporter.ts';
import { plainTexts } from '../../terminal/plain-text.ts';
import { columns, fitted, truncated, widthOf, type TerminalCell } from './columns.ts';
import { wrap } from '../../terminal/options/help.ts';
import type { TerminalLook } from './terminal.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style) => (text: string) => string;

/** Where there is no terminal, lines are as long as a wide one’s. */
const usualWidth = 100;
const widest = 120;
const bars = { least: 6, most: 24 };
const leastName = 12;
const tones = { good: 'green', bad: 'red', doubtful: 'yellow' } as const;

/** A report for people: as wide as the terminal, and never wider than it. */
export function reportText(report: Report, look: TerminalLook, write: Write): void {
  const width = Math.min(look.columns ?? usualWidth, widest);
  const paint: Paint = (style) => (text) =>
    look.colour ? styleText(style, text, { validateStream: false }) : text;
  let before: Block['type'] | null = null;
  for (const block of inOrder(blocksOn(plainTexts(report.blocks), 'terminal'))) {
    const text = drawn(block, width, paint);
    if (text === '') continue;
    write(isApart(block.type, before) ? `\n${text}` : text);
    before = block.type;
  }
}

/** What makes figures doubtful stands below them, where one looks first: at the end. */
function inOrder(blocks: readonly Block[]): Block[] {
  const figures = blocks.findIndex(({ type }) => type === 'table');
  const isEarly = (block: Block, index: number) => block.type === 'doubts' && index < figures;
  return [...blocks.filter((block, index) => !isEarly(block, index)), ...blocks.filter(isEarly)];
}

/** Whether a blank line parts a block from the one before it. */
const isApart = (type: Block['type'], before: Block['type'] | null): boolean =>
  before === null || !(type === 'doubts' || type === 'line' || (type === 'table' && before === 'doubts'));

function drawn(block: Block, width: number, paint: Paint): string {
  switch (block.type) {
    case 'headline':
      return [
        paragraph(block.text, '▶ ', width),
        ...block.more.map((sentence) => paragraph(sentence, '  ', width)),
      ].join('');
    case 'heading':
    case 'text':
      return wrap(block.text, width)
        .map((line) => `${line}\n`)
        .join('');
    case 'line':
      return indented(block.text, width);
    case 'doubts':
      return block.doubts.map((doubt) => paint('yellow')(indented(`! ${doubt}`, width))).join('');
    case 'table':
      return table(block, width, paint);
    case 'items':
      return (
        (block.title === '' ? '' : `${block.title}\n`) +
        block.items.map((item) => itemText(item, width, paint)).join('')
      );
    case 'sentences':
      return [
        `${block.title}:\n`,
        ...block.sentences.map((sentence) => indented(`- ${sentence}`, width)),
      ].join('');
    case 'code':
      return block.code.replace(/\n?$/, '\n');
    case 'facts':
      return block.facts.map(([name, value]) => indented(`${name}: ${value}`, width)).join('');
    case 'checks':
    case 'picture':
    case 'details':
      return '';
  }
}

function itemText(
  { name, shortName, mark, text, because, notes }: Item,
  width: number,
  paint: Paint,
): string {
  const margin = ' '.repeat(mark === undefined ? 2 : mark.length + 3);
  const head = shortName ?? name ?? '';
  const lead = mark === undefined ? '' : `${mark} `;
  const said = indented(`${lead}${head === '' ? '' : `${head}: `}${text}`, width);
  return [
    lead === '' ? paint('bold')(head) + said.slice(head.length) : said,
    ...(because === undefined ? [] : [indented(margin + because, width)]),
    ...notes.map((note) =>
      note.warn
        ? paint('yellow')(indented(`${margin}! ${note.text}`, width))
        : indented(margin + note.text, width),
    ),
  ].join('');
}

/** Broken between words, what follows the first line two further in than it. */
const indented = (text: string, width: number): string =>
  fitted(text, width)
    .map((line) => `${line}\n`)
    .join('');

function paragraph(text: string, mark: string, width: number): string {
  const [first = '', ...rest] = wrap(text, width - mark.length);
  return [`${mark}${first}\n`, ...rest.map((line) => `  ${line}\n`)].join('');
}

/**
 * With as many words in its cells, as long bars and as long names as there is room for. Where there is too little, bars
 * go first, then letters of names; then the columns from where it is split become a table of their own.
 */
function table(block: TableBlock, width: number, paint: Paint): string {
  const most = largest(
    block.rows.flat().map((cell) => (isWords(cell) ? (cell.shorter?.length ?? 0) : 0)),
    0,
  );
  const bare = withoutBars(block);
  const [first, ...others] = bare.columns;
  const leastNames = first?.mayShorten ? leastName : Infinity;
  const room = (of: TableBlock, form: Omit<Form, 'paint'>) => width - widthOf(rowsOf(of, { ...form, paint }));
  const { split } = block;
  if (split && others.length > 1 && room(bare, { words: most, bar: 0, name: leastNames }) < 0)
    return parted({ ...block, split }, width, paint);
  const barColumn = block.columns.find(({ unit }) => unit === 'bar');
  const forms = Array.from({ length: most + 1 }, (_, words) => words);
  const withBar = barColumn && forms.find((words) => room(block, { words, bar: bars.least }) >= 0);
  const fitting = withBar === undefined ? bare : block;
  const words = withBar ?? forms.find((form) => room(bare, { words: form, bar: 0 }) >= 0) ?? most;
  const roomForBar = room(block, { words, bar: 0 }) + (barColumn?.label.length ?? 0);
  const bar = Math.min(barColumn?.barWidth ?? bars.most, roomForBar);
  const form = { words, bar, paint };
  const rest = widthOf(rowsOf(fitting, { ...form, name: 0 }).map((row) => ['', ...row.slice(1)]));
  const name = first?.mayShorten ? Math.max(leastName, width - rest) : Infinity;
  const shown = columns(
    rowsOf(fitting, { ...form, name }),
    fitting.columns.map((column) => (isLeft(column) ? 'left' : 'right')),
  );
  const signs = (block.signs ?? []).filter(([sign]) => shown.includes(sign));
  return [
    block.title === '' ? '' : `${block.title}:\n`,
    shown,
    ...signs.map(([sign, meaning]) => `${paint('dim')(`${sign} ${meaning}`)}\n`),
  ].join('');
}

type Splittable = TableBlock & Required<Pick<TableBlock, 'split'>>;

/** Two tables in place of one that is too wide; the first of them, where it still is, without its last column. */
function parted(
  { split: { at, label }, title, signs, ...block }: Splittable,
  width: number,
  paint: Paint,
): string {
  const name = block.columns[0] ?? { label: '', unit: 'text' };
  const part = (head: string, from: number, to?: number): TableBlock => ({
    ...{ type: 'table', title: from === 1 ? title : '' },
    ...(signs && { signs }),
    columns: [{ ...name, label: head }, ...block.columns.slice(from, to)],
    rows: block.rows
      .map((row) => [row[0] ?? '', ...row.slice(from, to)])
      .filter(([, ...cells]) => cells.some((cell) => cell !== '')),
  });
  const first = { ...part(name.label, 1, at), split: { at: at - 1, label: name.label } };
  return [first, part(label, at)].map((one) => table(one, width, paint)).join('\n');
}

interface Form {
  /** Which of the words of a cell. */
  words: number;
  bar: number;
  name?: number;
  paint: Paint;
}

function rowsOf({ columns: heads, rows }: TableBlock, form: Form): TerminalCell[][] {
  const longest = heads.map((_, index) =>
    largest(
      rows.map((row) => (typeof row[index] === 'number' ? row[index] : 0)),
      0,
    ),
  );
  return [
    heads.map(({ label }) => ({ text: label, paint: form.paint('dim') })),
    ...rows.map((row, place) =>
      heads.map((column, index) =>
        cellOf(row[index] ?? null, column, { place, index, form, most: longest[index] || 1 }),
      ),
    ),
  ];
}

function cellOf(
  cell: Cell,
  column: TableColumn,
  { place, index, form, most }: { place: number; index: number; form: Form; most: number },
): TerminalCell {
  const { paint } = form;
  if (column.unit === 'bar')
    return {
      text: barOf((typeof cell === 'number' ? cell : 0) / most, form.bar),
      paint: paint(place === 0 ? 'gray' : 'cyan'),
    };
  const text = cellInWords(cell, column, numbers, form.words);
  if (index === 0)
    return truncated(isWords(cell) && cell.isUnder ? `  ${text}` : text, form.name ?? Infinity);
  if (isWords(cell) && cell.tone) return { text, paint: paint(tones[cell.tone]) };
  return column.isMain ? { text, paint: paint('bold') } : text;
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A share of so many characters. */
function barOf(share: number, width: number): string {
  const steps = Math.round(share * width * 8);
  return '█'.repeat(Math.floor(steps / 8)) + (eighths[steps % 8] ?? '');
}
