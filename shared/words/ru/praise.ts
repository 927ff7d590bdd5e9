import type { PraiseWords } from '../praise.ts';
import { timesOver } from './plural.ts';
import { numbers } from './numbers.ts';

const typical = { command: 'обычная команда', response: 'обычный ответ' } as const;

export const praise: PraiseWords = {
  numbers,
  p50: { command: 'p50', response: 'p50 времени ответа' },
  beside: (throughput, latency) => `${throughput}; ${latency}`,
  noInterval: (change) => `${change} (без интервала)`,
  range: (low, high) => `${low}–${high}`,
  faster: (lane, times, baseline) => `${lane}: ${timesOver(times)} быстрее, чем «${baseline}»`,
  throughput: (lane, times, baseline) =>
    `${lane}: ${timesOver(times)} больше команд в секунду, чем «${baseline}»`,
  takes: {
    times: (kind, times) => `${typical[kind]} занимает ${timesOver(times)} больше времени (p50)`,
    longer: (kind, share) => `${typical[kind]} занимает на ${share} больше времени (p50)`,
    less: (kind, share) => `${typical[kind]} занимает на ${share} меньше времени (p50)`,
  },
};
