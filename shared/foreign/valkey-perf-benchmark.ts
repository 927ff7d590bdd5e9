import { defined } from '../contract/defined.ts';
import { commandIn, fieldsOf, figureIn, rowOf, type Fields, type ForeignReader } from './reading.ts';

/** Documents of valkey-perf-benchmark are lists. `true`: each of them has these fields. */
const isListWith = (json: unknown, ...names: readonly string[]): json is Fields[] =>
  Array.isArray(json) &&
  json.length > 0 &&
  json.every((one: unknown) => names.every((name) => name in fieldsOf(one)));

const isSettings = (json: unknown) =>
  isListWith(json, 'data_sizes', 'pipelines') || isListWith(json, 'test_name', 'test_groups');

/** valkey-perf-benchmark: `metrics.json`. The list of settings that it reads is named. */
export const valkeyPerfBenchmark: ForeignReader = {
  tool: 'valkey-perf-benchmark',
  recognises: ({ json }) => isListWith(json, 'rps', 'command', 'commit') || isSettings(json),
  read: ({ json }) => {
    if (isSettings(json)) return { why: 'settings' };
    const rows = (json as Fields[]).map((fields) => {
      // It writes 0 for a figure that valkey-benchmark did not give.
      const figure = (name: string) => figureIn(fields[name]) || null;
      const setting = (name: string) => figureIn(fields[name]) ?? undefined;
      const name = String(fields['command']);
      return rowOf(name, {
        command: commandIn(name),
        perSecond: figure('rps'),
        meanMs: figure('avg_latency_ms'),
        p50Ms: figure('p50_latency_ms'),
        p99Ms: figure('p99_latency_ms'),
        maxMs: figure('max_latency_ms'),
        conditions: defined({
          clients: setting('clients'),
          dataSize: setting('data_size'),
          pipeline: setting('pipeline'),
        }),
      });
    });
    return { rows, remarks: [] };
  },
};
