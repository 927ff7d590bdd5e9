import { plainText } from '../terminal/plain-text.ts';
import type { GateCheck } from './reporter.ts';

export type ColumnAlignment = 'l' | 'r';

/** A table with its head; cells are Markdown. */
export const tableOf = (
  [head = [], ...rows]: readonly (readonly string[])[],
  sides: readonly ColumnAlignment[],
): string =>
  [head, sides.map((side) => (side === 'l' ? ':--' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');

/** What was asked and what was found, a row for each check. */
export const checksTable = (checks: readonly GateCheck[]): string =>
  tableOf(
    [
      ['', 'check', 'found'],
      ...checks.map(({ name, passed, message }) => [
        passed ? '✅' : '❌',
        escapeMarkdown(name),
        escapeMarkdown(message),
      ]),
    ],
    ['l', 'l', 'l'],
  );

/** Text that Markdown, and the HTML within it, leave as it is, on one line. */
export const escapeMarkdown = (text: string): string =>
  plainText(text)
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|~]/g, '\\$&');
