import * as z from 'zod/mini';
import { agentsInRun } from '../../../shared/limits.ts';
import type { Bookkeeping } from './bookkeeping.ts';
import { isRunId, markerOf, recordKeyOf, runPrefixOf } from './run-id.ts';

/** A run as its record describes it. Keys below its lane prefixes are its own, and no others. */
export interface RunRecord {
  id: string;
  root: string;
  /** Lane prefixes: `roundtrip:k3x9qm7q:a`, …. */
  lanes: string[];
  /** How many agents carry the run out; absent: none may. */
  agents?: number;
}

/** The end of a lane prefix, behind the prefix of the run: the tag for one slot, if any, and the letter of the lane. */
const laneEnd = /^(\{t\})?[a-z]/;
const mostLanes = 26;
/** A record of 26 lanes with the longest root is shorter. */
const mostBytes = 4096;

const recordSchema = z.object({
  id: z.string().check(z.refine(isRunId)),
  root: z.string().check(z.minLength(1)),
  lanes: z.array(z.string()).check(z.minLength(1), z.maxLength(mostLanes)),
  agents: z.exactOptional(z.int().check(z.gte(agentsInRun.min), z.lte(agentsInRun.max))),
});

export const writeRecord = (target: Bookkeeping, record: RunRecord): Promise<unknown> =>
  target.send([['SET', recordKeyOf(runPrefixOf(record)), JSON.stringify(record)]]);

/** Writes the record of a run in progress where it is gone. */
export const keepRecord = (target: Bookkeeping, record: RunRecord): Promise<unknown> =>
  target.send([['SETNX', recordKeyOf(runPrefixOf(record)), JSON.stringify(record)]]);

/**
 * The record of a run; `missing`: there is no such key; `damaged`: the key has another content, from which nothing may be
 * concluded; `unreadable`: this user may not read it. Throws what the server answers otherwise.
 */
export async function readRecord(
  target: Bookkeeping,
  runPrefix: string,
): Promise<RunRecord | 'missing' | 'damaged' | 'unreadable'> {
  try {
    const [text] = await target.send([['GETRANGE', recordKeyOf(runPrefix), '0', String(mostBytes)]]);
    return text === '' ? 'missing' : (recordIn(String(text), runPrefix) ?? 'damaged');
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    if (said.startsWith('WRONGTYPE')) return 'damaged';
    // Of the key alone: a user without the command reads no record at all.
    if (/^NOPERM.* key/.test(said)) return 'unreadable';
    throw error;
  }
}

/** `null`: the text is no record of this run. */
function recordIn(text: string, runPrefix: string): RunRecord | null {
  const { success, data } = recordSchema.safeParse(parsed(text));
  if (!success || runPrefixOf(data) !== runPrefix) return null;
  return data.lanes.every((lane) => lanePrefixIn(lane, runPrefix) === lane) ? data : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The lane prefix that a key of this run has; `null`: it has none, or is the mark or the record. */
export function lanePrefixIn(key: string, runPrefix: string): string | null {
  if (!key.startsWith(runPrefix) || key === recordKeyOf(runPrefix) || key === markerOf(runPrefix))
    return null;
  const end = laneEnd.exec(key.slice(runPrefix.length))?.[0];
  return end === undefined ? null : runPrefix + end;
}
