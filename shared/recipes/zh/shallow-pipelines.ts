import type { Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/zh/sources.ts';
import { numbers } from '../../words/zh/numbers.ts';
import type { words as english } from '../shallow-pipelines.ts';

export const words: Translated<typeof english> = {
  title: '一次两三条命令',
  question: '只有两三条命令的管道能带来什么，为什么？',
  method:
    '3 字节的 SET，50 个连接，深度 1、2 和 3：裸套接字代表 redis-benchmark，同时测 ioredis 管道。然后用一个连接，往返时间 250 ms，逐条和每次十条，看管道在等什么。',
  source: `已发表的测试（作者与标题不详）；redis-benchmark，50 个连接的 3 字节 SET，100,000 条命令；${environments.document2}`,
  ask: '3 条命令的管道，吞吐量是原来的多少倍（裸套接字）？',
  choices: {},
  takeaway: (times) => `一次只发三条命令，每秒命令数就是逐条发送的 ${times} 倍。`,
  claims: {
    'four-a-second': {
      text: '往返时间 250 ms 时，无论服务器多快，一个连接每秒只能完成 4 个请求。',
      rule: '成立的条件：250 ms 时逐条发送以整个区间达到 3.8 到 4.05 命令/秒。',
    },
    'one-wait': {
      text: '管道中第一条命令的回复要一次往返；其余的紧随其后。',
      rule: '成立的条件：250 ms 时，10 条的管道的时间不超过单条命令的 1.1 倍（中位数）。',
    },
  },
  labels: {
    'all-depths': '深度 1、2 和 3，50 个连接',
    'far-connection': ({ rttMs }) => `一个连接，${rttMs} ms`,
    'set-of-3-bytes': '3 字节的 SET，50 个连接',
    'one-far-connection': ({ rttMs }) => `一个连接，往返时间 ${rttMs} ms`,
    'so-many-a-pipeline': ({ commands }) => `每个管道 ${commands} 条`,
    'trip-p50': '往返 p50',
  },
  sentences: {
    'far-not-measured': ({ rttMs }) => `${rttMs} ms 的步骤没有测量。`,
    'one-by-one': ({ rate, pingMs }, { perSecond }) =>
      `逐条发送：${perSecond(rate)}${pingMs === null ? '' : `，实测往返时间 ${numbers.fixed(pingMs, 1)} ms`}。`,
    'range-not-told-apart': '从区间看不出是否在这个范围内。',
    'batch-and-single': ({ commands, batchMs, singleMs }) =>
      `${commands} 条的管道用 ${numbers.fixed(batchMs, 1)} ms，单条命令用 ${numbers.fixed(singleMs, 1)} ms。`,
    gains: ({ depth, socket, ioredis }, { ratio }) =>
      `每个管道 ${depth} 条命令：裸套接字 ${ratio(socket)}，ioredis ${ratio(ioredis)}。`,
    'server-cpu': ({ singleMicros, deepMicros }) =>
      `一条命令，服务器在深度 1 时用 ${numbers.fixed(singleMicros, 2)} µs，在深度 3 时用 ${numbers.fixed(deepMicros, 2)} µs：省下的是读和写。`,
    'far-gain': ({ rttMs, commands, ratio }, say) =>
      `在 ${rttMs} ms 时，同样从 1 条增加到 ${commands} 条带来 ${say.ratio(ratio)}：那里管道省下的是等待。`,
  },
};
