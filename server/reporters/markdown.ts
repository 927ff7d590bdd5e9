import { blocksOn, type Block, type Check, type Item, type TableBlock } from '../../shared/report/block.ts';
import { cellInWords, isLeft, withoutBars } from '../../shared/report/cell.ts';
import { checksCounted, checksInWords, checksOf } from '../../shared/report/checks.ts';
import { plainText } from '../terminal/plain-text.ts';
import { english, reportOf } from './report-of.ts';
import type { Reporter } from './reporter.ts';

/** For a pull request, a step summary or docs/reproduced.md: figures, findings, and where and how it was measured. */
export const markdown = {
  id: 'markdown',
  help: 'tables and verdicts as Markdown',
  report(document, write) {
    const { kind, title, blocks } = reportOf(document);
    // A summary of a workflow lists many reports: of a profile, the heading says how its gate ended.
    const isInHeading = kind === 'profile';
    const checks = checksOf(blocks, isInHeading ? checksCounted : checksInWords);
    const heading = isInHeading && checks !== null ? `${title}: ${checks}` : title;
    const sum = isInHeading || checks === null ? '' : `**Checks: ${checks}**\n\n`;
    write(`### ${escapeMarkdown(heading)}\n\n${sum}${inMarkdown(blocks)}\n`);
  },
} satisfies Reporter;

const inMarkdown = (blocks: readonly Block[]): string => blocksOn(blocks, 'markdown').map(drawn).join('\n\n');

function drawn(block: Block): string {
  switch (block.type) {
    case 'headline':
      return [`**${escapeMarkdown(block.text)}**`, ...block.more.map(escapeMarkdown)].join('\n\n');
    case 'heading':
      return `#### ${escapeMarkdown(block.text)}`;
    case 'text':
    case 'line':
      return escapeMarkdown(block.text);
    case 'doubts':
      return block.doubts.map((doubt) => `> ⚠️ ${escapeMarkdown(doubt)}`).join('\n\n');
    case 'checks':
      return checksTable(block.checks);
    case 'table':
      return (block.title === '' ? '' : `${escapeMarkdown(block.title)}\n\n`) + tableText(withoutBars(block));
    case 'picture':
      return '';
    case 'items':
      return (
        (block.title === '' ? '' : `${escapeMarkdown(block.title)}\n\n`) +
        block.items.map(itemText).join('\n')
      );
    case 'sentences':
      return `${escapeMarkdown(block.title)}:\n\n${bullets(block.sentences)}`;
    case 'facts':
      return bullets(block.facts.map(([name, value]) => `${name}: ${value}`));
    case 'code':
      return `\`\`\`${block.isDiff ? 'diff' : ''}\n${plainText(block.code).trimEnd()}\n\`\`\``;
    case 'details':
      return `<details><summary>${escapeMarkdown(block.title)}</summary>\n\n${inMarkdown(block.blocks)}\n\n</details>`;
  }
}

const bullets = (texts: readonly string[]) => texts.map((text) => `- ${escapeMarkdown(text)}`).join('\n');

const itemText = ({ name, text, because, notes }: Item): string =>
  [
    `- ${name === null ? '' : `**${escapeMarkdown(name)}**: `}${escapeMarkdown([text, because ?? ''].join(' ').trim())}`,
    ...notes.map((note) => `  - ${note.warn ? '⚠️ ' : ''}${escapeMarkdown(note.text)}`),
  ].join('\n');

const tableText = ({ columns, rows }: TableBlock): string =>
  rowsText(
    columns.map(({ label }) => escapeMarkdown(label)),
    columns.map((column) => (isLeft(column) ? ':--' : '--:')),
    rows.map((row) =>
      columns.map((column, index) => {
        const cell = row[index] ?? null;
        const text = escapeMarkdown(cellInWords(cell, column, english.words.numbers));
        return column.isMain && cell !== null ? `**${text}**` : text;
      }),
    ),
  );

/** What was asked and what was found, a row for each check. */
const checksTable = (checks: readonly Check[]): string =>
  rowsText(
    ['', 'check', 'found'],
    [':--', ':--', ':--'],
    checks.map(({ name, passed, message }) => [
      passed === null ? '➖' : passed ? '✅' : '❌',
      escapeMarkdown(name),
      escapeMarkdown(message),
    ]),
  );

/** Cells are Markdown. */
const rowsText = (
  ...[head, sides, rows]: [readonly string[], readonly string[], readonly string[][]]
): string => [head, sides, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Text that Markdown, and the HTML within it, leave as it is, on one line. */
const escapeMarkdown = (text: string): string =>
  plainText(text)
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|~]/g, '\\$&');
