import { setTimeout as sleep } from 'node:timers/promises';
import type { Bookkeeping } from './bookkeeping.ts';
import { eachKey } from './keys.ts';
import { markerOf, readRunPrefix, recordKeyOf } from './run-id.ts';
import { markerLastsMs, markLeftMs } from './run-marker.ts';
import { lanePrefixIn, readRecord, type RunRecord } from './run-record.ts';

/** A run that has ended without removing its keys. */
interface CrashedRun {
  record: RunRecord;
  /** Keys below its lane prefixes. */
  keys: number;
}

export interface LeftBehind {
  crashed: CrashedRun[];
  /** Prefixes of runs in progress. */
  running: string[];
  /** Keys that are named as records are, with another content. */
  damaged: string[];
  /** Keys that are named as records are, and that this user may not read. */
  unreadable: string[];
  /** Keys under the root that no record claims: those of others. */
  foreign: number;
}

const lookEveryMs = 200;

/**
 * Looks under a root for runs that have ended without removing their keys; removes nothing. A run in progress renews
 * its mark. Where there is a mark, it is watched until it is renewed or gone, at most 10 s; `onWait` is called before.
 */
export async function findCrashedRuns(
  target: Bookkeeping,
  root: string,
  onWait: (runs: readonly string[]) => void = () => undefined,
): Promise<LeftBehind> {
  const { prefixes, keys, claims } = await countClaims(target, root);
  const records = new Map<string, RunRecord>();
  const [damaged, unreadable]: [string[], string[]] = [[], []];
  for (const prefix of prefixes) {
    const record = await readRecord(target, prefix);
    if (record === 'damaged') damaged.push(recordKeyOf(prefix));
    else if (record === 'unreadable') unreadable.push(recordKeyOf(prefix));
    else if (record !== 'missing') records.set(prefix, record);
  }
  const running = await inProgress(target, [...records.keys()], onWait);
  const claimed = (names: readonly string[]) => names.reduce((sum, name) => sum + (claims.get(name) ?? 0), 0);
  const ours = [...records].map(([prefix, { lanes }]) =>
    claimed([...lanes, markerOf(prefix), recordKeyOf(prefix)]),
  );
  return {
    crashed: [...records].flatMap(([prefix, record]) =>
      running.includes(prefix) ? [] : { record, keys: claimed(record.lanes) },
    ),
    running,
    damaged,
    unreadable,
    foreign: ours.reduce((rest, own) => rest - own, keys),
  };
}

/** Counts keys under a root by what a record would have to name to claim them: a lane prefix, a mark or the record itself. */
async function countClaims({ nodes }: Pick<Bookkeeping, 'nodes'>, root: string) {
  const claims = new Map<string, number>();
  const prefixes = new Set<string>();
  let keys = 0;
  for (const { redis } of nodes)
    await eachKey(redis, root, (key) => {
      keys++;
      const text = key.toString('latin1');
      const prefix = text.slice(0, text.indexOf(':', root.length) + 1);
      if (readRunPrefix(prefix)?.root !== root) return;
      if (text === recordKeyOf(prefix)) prefixes.add(prefix);
      const claim = lanePrefixIn(text, prefix) ?? text;
      claims.set(claim, (claims.get(claim) ?? 0) + 1);
    });
  return { prefixes, keys, claims };
}

async function inProgress(
  target: Bookkeeping,
  prefixes: readonly string[],
  onWait: (runs: readonly string[]) => void,
): Promise<string[]> {
  const lefts = await Promise.all(prefixes.map((prefix) => markLeftMs(target, prefix)));
  const marked = prefixes.filter((_, index) => lefts[index] !== -2);
  if (marked.length > 0) onWait(marked);
  const renewed = await Promise.all(marked.map((prefix) => isRenewed(target, prefix)));
  return marked.filter((_, index) => renewed[index]);
}

/** Watches a mark: true once it lives longer than it would by itself, false once it is gone. */
async function isRenewed(target: Bookkeeping, runPrefix: string): Promise<boolean> {
  const deadline = performance.now() + markerLastsMs + 5 * lookEveryMs;
  let left = await markLeftMs(target, runPrefix);
  while (left !== -2) {
    await sleep(lookEveryMs);
    const now = await markLeftMs(target, runPrefix);
    // A mark that stays beyond its time is kept up by somebody.
    if (now > left || performance.now() > deadline) return now !== -2;
    left = now;
  }
  return false;
}
