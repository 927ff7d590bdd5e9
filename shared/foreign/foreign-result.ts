import { givenTexts } from './given-text.ts';
import { memtier } from './memtier.ts';
import { otherTools } from './other-tools.ts';
import type { ForeignReader, ForeignResult, ForeignRow, GivenText } from './reading.ts';
import { redisBenchmarkGo } from './redis-benchmark-go.ts';
import { redisBenchmark } from './redis-benchmark.ts';
import { valkeyPerfBenchmark } from './valkey-perf-benchmark.ts';

/** Tools whose results are read, and after them those that are only named. */
const readers: readonly ForeignReader[] = [
  redisBenchmark,
  memtier,
  redisBenchmarkGo,
  valkeyPerfBenchmark,
  ...otherTools,
];

/** The result of another tool, in one of the forms that it writes; `null`: it is of no tool that is known. */
export function readForeignResult(text: string): ForeignResult | null {
  for (const given of givenTexts(text)) {
    const found = readGiven(given);
    if (found) return found;
  }
  return null;
}

/** A log may have the output of more than one tool. */
function readGiven(given: GivenText): ForeignResult | null {
  const found = readers
    .filter((reader) => reader.recognises(given))
    .map(({ tool, read }) => ({ tool, ...read(given) }));
  const read = found.flatMap((one) =>
    'rows' in one && (one.rows.length > 0 || one.remarks.length > 0) ? [one] : [],
  );
  const refused = found.find((one) => 'why' in one);
  if (read.length === 0) return refused ? { state: 'refused', tool: refused.tool, why: refused.why } : null;
  return {
    state: 'read',
    tool: read.map(({ tool }) => tool).join(', '),
    rows: numbered(read.flatMap(({ rows }) => rows)),
    remarks: read.flatMap(({ remarks }) => remarks),
  };
}

/** Runs that were appended to one another repeat the names of their tests. */
function numbered(rows: readonly ForeignRow[]): readonly ForeignRow[] {
  const seen = new Map<string, number>();
  const runs = rows.map(({ name }) => {
    const run = (seen.get(name) ?? 0) + 1;
    seen.set(name, run);
    return run;
  });
  return runs.every((run) => run === 1) ? rows : rows.map((row, at) => ({ ...row, run: runs[at] ?? null }));
}
