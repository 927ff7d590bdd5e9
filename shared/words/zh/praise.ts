import type { PraiseWords } from '../praise.ts';
import { say } from './spaced.ts';
import { numbers } from './numbers.ts';

const typical = { command: '一般命令', response: '一般响应' } as const;

export const praise: PraiseWords = {
  numbers,
  p50: { command: 'p50', response: '响应时间 p50' },
  beside: (throughput, latency) => `${throughput}；${latency}`,
  noInterval: (change) => `${change}（无置信区间）`,
  range: (low, high) => `${low} 到 ${high}`,
  faster: (lane, times, baseline) => say`${lane}的速度是${baseline}的${times}倍`,
  throughput: (lane, times, baseline) => say`${lane}的吞吐量是${baseline}的${times}倍`,
  takes: {
    times: (kind, times) => say`${typical[kind]}的用时是原来的${times}倍（p50）`,
    longer: (kind, share) => say`${typical[kind]}的用时多${share}（p50）`,
    less: (kind, share) => say`${typical[kind]}的用时少${share}（p50）`,
  },
};
