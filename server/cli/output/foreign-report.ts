import { readForeignResult } from '../../../shared/foreign/foreign-result.ts';
import type { ReadForeign } from '../../../shared/foreign/reading.ts';
import {
  foreignSentences,
  foreignTable,
  type ForeignReaderWords,
} from '../../../shared/report/foreign-table.ts';
import type { Report } from '../../../shared/report/block.ts';
import { foreign } from '../../../shared/words/en/foreign.ts';
import { english } from '../../../shared/words/en/index.ts';
import { settings } from '../../../shared/words/en/settings.ts';
import { UsageError } from '../exit-codes.ts';
import { nameOf } from './result-file.ts';

const reader: ForeignReaderWords = { foreign, settings, words: english };

/** The result of another tool in a text; `null`: it is none. Throws UsageError for one without figures of Redis. */
export function foreignIn(file: string, text: string): ReadForeign | null {
  const found = readForeignResult(text);
  if (found?.state === 'refused')
    throw new UsageError(
      `${nameOf(file)} is ${foreign.refused[found.why](found.tool)}. ${foreign.readInstead}`,
    );
  return found;
}

/** The measurements of another tool, as a report. */
export function foreignReport(file: string, found: ReadForeign): Report {
  const { about, doubts } = foreignSentences(found, reader);
  return {
    ...{ kind: 'foreign', lanes: [], startedAt: '', tookMs: 0, keys: [['file', file]] },
    title: `${file}: measured by ${found.tool}`,
    blocks: [
      { type: 'line', text: `${file}: ${about.join(' ')}` },
      { type: 'doubts', doubts },
      ...(found.rows.length > 0 ? [{ type: 'table', ...foreignTable(found, reader) } as const] : []),
    ],
  };
}
