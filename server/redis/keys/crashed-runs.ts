import { setTimeout as sleep } from 'node:timers/promises';
import type { Bookkeeping } from './bookkeeping.ts';
import { eachKey, removeKeys } from './keys.ts';
import { markerLastsMs, markerOf } from './run-marker.ts';

export interface Cleaned {
  removed: number;
  crashed: number;
  /** Prefixes of runs in progress; nothing of theirs was touched. */
  running: string[];
  /** Keys under the root that no run would write: somebody else's. */
  foreign: number;
}

interface KeyRules {
  /** All keys of all runs are under it. */
  root: string;
  /** The prefix of the run that a key is of; null: of none. */
  runPrefixOf: (key: string) => string | null;
}

const lookEveryMs = 200;

/**
 * Removes the keys of runs that have ended without doing so. A run in progress renews its mark (RunMarker); one
 * whose mark is there is waited for until the mark is renewed or gone, at most 9 s. A run that begins meanwhile is
 * not touched.
 */
export async function removeCrashedRuns(
  target: Bookkeeping,
  rules: KeyRules,
  onWait: (runs: readonly string[]) => void = () => undefined,
): Promise<Cleaned> {
  const found = new Set<string>();
  for (const { redis } of target.nodes)
    await eachKey(redis, rules.root, (key) => {
      const run = rules.runPrefixOf(key.toString('latin1'));
      if (run !== null) found.add(run);
    });
  const runs = [...found];
  const marks = await Promise.all(runs.map((run) => lifeLeft(target, markerOf(run))));
  const marked = runs.filter((_, index) => (marks[index] ?? -2) !== -2);
  if (marked.length > 0) onWait(marked);
  const goesOn = await Promise.all(marked.map((run) => isRenewed(target, markerOf(run))));
  const running = marked.filter((_, index) => goesOn[index]);
  const crashed = new Set(runs.filter((run) => !running.includes(run)));
  const foreign = new Set<string>();
  let removed = 0;
  for (const { redis } of target.nodes)
    removed += await removeKeys(redis, rules.root, (key) => {
      const run = rules.runPrefixOf(key.toString('latin1'));
      if (run === null) foreign.add(key.toString('latin1'));
      return run !== null && crashed.has(run);
    });
  return { removed, crashed: crashed.size, running, foreign: foreign.size };
}

/** Watches a mark: true once it lives longer than it would by itself, false once it is gone. */
async function isRenewed(target: Bookkeeping, marker: string): Promise<boolean> {
  const deadline = performance.now() + markerLastsMs + 5 * lookEveryMs;
  let left = await lifeLeft(target, marker);
  while (left !== -2) {
    await sleep(lookEveryMs);
    const now = await lifeLeft(target, marker);
    // A mark that stays beyond its time is kept up by somebody.
    if (now > left || performance.now() > deadline) return now !== -2;
    left = now;
  }
  return false;
}

const lifeLeft = async (target: Bookkeeping, key: string) => Number((await target.send([['PTTL', key]]))[0]);
