import type { PraiseWords } from '../praise.ts';
import { numbers } from './numbers.ts';

export const praise: PraiseWords = {
  numbers,
  p50: { command: 'p50', response: 'response p50' },
  beside: (throughput, latency) => `${throughput}; ${latency}`,
  noInterval: (change) => `${change} (no interval)`,
  range: (low, high) => `${low} to ${high}`,
  faster: (lane, times, baseline) => `${lane} is ${times} times as fast as ${baseline}`,
  throughput: (lane, times, baseline) => `${lane} does ${times} times the throughput of ${baseline}`,
  takes: {
    times: (kind, times) => `a typical ${kind} takes ${times} times as long (p50)`,
    longer: (kind, share) => `a typical ${kind} takes ${share} longer (p50)`,
    less: (kind, share) => `a typical ${kind} takes ${share} less time (p50)`,
  },
};
