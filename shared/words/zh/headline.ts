import type { DoubtWords } from '../words.ts';
import type { HeadlineWords } from '../headline.ts';
import { numbers } from './numbers.ts';
import { say } from './spaced.ts';

export const headline: HeadlineWords = {
  interval: (low, high) =>
    `逐轮比较，不是下方两个中位数相除；95 % 置信区间：${numbers.times(low)} 到 ${numbers.times(high)} 倍。`,
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

export const doubt: DoubtWords = {
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
