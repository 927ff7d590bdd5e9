import { writtenRange } from '../written-range.ts';
import type { GainWords } from '../gain.ts';
import { factorsInAnswer, type HeadlineWords } from '../headline.ts';
import { pointOf, ratioAlone, type LatencyWords } from '../latency.ts';
import type { SettingPhrases } from '../settings.ts';
import type { AnswerWords, DoubtWords, FigureWords, Words } from '../words.ts';
import { numbers } from './numbers.ts';
import { say } from './spaced.ts';
import { withEnd } from '../as-sentence.ts';
import { repliesInWords, toldTogether, type Refused } from '../told-together.ts';
import { verdict } from './verdict.ts';
import { warning } from './warning.ts';

const answer: AnswerWords = {
  factors: (of) => `${factorsInAnswer(of, factors, numbers).join('，')}。`,
  ahead: ({ lane, baseline, ...ratio }) => headline.ahead(lane, ratioAlone(ratio, numbers), baseline),
  'one-round': ({ lane, baseline, ratio }) =>
    `${headline.ahead(lane, numbers.ratio(ratio), baseline)}（仅一轮）`,
  inconclusive: ({ baseline }) => say`无定论：与${baseline}没有显著差异`,
  noisy: ({ baseline }) => say`噪声太大，无法与${baseline}对比`,
  slower: ({ baseline }) => say`这里没有比${baseline}更快的`,
  behind: ({ lane, baseline, ...ratio }) =>
    headline.behind(lane, pointOf(ratio, numbers), baseline, ratio.ci95 && numbers.interval(ratio.ci95)),
  'at-rate': ({ rate, keeping, all, soonest }) => {
    const asked = `${numbers.rate(rate)} 命令/秒`;
    const lanes = keeping.join('、');
    const kept =
      keeping.length === 0 && !all
        ? `没有赛道跟得上 ${asked}。`
        : !all
          ? say`只有${lanes}跟得上 ${asked}。`
          : keeping.length === 1
            ? say`${lanes}跟得上 ${asked}。`
            : `每条赛道都跟得上 ${asked}。`;
    if (soonest === null) return kept;
    const { lane, baseline, ratio, ci95 } = soonest;
    return ratio === null
      ? say`${kept}${lane}响应最快。`
      : say`${kept}${lane}的响应时间与${baseline}相比为 ${ratioAlone({ ratio, ci95 }, numbers)}。`;
  },
  single: ({ lane, rate, units }) => say`${lane}：${numbers.rate(rate)} ${units ? '单元' : '命令'}/秒`,
  'left-out': ({ share, names }) =>
    `没有结论：记录的命令有 ${Math.round(100 * share)} % 被略去${names.length > 0 ? `（${names.join('、')}）` : ''}`,
  none: () => '没有赛道可以对比',
  'all-failed': () => '所有命令都失败了',
  failed: () => '运行失败',
};

const refusedInWords = (refused: Refused) =>
  `${refused.share === 1 ? '全部命令' : ` ${Math.floor(100 * refused.share)} % 的命令`}出错：${repliesInWords(refused, numbers, (times) => `${numbers.count(times)} 次`)}`;

const factors = {
  waiting: {
    times: (ratio: string) => `不等每条回复带来 ${ratio}`,
    nothing: '不等回复的提升未得到证实',
    noisy: '不等回复的提升：噪声太大，无法判断',
  },
  batching: {
    times: (ratio: string, lane: string) => `批量${lane && `（${lane}）`}再带来 ${ratio}`,
    nothing: '批量的进一步提升未得到证实',
    noisy: '批量的提升：噪声太大，无法判断',
  },
};

const typical = { command: '典型命令', response: '典型响应', unit: '典型单元' } as const;

const headline: HeadlineWords = {
  fastest: (lane, ratio, interval) => say`最快：${lane}，${ratio}（${interval}）。`,
  fastestRanked: (lane, ratio, interval) => say`可排名者中最快：${lane}，${ratio}（${interval}）。`,
  batching: (lane, ratio) => say`用批量：${lane}，${ratio}。`,
  ahead: (lane, ratio, baseline) => say`${lane}：${ratio}（相对${baseline}）`,
  behind: (lane, ratio, baseline, interval) =>
    say`${lane}的速度是${baseline}的${ratio}${interval === null ? '' : `（${interval}）`}`,
  interval: (ends) => `95 % 区间：× ${ends}。`,
  and: '和',
  level: (lane, more) =>
    more === 0
      ? say`${lane}可能同样快：差异尚无定论。`
      : say`${lane}和另外 ${more} 条可能同样快：差异尚无定论。`,
  scattered: (lane, more) =>
    more === 0 ? say`${lane}噪声太大，无法排名。` : say`${lane}和另外 ${more} 条噪声太大，无法排名。`,
  takes: {
    times: (kind, times, [was, is], inFlight) =>
      `${typical[kind]}的用时是基准的 ${times} 倍（p50 ${was} → ${is} ms）${inFlight === null ? '' : `：每个连接上有 ${inFlight[1]} 条在途，而不是 ${inFlight[0]} 条`}。`,
    asLong: (kind, ms) => `${typical[kind]}（p50）的用时与基准一样：${ms}。`,
    unclear: (kind, [was, is]) => `${typical[kind]}的用时是否变长，尚无定论（p50 ${was} → ${is} ms）。`,
  },
  inconclusiveMore: '置信区间包含 × 1。这并不证明二者相同：延长运行，或多次启动，也许能看出差别。',
  noisyMore: '置信区间太宽，说明不了什么。',
  slowerMore: '所有显著差异都是变慢。',
  singleMore: '再加一条赛道即可对比。',
  noneMore: '每次对比都需要一整轮计入的测量。',
  allFailedMore: (classes) => `失败：${classes}。如果这是服务器的回复，用 redis-cli 能看到完整的错误信息。`,
  responses: (times) => `响应时间 p50：${times}。`,
  queues: (lanes) => `队列在增长：${lanes}。`,
};

const waits = (lanes: readonly { waiting: number }[]): string =>
  writtenRange(
    lanes.map(({ waiting }) => waiting),
    numbers.percent,
  );

const doubt: DoubtWords = {
  'too-busy': ({ lanes = [] }) =>
    lanes.length === 0
      ? '机器当时太忙：赛道要等待 CPU。'
      : say`机器当时太忙：${lanes.length > 2 ? `${lanes.length} 条赛道` : lanes.map(({ lane }) => lane).join('、')}有 ${waits(lanes)} 的时间在等待 CPU。`,
  'proxy-bound': ({ lanes }) => say`瓶颈是 Roundtrip 自己的代理，而不是 Redis：${lanes.join('、')}。`,
  'stopped-early': ({ counted }) =>
    counted ? '提前停止：数字只包含停止前的测量。' : '在得到计入的数据之前就停止了。',
  'lane-failed': ({ lanes }) =>
    lanes.length === 0
      ? '有一条赛道失败：数字只包含失败前的测量。'
      : withEnd(
          say`${toldTogether(lanes, refusedInWords)
            .map(({ names, message }) => say`${names.join('、')}失败：${message}`)
            .join('；')}`,
        ),
  noisy: ({ lanes }) =>
    say`噪声大：各轮相差 ${lanes.map(({ lane, cv }) => `${numbers.percent(cv)}（${lane}）`).join('、')}。`,
  drifted: ({ lanes }) =>
    say`运行期间吞吐量漂移：${lanes.map(({ lane, change }) => say`${lane}${change > 0 ? '上升' : '下降'}约 ${numbers.percent(Math.abs(change))}`).join('、')}。`,
  race: () => '同时竞速只为演示：各赛道互相干扰。',
  'settings-changed': () => '从最后一次改设置起计数。',
  'unlike-commands': () => '各赛道发送的命令不同：倍数反映的不只是发送方式。',
  'one-round': () => '只有一轮，没有置信区间。引用之前请延长运行。',
  'wide-interval': () => '结果噪声较大：请延长运行，或减少后台负载。',
};

const figures: FigureWords = {
  lane: '赛道',
  rate: '命令/秒',
  unitRate: '单元/秒',
  mixedRate: '命令或单元/秒',
  whole: (rate) => `${rate}，全部时间片`,
  commandsPerUnit: '命令/单元',
  tripsPerUnit: '往返/单元',
  timesBaseline: '× 基准',
  perWrite: '命令/写入',
  failed: '失败',
  inconclusive: '无定论',
  noInterval: {
    'one-round': '仅一轮：无区间',
    scattered: '各轮差异过大：无区间',
  },
};

const gain: GainWords = {
  numbers,
  factors: (waiting, batching) => `不等回复带来 ${waiting}，批量再带来 ${batching}。`,
  inconclusive: '未证实',
  evidence: (concurrent, figures) => `与“${concurrent}”相比，批量带来的变化：${figures.join('；')}。`,
  perWrite: (batching, concurrent) => `每次写入 ${concurrent} → ${batching} 条命令`,
  perRead: (batching, concurrent) => `服务器每次读取 ${concurrent} → ${batching} 条`,
  serverCpu: (batching, concurrent) => `每条命令的服务器 CPU ${concurrent} → ${batching} 微秒`,
  bytes: (batching, concurrent) => `每条命令发送 ${concurrent} → ${batching} 字节`,
};

const latency: LatencyWords = {
  numbers,
  p50: { command: 'p50', response: '响应时间 p50' },
  beside: (throughput, change) => `${throughput}；${change}`,
  noInterval: (change) => `${change}（无置信区间）`,
};

const setting: SettingPhrases = {
  direct: '直连',
  byKernel: 'Linux 链路',
  rttMs: (ms) => `往返 ${ms} ms`,
  cutEveryMs: (ms) => `每 ${numbers.duration(ms)} 断线一次`,
  jitterMs: (ms) => `抖动 ${ms} ms`,
  pipeline: (count) => `批量 ${count}`,
  clients: (count) => `${count} 个客户端`,
  ownCommand: '自定义命令',
  threads: (count) => `${count} 个线程`,
  dataSize: numbers.exactBytes,
  rps: (count) => `${count}/秒`,
  clientTimeout: '带客户端库超时',
  access: { password: '密码', 'acl-user': 'ACL 用户' },
  persistence: { 'aof-everysec': '每秒 AOF', 'aof-always': '每次写入 AOF', rdb: 'RDB 快照' },
  ioThreads: (count) => `${count} 个 I/O 线程`,
  mebibytes: (count) => `最多 ${count} MiB`,
};

export const chinese: Words = {
  answer,
  doubt,
  figures,
  headline,
  gain,
  numbers,
  latency,
  setting,
  verdict,
  warning,
};
