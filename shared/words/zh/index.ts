import type { GainWords } from '../gain.ts';
import type { PraiseWords } from '../praise.ts';
import type { ServerWords } from '../server.ts';
import type { SustainedRateWords } from '../sustained-rate.ts';
import type { Words } from '../words.ts';
import { doubt, headline } from './headline.ts';
import { numbers } from './numbers.ts';
import { say } from './spaced.ts';
import { verdict } from './verdict.ts';
import { warning } from './warning.ts';

const gain: GainWords = {
  numbers,
  factors: (gain, waiting, batching, apart) =>
    `${gain} 分成两个因子${apart ? '（各自测得）' : ''}：不等回复带来 ${waiting}，批量带来 ${batching}。`,
  inconclusive: '分不出快慢',
  evidence: (concurrent, figures) => `与“${concurrent}”相比，批量改变了：${figures.join('，')}。`,
  perWrite: (batching, concurrent) => `每次写入 ${batching} 条命令，而不是 ${concurrent} 条`,
  perRead: (batching, concurrent) => `服务器每次读取 ${batching} 条，而不是 ${concurrent} 条`,
  serverCpu: (batching, concurrent) => `每条命令占用服务器 CPU ${batching} 微秒，而不是 ${concurrent} 微秒`,
  bytes: (batching, concurrent) => `每条命令发送 ${batching} 字节，而不是 ${concurrent} 字节`,
};

const typical = { command: '一般命令', response: '一般响应' } as const;

const praise: PraiseWords = {
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

const sustainedRate: SustainedRateWords = {
  kept: (rate) => `每条赛道都跟得上 ${rate} 命令/秒`,
  missed: (rate, lanes) => `${lanes === '' ? '没有赛道' : `只有 ${lanes} `}跟得上 ${rate} 命令/秒。`,
  responses: (times) => `哪条更好，要看响应时间；p50：${times}。`,
};

const server: ServerWords = {
  accesses: { password: '密码', 'acl-user': 'ACL 用户' },
  persistences: { 'aof-everysec': '每秒 AOF', 'aof-always': '每次写入 AOF', rdb: 'RDB 快照' },
  ioThreads: (count) => `${count} 个 I/O 线程`,
  memory: (mebibytes) => `最多 ${mebibytes} MiB`,
};

export const chinese: Words = {
  doubt,
  headline,
  gain,
  sustainedRate,
  numbers,
  praise,
  server,
  verdict,
  warning,
};
