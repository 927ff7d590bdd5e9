import type { Verdict } from '../../shared/contract/verdict.ts';
import type { Warning } from '../../shared/contract/warning.ts';

const busyServer = { client: 0.12, server: 0.34, tripMs: 5.125, pingMs: 4.5 };
const unknownServer = { ...busyServer, server: null };

/** Every code, with each shape of sentence that there is for it. */
export const eachVerdict: readonly Verdict[] = [
  { code: 'unmeasured', bound: 'none' },
  { code: 'rate', bound: 'rate', reached: 0.99 },
  { code: 'bandwidth', bound: 'bandwidth', mbit: 9.56, ofMbit: 10 },
  ...[1, 4].map((threads): Verdict => ({
    code: 'cores',
    bound: 'cores',
    busy: 0.38,
    waiting: 0.62,
    threads,
  })),
  { code: 'proxy', bound: 'proxy', busy: 0.97 },
  { code: 'all-failed', bound: 'none', failed: 12_345, failure: '42' },
  ...[true, false].flatMap((batches): Verdict[] => [
    { code: 'server-cpu', bound: 'server-cpu', busy: 0.97, batches, ofRoofline: null },
    { code: 'client-cpu', bound: 'client-cpu', busy: 0.97, threads: 1, batches, ofRoofline: null },
    { code: 'client-cpu', bound: 'client-cpu', busy: 0.97, threads: 4, batches, ofRoofline: 0.93 },
    { code: 'round-trip', bound: 'round-trip', load: busyServer, batches },
    { code: 'round-trip', bound: 'round-trip', load: unknownServer, batches },
    { code: 'round-trip', bound: 'round-trip', load: busyServer, batches, trips: batches ? 1 : 12 },
  ]),
  { code: 'unclear', bound: 'none', load: busyServer },
  { code: 'unclear', bound: 'none', load: unknownServer },
  { code: 'unclear', bound: 'none', load: { ...unknownServer, pingMs: null } },
];

/** Likewise. What the system says stays as it is: here it is a figure. */
export const eachWarning: readonly Warning[] = [
  { code: 'server-busy', commandsPerSecond: 12_345 },
  { code: 'server-restarted', ended: '137' },
  { code: 'node-restarted', ended: '137' },
  { code: 'run-not-marked', reason: '42' },
  { code: 'server-tells-nothing' },
  { code: 'server-stalled', times: 3, longestMs: 2345 },
  { code: 'late-between-turns', times: 3, longestMs: 345, cause: 'replies' },
  { code: 'late-between-turns', times: 1, longestMs: 45, cause: 'counters' },
  { code: 'resp2-only', reason: '42' },
  {
    code: 'different-allocators',
    lane: '2',
    allocator: '7',
    baseline: '1',
    baselineAllocator: '8',
  },
  { code: 'keys-left', prefix: '7:', reason: '42' },
  { code: 'slots-not-moved', reason: '42' },
  { code: 'memory-nearly-full' },
  { code: 'keys-evicted', keys: 12_345 },
  { code: 'changed-too-late' },
  { code: 'changed-after-some' },
  { code: 'warm-up-not-level' },
  { code: 'units-beside-commands' },
  { code: 'lanes-in-caller' },
  { code: 'lanes-counted-at-port' },
  { code: 'line-cost', lineMs: 0.061 },
  { code: 'line-cost', lineMs: null },
  { code: 'queue-grows', backlog: 5321 },
  { code: 'not-precise', asked: 0.03, reached: 0.041 },
  { code: 'round-trips-differ', shortest: '1', shortestMs: 1.25, longest: '2', longestMs: 2.5 },
  { code: 'round-trip-rose', beforeMs: 1.25, duringMs: 2.5 },
  { code: 'slices-disagree', cv: 0.234 },
  { code: 'throughput-drifted', change: 0.17 },
  { code: 'throughput-drifted', change: -0.17 },
  { code: 'agents-on-one-host', host: '7', agents: 3, cores: 2 },
  { code: 'agent-messages-ignored', messages: 3 },
  { code: 'rounds-void', rounds: 2 },
  { code: 'work-differs', hitRate: 0.999, baseline: 0.6 },
  { code: 'units-differ', commands: 0.01, baseline: 1 },
  { code: 'replies-empty', hitRate: 0.02 },
  { code: 'keys-gone', hitRate: 0.02 },
  { code: 'counts-differ', sent: 12_345, counted: 12_344 },
  { code: 'counts-differ', sent: 12_345, counted: null },
  { code: 'agent-saturated', agent: '7', busy: 0.97 },
  { code: 'agents-apart', slices: 2 },
  { code: 'commands-failed', failed: 21 },
];
