import type { Bookkeeping } from './bookkeeping.ts';
import { eachKey, findRemoval, removeKeys } from './keys.ts';
import { markerOf, recordKeyOf, runPrefixOf } from './run-id.ts';
import { lanePrefixIn, type RunRecord } from './run-record.ts';

/** Removes the keys below the lane prefixes of a run, its mark and, last, its record. Resolves with the number of keys below. */
export async function removeRun(target: Bookkeeping, record: RunRecord): Promise<number> {
  const removed = await removeLaneKeys(target, [record]);
  await removeRecord(target, record);
  return removed;
}

/**
 * Removes the keys below the lane prefixes of runs under one root, and no others: marks and records stay. Resolves with
 * the number of keys.
 */
export async function removeLaneKeys(
  { nodes }: Pick<Bookkeeping, 'nodes'>,
  records: readonly RunRecord[],
): Promise<number> {
  const [first] = records;
  if (!first) return 0;
  const under = records.length === 1 ? runPrefixOf(first) : first.root;
  const isOurs = claimOf(records);
  const removed = await Promise.all(nodes.map(({ redis }) => removeKeys(redis, under, isOurs)));
  return removed.reduce((sum, keys) => sum + keys, 0);
}

/** True where there are keys below the lane prefixes of a run. */
export async function hasLaneKeys(
  { nodes }: Pick<Bookkeeping, 'nodes'>,
  record: RunRecord,
): Promise<boolean> {
  const isOurs = claimOf([record]);
  let found = false;
  for (const { redis } of nodes)
    await eachKey(redis, runPrefixOf(record), (key) => {
      found ||= isOurs(key);
    });
  return found;
}

/** True where a key is below a lane prefix that one of these records, all under one root, names. */
function claimOf(records: readonly RunRecord[]): (key: Buffer) => boolean {
  const lanes = new Set(records.flatMap((record) => record.lanes));
  const [length] = records.map((record) => runPrefixOf(record).length);
  return (key) => {
    const text = key.toString('latin1');
    return lanes.has(lanePrefixIn(text, text.slice(0, length)) ?? '');
  };
}

/** Removes the mark and, last, the record of a run whose other keys are gone. */
export async function removeRecord(target: Bookkeeping, record: RunRecord): Promise<void> {
  const runPrefix = runPrefixOf(record);
  const [first] = target.nodes;
  const found = target.removal ?? (first && (await findRemoval(first.redis, markerOf(runPrefix))));
  const verb = found ?? 'UNLINK';
  await target.send([[verb, markerOf(runPrefix)]]);
  await target.send([[verb, recordKeyOf(runPrefix)]]);
}
