import type { Redis } from 'ioredis';
import { numberIn, readInfo } from './info.ts';

/** What a server has counted since it started. `null`: this server does not tell. */
export interface ServerCounters {
  /** Calls per command, in lower case; a subcommand as in `client|setname`. */
  calls: Record<string, number> | null;
  /** Errors answered, by their first word: `MOVED`, `OOM` (Redis 6.2 and later). */
  errors: Record<string, number> | null;
  /** Reads from and writes to client sockets (Redis 6.0.7 and later). */
  reads: number | null;
  writes: number | null;
  netInputBytes: number | null;
  netOutputBytes: number | null;
  /**
   * CPU time, user and system: of the main thread where told (6.2 and later), else of the process; `null` where
   * several threads carry commands out.
   */
  cpuSeconds: number | null;
  cpuOf: 'main-thread' | 'process' | null;
  usedMemoryBytes: number | null;
  evictedKeys: number | null;
  uptimeSeconds: number | null;
  /** Turns of its event loop, and how long they took together, µs (7.2 and later). */
  loop?: { cycles: number; micros: number };
}

/** The sections read; servers before 7.0 take only one by name, and then `all` is asked for. */
const sections = ['server', 'stats', 'cpu', 'commandstats', 'errorstats', 'memory'] as const;

/** Servers that refused several sections at once. */
const oneSectionOnly = new WeakSet<Redis>();

/** Reads a server's counters, in one round trip (one more, once, on a server before 7.0). */
export async function readServerCounters(redis: Redis): Promise<ServerCounters> {
  if (!oneSectionOnly.has(redis)) {
    try {
      return serverCountersIn(await readInfo(redis, ...sections));
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('ERR')) throw error;
      oneSectionOnly.add(redis);
    }
  }
  return serverCountersIn(await readInfo(redis, 'all'));
}

/** What the fields of an INFO answer say. */
export function serverCountersIn(fields: ReadonlyMap<string, string>): ServerCounters {
  const ofMainThread = sum(
    numberIn(fields, 'used_cpu_user_main_thread'),
    numberIn(fields, 'used_cpu_sys_main_thread'),
  );
  const ofProcess = sum(numberIn(fields, 'used_cpu_user'), numberIn(fields, 'used_cpu_sys'));
  const cpu = ofManyThreads(fields) ? null : (ofMainThread ?? ofProcess);
  const cycles = numberIn(fields, 'eventloop_cycles');
  const micros = numberIn(fields, 'eventloop_duration_sum');
  return {
    calls: callsIn(fields),
    errors: errorsIn(fields),
    reads: numberIn(fields, 'total_reads_processed'),
    writes: numberIn(fields, 'total_writes_processed'),
    netInputBytes: numberIn(fields, 'total_net_input_bytes'),
    netOutputBytes: numberIn(fields, 'total_net_output_bytes'),
    cpuSeconds: cpu,
    cpuOf: cpu === null ? null : ofMainThread !== null ? 'main-thread' : 'process',
    usedMemoryBytes: numberIn(fields, 'used_memory'),
    evictedKeys: numberIn(fields, 'evicted_keys'),
    uptimeSeconds: numberIn(fields, 'uptime_in_seconds'),
    ...(cycles !== null && micros !== null && { loop: { cycles, micros } }),
  };
}

/**
 * Whether several threads carry commands out, as in Dragonfly (`thread_count`) and KeyDB (`thread_1_clients`): how
 * busy each of them is is not told, and neither the main thread nor all of them together stands for it.
 */
const ofManyThreads = (fields: ReadonlyMap<string, string>): boolean =>
  (numberIn(fields, 'thread_count') ?? 1) > 1 || fields.has('thread_1_clients');

const errorPrefix = 'errorstat_';

/** From lines as `errorstat_MOVED:count=12`. `null` where the server does not count them. */
function errorsIn(fields: ReadonlyMap<string, string>): Record<string, number> | null {
  const entries = [...fields].flatMap(([name, text]): [string, number][] => {
    const count = name.startsWith(errorPrefix) ? /(?:^|,)count=(\d+)/.exec(text)?.[1] : undefined;
    return count === undefined ? [] : [[name.slice(errorPrefix.length), Number(count)]];
  });
  // Before the first error there are no lines either.
  return entries.length > 0 || fields.has('total_error_replies') ? Object.fromEntries(entries) : null;
}

const statPrefix = 'cmdstat_';

/** From lines as `cmdstat_config|get:calls=2,usec=30,…`. `null` when there are none: not counted, or not shown. */
function callsIn(fields: ReadonlyMap<string, string>): Record<string, number> | null {
  const entries = [...fields].flatMap(([name, text]): [string, number][] => {
    const calls = name.startsWith(statPrefix) ? /(?:^|,)calls=(\d+)/.exec(text)?.[1] : undefined;
    // What was refused before it ran (no memory left, wrong number of arguments) was sent all the same.
    const rejected = /(?:^|,)rejected_calls=(\d+)/.exec(text)?.[1] ?? 0;
    return calls === undefined
      ? []
      : [[name.slice(statPrefix.length).toLowerCase(), Number(calls) + Number(rejected)]];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/**
 * What a server has counted between two readings; `usedMemoryBytes` is that of the later one, `uptimeSeconds` the
 * time between. `calls` holds only commands that were called. All counts are null when the server was started
 * anew in between.
 */
export function differenceOf(before: ServerCounters, after: ServerCounters): ServerCounters {
  const restarted = wentBack(before, after);
  const grown = (earlier: number | null, later: number | null) =>
    restarted || earlier === null || later === null ? null : later - earlier;
  return {
    calls: restarted ? null : grownCounts(before.calls, after.calls),
    errors: restarted ? null : grownCounts(before.errors, after.errors),
    reads: grown(before.reads, after.reads),
    writes: grown(before.writes, after.writes),
    netInputBytes: grown(before.netInputBytes, after.netInputBytes),
    netOutputBytes: grown(before.netOutputBytes, after.netOutputBytes),
    cpuSeconds: before.cpuOf === after.cpuOf ? grown(before.cpuSeconds, after.cpuSeconds) : null,
    cpuOf: after.cpuOf,
    usedMemoryBytes: after.usedMemoryBytes,
    evictedKeys: grown(before.evictedKeys, after.evictedKeys),
    uptimeSeconds: grown(before.uptimeSeconds, after.uptimeSeconds),
    ...(!restarted &&
      before.loop &&
      after.loop && {
        loop: {
          cycles: after.loop.cycles - before.loop.cycles,
          micros: after.loop.micros - before.loop.micros,
        },
      }),
  };
}

/** Uptime or traffic that has shrunk: a restart, or somebody's CONFIG RESETSTAT. */
const wentBack = (before: ServerCounters, after: ServerCounters) =>
  (after.uptimeSeconds ?? 0) < (before.uptimeSeconds ?? 0) ||
  (after.netInputBytes ?? 0) < (before.netInputBytes ?? 0);

type Counts = Record<string, number> | null;

function grownCounts(before: Counts, after: Counts): Counts {
  if (after === null) return null;
  const grown = Object.entries(after).map(([name, count]) => [name, count - (before?.[name] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, count]) => count !== 0));
}

const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
