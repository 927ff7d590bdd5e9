import { performance } from 'node:perf_hooks';
import type { RunSnapshot } from '../../../shared/contract/live.ts';
import type { LaneState } from '../../../shared/contract/enums.ts';
import type { BoardEvent } from '../activity/activity-board.ts';

interface Seen {
  version: string;
  counts: RunCounts;
  /** The run in progress, or the last one. */
  run: RunSnapshot | null;
  viewers: number;
}

/** What Roundtrip measures, in the units that Prometheus recommends: seconds, bytes, shares. */
export const measuredFamilies = ({ version, counts, run, viewers }: Seen): Family[] => [
  {
    name: 'roundtrip_build_info',
    type: 'gauge',
    help: 'Always 1; what runs here is in the labels.',
    values: [{ labels: { version, node: process.versions.node }, value: 1 }],
  },
  {
    name: 'roundtrip_run_in_progress',
    type: 'gauge',
    help: 'Whether a run is in progress.',
    values: [{ value: run?.state === 'running' ? 1 : 0 }],
  },
  {
    name: 'roundtrip_runs_total',
    type: 'counter',
    help: 'Runs that are over, those of lessons and searches included, by their state.',
    values: Object.entries(counts.runs()).map(([state, value]) => ({ labels: { state }, value })),
  },
  {
    name: 'roundtrip_commands_total',
    type: 'counter',
    help: 'Commands that were answered in counted slices, by strategy and outcome.',
    values: counts.commands().flatMap(({ strategy, completed, failed }) => [
      { labels: { strategy, outcome: 'completed' }, value: completed },
      { labels: { strategy, outcome: 'failed' }, value: failed },
    ]),
  },
  ...laneFamilies(run),
  { name: 'roundtrip_viewers', type: 'gauge', help: 'Pages that are open.', values: [{ value: viewers }] },
];

/** The newest sample of each lane of the run in progress. */
function laneFamilies(run: RunSnapshot | null): Family[] {
  if (run?.state !== 'running') return [];
  const newest = run.plan.lanes.flatMap(({ id, strategy }) => {
    const sample = run.samples.findLast(({ lane }) => lane === id);
    return sample ? [{ labels: { lane: id, strategy }, sample }] : [];
  });
  return [
    {
      name: 'roundtrip_lane_throughput',
      type: 'gauge',
      help: 'Completed commands per second in the newest sample of a lane.',
      values: newest.map(({ labels, sample }) => ({ labels, value: sample.throughput })),
    },
    {
      name: 'roundtrip_lane_latency_seconds',
      type: 'gauge',
      help: 'Command latency in the newest sample of a lane.',
      values: newest.flatMap(({ labels, sample: { latencyMs } }) =>
        latencyMs.command === null
          ? []
          : [
              { labels: { ...labels, quantile: '0.5' }, value: latencyMs.command.p50 / 1000 },
              { labels: { ...labels, quantile: '0.99' }, value: latencyMs.command.p99 / 1000 },
            ],
      ),
    },
  ];
}

/** How the server itself is doing, under the names that other Node programs use. `lagMs`: of its event loop. */
export function processFamilies(lagMs: number): Family[] {
  const { user, system } = process.cpuUsage();
  const memory = process.memoryUsage();
  const gauge = (name: string, help: string, value: number): Family => ({
    name,
    type: 'gauge',
    help,
    values: [{ value }],
  });
  return [
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'CPU time of the server and its lanes.',
      values: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_start_time_seconds', 'Since the epoch.', performance.timeOrigin / 1000),
    gauge('process_resident_memory_bytes', 'Memory of the server and its lanes.', memory.rss),
    gauge('nodejs_heap_size_used_bytes', 'Heap of the server itself.', memory.heapUsed),
    gauge('nodejs_eventloop_lag_seconds', 'How late the event loop was just now.', lagMs / 1000),
    gauge(
      'nodejs_eventloop_utilization',
      'Share of the time since the start in which the event loop was busy.',
      performance.eventLoopUtilization().utilization,
    ),
  ];
}

/** A metric with all its values, as Prometheus asks for it. */
interface Family {
  name: string;
  type: 'counter' | 'gauge';
  /** One line. */
  help: string;
  values: readonly { labels?: Readonly<Record<string, string>>; value: number }[];
}

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

/** The text format 0.0.4. A family without values is left out. */
export const exposition = (families: readonly Family[]): string =>
  families
    .filter(({ values }) => values.length > 0)
    .map(
      ({ name, type, help, values }) =>
        `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n${values
          .map(({ labels = {}, value }) => `${name}${labelled(labels)} ${value}\n`)
          .join('')}`,
    )
    .join('');

function labelled(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

interface CommandCount {
  strategy: string;
  completed: number;
  failed: number;
}

/** What has been measured since the server began: two additions a sample, one a run. */
export class RunCounts {
  readonly #runs: Record<LaneState, number> = { completed: 0, stopped: 0, failed: 0 };
  readonly #commands = new Map<string, CommandCount>();
  /** Of the lanes of the run in progress. */
  #strategies = new Map<string, string>();

  add(event: BoardEvent): void {
    switch (event.type) {
      case 'run-started':
        this.#strategies = new Map(event.plan.lanes.map(({ id, strategy }) => [id, strategy]));
        break;
      case 'sample': {
        const { lane, phase, completed, failed } = event.sample;
        if (phase === 'counted') this.#count(this.#strategies.get(lane) ?? 'unknown', completed, failed);
        break;
      }
      case 'run-finished':
        this.#runs[event.result.state]++;
        break;
      case 'run-lost':
        this.#runs.failed++;
        break;
    }
  }

  /** Runs that are over. */
  runs(): Readonly<Record<LaneState, number>> {
    return this.#runs;
  }

  /** Those that count; those of a warm-up do not. */
  commands(): CommandCount[] {
    return [...this.#commands.values()];
  }

  #count(strategy: string, completed: number, failed: number): void {
    const before = this.#commands.get(strategy) ?? { strategy, completed: 0, failed: 0 };
    this.#commands.set(strategy, {
      strategy,
      completed: before.completed + completed,
      failed: before.failed + failed,
    });
  }
}
