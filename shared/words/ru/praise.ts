import type { PraiseWords } from '../praise.ts';
import { timesOver } from './plural.ts';

export const praise: PraiseWords = {
  p50: { command: 'p50', response: 'p50 времени ответа' },
  beside: (throughput, latency) => `${throughput}; ${latency}`,
  noInterval: (change) => `${change} (без интервала)`,
  range: (low, high) => `${low}–${high}`,
  faster: (lane, times, baseline) => `${lane}: ${timesOver(times)} быстрее, чем «${baseline}»`,
  throughput: (lane, times, baseline) =>
    `${lane}: ${timesOver(times)} больше команд в секунду, чем «${baseline}»`,
};
