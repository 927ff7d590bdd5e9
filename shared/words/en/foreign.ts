import type { ForeignWords } from '../foreign-words.ts';
import { numbers } from './numbers.ts';

const count = (value: number, one: string, many: string) =>
  `${numbers.count(value)} ${value === 1 ? one : many}`;

export const foreign: ForeignWords = {
  by: (tool) => `Measured by ${tool}.`,
  oneRun: 'One run without intervals: what chance does to its figures is not known.',
  inRun: (name, run) => `${name}, run ${run}`,
  heads: {
    test: 'test',
    mean: 'mean',
    max: 'max',
    spread: 'worst – best run',
    hits: 'hits/s',
    misses: 'misses/s',
    kilobytes: 'KB/s',
  },
  remark: {
    average: ({ runs }) =>
      `Averages of ${runs === null ? 'several' : numbers.count(runs)} runs. The tool gives the worst and the best run, and no interval.`,
    interrupted: () => 'The run was interrupted: its figures cover what was measured until then.',
    'connection-errors': ({ count: errors }) =>
      `${count(errors, 'connection error', 'connection errors')}: the rates count the replies that came.`,
    'failed-requests': ({ count: failed }) =>
      `${count(failed, 'request', 'requests')} failed, and the rate counts them.`,
    'error-line': ({ line, times }) => `The tool reports: “${line}”${times === 1 ? '' : `, ${times} times`}.`,
    unfinished: ({ name }) =>
      `${name} has no last figures: the run was stopped, or the text is cut off there.`,
  },
  refused: {
    http: (tool) => `a result of ${tool}: it measures HTTP, and its figures are not those of commands`,
    script: (tool) =>
      `a result of ${tool}: it times a script or its requests, and its figures are not those of commands`,
    settings: (tool) => `a list of settings of ${tool}: it says what to run, and has no figures`,
    memcached: (tool) => `a result of ${tool} on memcached: its figures are not those of Redis`,
    'cut-off': (tool) => `a result of ${tool}, but its JSON is cut off or has other text around it`,
    unread: (tool) => `a result of ${tool}, in a form that is not read`,
  },
  readInstead:
    'Roundtrip reads text, CSV and JSON of redis-benchmark, valkey-benchmark, memtier_benchmark, redis-benchmark-go and valkey-perf-benchmark.',
};
