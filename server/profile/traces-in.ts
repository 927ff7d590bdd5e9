import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { traceVersion } from '../../shared/contract/profile-trace.ts';
import { kindOfFault } from './process/fault-kind.ts';
import { readSource } from './source-file.ts';

export interface LeftTraces {
  /** The number of Node processes and threads that were recorded. */
  processes: number;
  /** The traces of its processes. Together they may be longer than a string can be. */
  traces: readonly string[];
}

/**
 * The traces of processes that sent a command, also in a unit that has not ended, or wrote a unit or a fault. `most`:
 * bytes of one.
 */
export function tracesIn(folder: string, most: number): LeftTraces {
  const orLost = <T>(read: () => T): T | string => {
    try {
      return read();
    } catch (error) {
      return lostTrace(error);
    }
  };
  const names = orLost(() => readdirSync(folder).filter((name) => name.endsWith('.jsonl')));
  if (typeof names === 'string') return { traces: [names], processes: 1 };
  const traces = names
    .toSorted()
    .map((name) => orLost(() => wholeLines(readSource(join(folder, name), most))))
    .filter((text) => /^\{"k":"(?:cmd|unit|fault|count".*"(?:commands|open)":[1-9])/m.test(text));
  return { traces, processes: names.length };
}

/**
 * A trace in place of one that cannot be read, as where its program removed it or put a pipe there: it says that there
 * was a fault.
 */
const lostTrace = (fault: unknown): string =>
  [
    { k: 'meta', v: traceVersion, source: 'patch' },
    { k: 'fault', count: 1, cause: kindOfFault(fault), left: [] },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

/** A process that was killed may leave half a line. */
const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1);
