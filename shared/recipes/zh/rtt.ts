import type { Translated } from '../../sweep/recipe-words.ts';
import { numbers } from '../../words/zh/numbers.ts';
import type { words as english } from '../rtt.ts';

const servers = {
  'local-container': '本机容器',
  'office-network': '办公网络',
  'another-continent': '另一个大洲',
} as const;

export const words: Translated<typeof english> = {
  title: '往返时间与管道',
  question: '往返时间短时管道的收益有多大，长时又有多大？',
  method:
    '用 ioredis 的一个连接发 SETEX：逐条发送，以及每个管道 1000 条。代理为办公网络加 12.75 ms，为另一个大洲加 178.6 ms。近处的服务器不用代理，因为代理自身就要约 0.1 ms。快速版测五个短时间片，由速率推算 1000 条命令的时间；完整版把 1000 条命令发五遍。',
  source:
    '已发表的测试（作者与标题不详）；Jedis，一个连接：先逐条发 1000 条 SETEX，再放进一个管道；5 轮。三台服务器的 PING 不同：容器、办公网络、另一个大洲',
  ask: '往返时间 178.6 ms 时，1000 条命令放进一个管道，速度是逐条发送的多少倍？',
  choices: {},
  takeaway: (times) => `往返时间 178.6 ms 时，1000 条命令放进一个管道的速度是逐条发送的 ${times} 倍。`,
  claims: {
    'longer-gains-more': {
      text: '往返时间越长，管道的收益越大。',
      rule: '成立的条件：往返时间最长时的收益大于最短时，且没有一级小于前一级；每次对比的区间都不得重叠。',
    },
  },
  labels: {
    ...servers,
    setex: ({ commands }) => `${commands} 条 SETEX，一个连接`,
    server: '服务器',
    gain: '收益',
  },
  sentences: {
    'not-all-measured': '并非每种往返时间都测了一次以上。',
    gains: ({ gains }, { ratio, list }) =>
      `${list(gains.map((gain) => `${servers[gain.server]} ${ratio(gain.ratio)}`))}。`,
    'not-told-apart': ({ pairs }, { interval }) =>
      `无法区分：${pairs
        .map(({ near, far }) =>
          [near, far].map(({ server, ci95 }) => `${servers[server]}（${interval(ci95)}）`).join('与'),
        )
        .join('；')}。`,
    'too-close': ({ pairs }, { interval }) =>
      `由近到远成立。此处太接近而无法区分：${pairs
        .map(({ near, far }) =>
          [near, far].map(({ server, ci95 }) => `${servers[server]}（${interval(ci95)}）`).join('与'),
        )
        .join('；')}。`,
    'share-of-waiting': ({ server, waiting, commands, gain, publishedGain }) =>
      [
        `${servers[server]}：${commands} 条的管道的速度是逐条发送的 ${numbers.times(gain)} 倍（已发表：${numbers.times(publishedGain)} 倍）。`,
        waiting === null
          ? '这里无法得知命令时间中有多少是往返：单独一次 PING 就差不多同样久，甚至更久。'
          : `逐条发送时，命令时间的 ${numbers.share(waiting)} 是往返。`,
      ].join(''),
    'of-the-most': ({ commands, share }) =>
      `原因：逐条发送时，每条命令都要等一个完整的往返。${commands} 条的管道只等一次，因此最多快到 ${commands} 倍。最远的一程达到其中的 ${numbers.share(share)}。`,
  },
};
