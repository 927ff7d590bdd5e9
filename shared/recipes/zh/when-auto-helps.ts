import type { Translated } from '../../sweep/recipe-words.ts';
import { numbers } from '../../words/zh/numbers.ts';
import type { words as english } from '../when-auto-helps.ts';

const way = (rttMs: number) => (rttMs === 0 ? '中间什么也不加' : `往返 ${rttMs} ms`);

export const words: Translated<typeof english> = {
  title: '自动管道与在途命令',
  question: '在途命令达到多少条时自动管道更快？这时单条命令要多久？',
  method:
    '用 ioredis 的一个连接发 100 字节的 SET，在途 1、10、100 和 1000 条。每条命令单独写入套接字（concurrent），或由 ioredis 合并（auto-pipeline）。测试在中间什么也不加、1 ms 和 5 ms 时进行，完整版还有 20 ms。然后两者都以每秒 2000 条命令的固定速率在 5 ms 时运行。这时看的是一条命令的时间。',
  source: 'redis/ioredis#1239、#1377、#1608 和 ioredis 的 README；ioredis 的用户',
  ask: '中间什么也不加时，在途命令达到多少条，自动管道才更快？',
  choices: { never: '从不' },
  takeaway: (count, answer) =>
    answer === 'never'
      ? '在试过的各在途命令数下，自动管道都没有更快。'
      : `中间什么也不加时，在途命令达到 ${count} 条起，自动管道更快。`,
  claims: {
    'slower-alone-faster-together': {
      text: '事件循环一轮只有一条命令时自动管道更慢（有报告说慢 30 %），有很多条时更快（#1239）。',
      rule: '成立的条件：中间什么也不加时，在途 1 条更慢，在途 1000 条更快，两者都要整个区间满足。',
    },
    'a-third-to-a-half': {
      text: '它使吞吐量提高 35 到 50 %（README）。',
      rule: '成立的条件：中间什么也不加时，在途 100 条的吞吐量以整个区间不低于普通的 1.35 倍。更高也算。',
    },
    'waits-for-the-pipeline': {
      text: '一条命令要等整个管道都完成才得到回复（#1608）。',
      rule: '成立的条件：在 2000 命令/秒、5 ms 时，一条命令的时间中位数不低于普通命令的 1.2 倍。低于 1.05 倍则不成立。普通命令不得长于 1.25 个 PING。',
    },
  },
  labels: {
    'all-in-flight': ({ rttMs }) => `在途 1 到 1000 条，${way(rttMs)}`,
    'at-a-rate': ({ rps, rttMs }) => `每秒 ${rps} 条命令，${rttMs} ms`,
    'auto-in-flight': ({ count }) => `自动管道对比普通命令，${count} 条在途`,
    'auto-to-plain': '自动管道与普通命令',
    'round-trip': '往返时间',
    'in-flight': '在途',
    plain: '普通',
    auto: '自动',
    ratio: '比值',
    'commands-a-write': '每次写入命令数',
    loopback: '回环',
    'time-at-a-rate': ({ rps, rttMs }) => `单条命令的时间，${rps} 命令/秒、${rttMs} ms`,
  },
  sentences: {
    'rate-not-measured': '固定速率的步骤没有测量。',
    'plain-too-slow': ({ singleMs, pingMs }) =>
      `往返时间 ${numbers.ms(pingMs)} ms 时，普通命令也要 ${numbers.ms(singleMs)} ms：机器太忙，无法判断。`,
    'median-command': ({ autoMs, plainMs }) =>
      `命令时间的中位数，用自动管道 ${numbers.ms(autoMs)} ms，不用 ${numbers.ms(plainMs)} ms：是它的 ${numbers.fixed(autoMs / plainMs, 2)} 倍。`,
    'too-little': '差别太小，无法判断。',
    gains: ({ rttMs, wins, loses, undecided }, { ratio, list }) =>
      `${way(rttMs)}，按在途条数，自动管道${[
        ['更快：', wins] as const,
        ['更慢：', loses] as const,
        ['无法区分：', undecided] as const,
      ]
        .filter(([, gains]) => gains.length > 0)
        .map(
          ([verb, gains]) => `${verb}${list(gains.map((gain) => `${gain.count}（${ratio(gain.ratio)}）`))}`,
        )
        .join('；')}。`,
  },
};
