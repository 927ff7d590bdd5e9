import type { GainWords } from '../gain.ts';
import type { HeadlineWords } from '../headline.ts';
import type { PraiseWords } from '../praise.ts';
import type { SettingPhrases } from '../settings.ts';
import type { SustainedRateWords } from '../sustained-rate.ts';
import type { DoubtWords, FigureWords, Words } from '../words.ts';
import { numbers } from './numbers.ts';
import { say } from './spaced.ts';
import { verdict } from './verdict.ts';
import { warning } from './warning.ts';

const headline: HeadlineWords = {
  interval: (low, high) => `逐轮比较；95 % 置信区间：${numbers.times(low)} 到 ${numbers.times(high)} 倍。`,
  wideInterval: '95 % 置信区间。',
  and: '和',
  level: (lane, more) =>
    more === 0
      ? say`${lane}可能同样快：差异尚无定论。`
      : say`${lane}和另外 ${more} 条可能同样快：差异尚无定论。`,
  scattered: (lane, more) =>
    more === 0 ? say`${lane}噪声太大，无法排名。` : say`${lane}和另外 ${more} 条噪声太大，无法排名。`,
  whyShared: (commands, p50Ms, baseline) =>
    say`${numbers.size(commands)}条命令共用一次往返；${baseline}每条命令都要等 ${numbers.ms(p50Ms)} ms（p50）。`,
  whyFewer: (many, few) => `一次写入带走 ${numbers.size(many)} 条命令，而不是 ${numbers.size(few)} 条。`,
  whyNoWaiting: (baseline) => say`它不等回复就接着发；${baseline}每次都要等回复。`,
  inconclusive: (baseline) => say`无定论：与${baseline}没有显著差异`,
  inconclusiveMore: '置信区间包含 1。这并不证明二者相同：延长运行，或多次启动，也许能看出差别。',
  noisy: (baseline) => say`噪声太大，无法与${baseline}比较`,
  noisyMore: '置信区间太宽，说明不了什么。',
  slower: (baseline) => say`这里没有比${baseline}更快的`,
  slowerMore: '所有显著差异都是变慢。',
  single: (lane, figure) => say`${lane}：${figure} 命令/秒`,
  singleMore: '再加一条赛道即可对比。',
  none: '没有赛道可以对比',
  noneMore: '每次对比都需要一整轮计入的测量。',
  allFailed: '所有命令都失败了',
  allFailedMore: (classes) => `失败：${classes}。如果这是服务器的回复，用 redis-cli 能看到完整的错误信息。`,
  oneRound: (lane, ratio) => say`一轮之中${lane}快到${numbers.times(ratio)}倍`,
  failed: '运行失败',
};

const doubt: DoubtWords = {
  'too-busy': () => '这台机器当时太忙：赛道要等待 CPU 核。',
  'proxy-bound': ({ lanes }) => say`瓶颈是 Roundtrip 自己的代理，而不是 Redis：${lanes.join('、')}。`,
  'stopped-early': ({ counted }) =>
    counted ? '提前停止：数字只包含停止前的测量。' : '在得到计入的数据之前就停止了。',
  'lane-failed': () => '有一条赛道失败：数字只包含失败前的测量。',
  race: () => '同时竞速只为演示：各赛道互相干扰。',
  'settings-changed': () => '从最后一次改设置起计数。',
  'one-round': () => '只有一轮，没有置信区间。引用之前请延长运行。',
  'wide-interval': () => '结果噪声较大：请延长运行，或减少后台负载。',
};

const figures: FigureWords = {
  lane: '赛道',
  rate: '命令/秒',
  wholeRate: '命令/秒，全部轮次',
  timesBaseline: '× 基准',
  perWrite: '命令/写入',
  failed: '失败',
  inconclusive: '无定论',
  oneRound: '仅一轮：无区间',
};

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

const setting: SettingPhrases = {
  direct: '直连',
  byKernel: 'Linux 链路',
  rttMs: (ms) => `往返 ${ms} ms`,
  jitterMs: (ms) => `抖动 ${ms} ms`,
  pipeline: (count) => `批量 ${count}`,
  clients: (count) => `${count} 个客户端`,
  threads: (count) => `${count} 个线程`,
  dataSize: numbers.bytes,
  rps: (count) => `${count}/秒`,
  clientTimeout: '带客户端库超时',
  access: { password: '密码', 'acl-user': 'ACL 用户' },
  persistence: { 'aof-everysec': '每秒 AOF', 'aof-always': '每次写入 AOF', rdb: 'RDB 快照' },
  ioThreads: (count) => `${count} 个 I/O 线程`,
  mebibytes: (count) => `最多 ${count} MiB`,
};

export const chinese: Words = {
  doubt,
  figures,
  headline,
  gain,
  sustainedRate,
  numbers,
  praise,
  setting,
  verdict,
  warning,
};
