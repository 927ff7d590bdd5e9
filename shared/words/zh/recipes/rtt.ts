import type { RttCodes } from '../../../recipes/rtt.ts';
import { formatRatio, formatShare } from '../../format.ts';
import type { RecipeWords } from '../../recipe-words.ts';

const servers = {
  'local-container': '本机容器',
  'office-network': '办公网络',
  'another-continent': '另一个大洲',
} as const;

export const rtt: RecipeWords<RttCodes> = {
  title: '往返时间与管道',
  question: '往返时间短时管道的收益有多大，长时又有多大？',
  method:
    '用 ioredis 的一个连接发 SETEX：逐条发送，以及每个管道 1000 条。近处的服务器中间什么也不加：PING 约 0.05 ms，而代理要模拟 0.1 ms，自身就要这么久。12.75 和 178.6 ms 由代理加入。快速版用五个时间片代替五轮 1000 条命令；1000 条命令的时间由速率推算。',
  source:
    '已发表的测试（作者与标题不详）；Jedis，一个连接：先逐条发 1000 条 SETEX，再放进一个管道；5 轮。三台服务器的 ping 不同：容器、办公网络、另一个大洲',
  ask: '往返时间 178.6 ms 时，1000 条命令放进一个管道，比逐条发送快多少倍？',
  choices: {},
  takeaway: (times) => `往返时间 178.6 ms 时，1000 条命令放进一个管道的速度是逐条发送的 ${times} 倍。`,
  claims: {
    'longer-gains-more': {
      text: '往返时间越长，管道的收益越大。',
      rule: '成立的条件：往返时间每增加一级，收益的区间都完全高于前一级。',
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
    'share-of-waiting': ({ server, waiting, commands, gain, publishedGain }) =>
      `${servers[server]}：逐条发送时，命令时间的 ${formatShare(waiting)} 是往返；${commands} 条的管道的速度是 ${formatRatio(gain)}（已发表：${formatRatio(publishedGain)}）。`,
    'of-the-most': ({ commands, share }) =>
      `只等一次回复而不是 ${commands} 次，最多能得到 × ${commands}；最远的一程达到其中的 ${formatShare(share)}。`,
  },
};
