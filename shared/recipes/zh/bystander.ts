import type { Translated } from '../../sweep/recipe-words.ts';
import { numbers } from '../../words/zh/numbers.ts';
import type { words as english } from '../bystander.ts';

const lanes: Translated<typeof english>['choices'] = {
  'one-by-one-1': '逐条发送',
  'auto-pipeline-100': '自动管道，100 条在途',
  'pipeline-10': '管道，每批 10 条',
  'pipeline-100': '管道，每批 100 条',
  'pipeline-10000': '管道，每批 10,000 条',
  'multi-10000': 'MULTI，10,000 条',
  'multi-key-10000': 'MSET，10,000 条',
  'lua-10000': '脚本，10,000 条',
};

export const words: Translated<typeof english> = {
  title: '批量与其他客户端',
  question: '有人批量发送时，服务器的其他客户端要等多久？',
  method:
    '用 ioredis 的一个连接以几种方式尽快发 100 字节的 SET。同时另一个客户端每秒发 500 个 GET，每个都从写出时刻起计时；在此之前它先单独跑两秒。使用内置服务器时，全部在同一台机器上。这时数字包含等待空闲核的时间。',
  source: '已发表的测试（作者与标题不详）；没有数字的说法',
  ask: '与哪一种同时运行时，另一个客户端的 GET 等得最久（p99）？',
  choices: lanes,
  takeaway: (load) => `与这种负载同时运行时，其他客户端等回复等得最久（p99）：${load}。`,
  claims: {
    'others-are-served': {
      text: '写入管道时，其他客户端也能得到服务。',
      rule: '成立的条件：另一个客户端的 GET 的 p99 低于 10,000 条的管道从发出到最后一个回复所用时间（中位数）的一半。若这些 GET 的中位数比这样的管道还长，则不成立。',
    },
  },
  labels: {
    ...lanes,
    'eight-ways': '八种方式，以及旁边的一个客户端',
    'gets-of-another': ({ rps }) => `另一个客户端的 GET，每秒 ${rps} 个，ms`,
    'its-latency': ({ key }) => `其${key === 'max' ? '最大' : ` ${key}`}`,
    'p99-to-alone': 'p99 / 单独',
    'batch-p50': '批次 p50',
  },
  sentences: {
    'giant-not-measured': '10,000 条管道的赛道没有测量。',
    'beside-a-pipeline': ({ batchMs, p50Ms, p99Ms }) =>
      `10,000 条的管道用 ${numbers.ms(batchMs)} ms（中位数）；同时另一个客户端的 GET 用 ${numbers.ms(p50Ms)} ms（中位数）、${numbers.ms(p99Ms)} ms（p99）。`,
    'slow-even-alone': ({ p99Ms }) => `即使单独运行也要 ${numbers.ms(p99Ms)} ms（p99）：机器太忙，无法判断。`,
    'served-in-between': '多数 GET 在中间得到服务，但并非全部都明显早于结束。',
    'longest-beside': ({ aloneMs, lane, p99Ms }) =>
      `单独运行时，另一个客户端等 ${numbers.ms(aloneMs)} ms（p99）。与“${lanes[lane]}”同时运行时等得最久：${numbers.ms(p99Ms)} ms。`,
    'slowed-by': ({ atLeast, lanes: slow }, { list }) =>
      `至少是单独运行时的 ${atLeast} 倍：${list(slow.map(({ lane, times }) => `${lanes[lane]}（${numbers.short(times)} 倍）`))}。`,
    'slowed-by-none': ({ atLeast }) => `没有哪一种使它等到单独运行时的 ${atLeast} 倍；更小的差别无法区分。`,
  },
};
