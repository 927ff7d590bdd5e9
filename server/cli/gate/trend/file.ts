import { closeSync, existsSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { trendLineSchema, type TrendLine } from '../../../../shared/contract/trend.ts';
import { messageOf } from '../../../../shared/words/message-of.ts';
import { plainJson } from '../../../terminal/plain-text.ts';
import { readTextFile } from '../../../redis/connection/read-text-file.ts';

/** The content of a trend file. */
export interface TrendFile {
  lines: readonly TrendLine[];
  /** Lines that are none of a trend, a sentence each with the number of the line. */
  faults: readonly string[];
}

/** Reads a trend; a file that is not there yet holds nothing. Throws where it cannot be read. */
export function readTrend(file: string): TrendFile {
  if (!existsSync(file)) return { lines: [], faults: [] };
  const lines: TrendLine[] = [];
  const faults: string[] = [];
  for (const [index, text] of readTextFile(file).split('\n').entries()) {
    if (text.trim() === '') continue;
    const found = lineIn(text);
    if (typeof found === 'string') faults.push(`${file}, line ${index + 1}: ${found}. It is left out`);
    else lines.push(found);
  }
  return { lines, faults };
}

/** A line, or the reason why it is none. */
function lineIn(text: string): TrendLine | string {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return 'this is not JSON, as --trend writes it; it may have been cut off';
  }
  const { kind, schema } = (document ?? {}) as { kind?: unknown; schema?: unknown };
  if (kind !== 'trend') return 'this is no line of a trend, as --trend writes it';
  if (schema !== 1) return `this line has schema ${JSON.stringify(schema)}, and this version reads schema 1`;
  const { data, error } = trendLineSchema.safeParse(document);
  if (data) return data;
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
}

/**
 * Appends a line in one write, so that two runs that end at once do not mix theirs (O_APPEND). What is there stays; a
 * last line that was cut off is ended first. Throws where it cannot be written.
 */
export function appendToTrend(file: string, line: TrendLine): void {
  try {
    const descriptor = openSync(file, 'a+');
    try {
      const before = endsWithinLine(descriptor) ? '\n' : '';
      writeSync(descriptor, `${before}${plainJson(line)}\n`);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new Error(`--trend ${file} could not be written: ${messageOf(error)}`, { cause: error });
  }
}

function endsWithinLine(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last.toString() !== '\n';
}
