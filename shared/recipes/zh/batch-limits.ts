import type { Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/zh/sources.ts';
import { numbers } from '../../words/zh/numbers.ts';
import type { words as english } from '../batch-limits.ts';

export const words: Translated<typeof english> = {
  title: '批量应该多大',
  question: '更大的批量能带来什么？在时间和两端的内存上代价是什么？',
  method:
    '用 ioredis 的一个连接发 1000 字节的 GET，每个管道 10 到 100,000 条。另有一个连接每 20 ms 问服务器为客户端保留了多少内存（CLIENT LIST）。赛道线程每 50 ms 读一次自己的堆大小。取每个时间片的最大值。整个管道先编码再发送，时间片总以完整的管道结束。',
  source: `已发表的测试（作者与标题不详）；没有数字的说法；${environments.document2}`,
  ask: '与最佳吞吐量相差 5 % 以内的最小批量是多少？',
  choices: {},
  takeaway: (size) => `没有网络延迟时，与最佳吞吐量相差 5 % 以内的最小批量是 ${size} 条。`,
  claims: {
    'replies-queue': {
      text: '一个巨大管道的回复会在服务器内存里排队。',
      rule: '成立的条件：等待中的回复占用的内存，100,000 条命令时以整个区间至少是 10,000 条时的两倍。低于 16 KiB 的按 16 KiB 计，因为每个连接本来就有这么多。',
    },
    'delays-its-caller': {
      text: '一个巨大的管道会让调用者等很久。',
      rule: '成立的条件：100,000 条的管道的时间以整个区间至少是 10,000 条的 5 倍。',
    },
    'split-it': {
      text: '把它拆开，每个约 10,000 条命令。',
      rule: '成立的条件：10,000 条的管道的吞吐量以整个区间不低于 100,000 条的 0.9 倍：拆开没有损失。',
    },
  },
  labels: {
    'all-sizes': '管道，每批 10 到 100,000 条',
    'get-by-size': '1000 字节的 GET，一个连接，按管道大小',
    'replies-waiting': '等待的回复',
    'client-memory': '客户端内存',
    'time-of-a-pipeline': '一个管道的时间',
    throughput: '吞吐量',
  },
  sentences: {
    'fastest-batch': ({ batch, rate, enough }, { count, perSecond }) =>
      `每个管道 ${count(batch)} 条最快，${perSecond(rate)}；${enough === batch ? '没有更小的批量与它相差在 5 % 以内' : `${count(enough)} 条就已相差在 5 % 以内`}。`,
    'longer-wait': ({ giant, giantMs, split, splitMs }, { count }) =>
      `在 ${count(giant)} 条的管道中，一条命令等回复 ${numbers.ms(giantMs)} ms（中位数），${count(split)} 条时 ${numbers.ms(splitMs)} ms：是它的 ${numbers.short(giantMs / splitMs)} 倍。`,
    'gain-of-giant': ({ ratio, split }, say) =>
      `换来的吞吐量与 ${say.count(split)} 条时相比为 ${say.ratio(ratio)}。`,
    memory: ({ batches }, { count }) =>
      `在服务器等待的回复与客户端线程的内存，最大值：${batches
        .map(
          ({ batch, serverBytes, clientBytes }) =>
            `${count(batch)}：${numbers.bytes(Math.round(serverBytes))} 与 ${numbers.bytes(clientBytes)}`,
        )
        .join('；')}。`,
  },
};
