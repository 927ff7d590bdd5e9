import type { Translated } from '../../sweep/recipe-words.ts';
import type { words as english } from '../reconnect.ts';

const way = (rttMs: number) => (rttMs === 0 ? '中间什么也不加' : `往返 ${rttMs} ms`);

export const words: Translated<typeof english> = {
  title: '每条命令一个连接',
  question: '每条命令或每一批都新开一个连接，对吞吐量有什么影响？',
  method:
    '100 字节的 SET，同时十条。先用十个长连接。再为每条命令（或每个 16 条的管道）新开一个连接，即 redis-benchmark 的 -k 0。两者都在中间什么也不加和 5 ms 时测试，用裸套接字和 ioredis。',
  source: '已发表的测试（作者与标题不详）；没有数字的说法',
  ask: '每条命令一个连接时，ioredis 在回环上的吞吐量还剩百分之几？',
  choices: {},
  takeaway: (share) => `每条命令都新建连接，吞吐量只剩保持连接时的 ${share}。`,
  claims: {
    'opening-costs-throughput': {
      text: '每次调用都打开连接会损失吞吐量。',
      rule: '成立的条件：中间什么也不加时，每条命令一个连接的吞吐量以整个区间低于长连接的 0.8 倍。裸套接字和 ioredis 都必须如此。',
    },
  },
  labels: {
    kept: '长连接',
    'new-each-time': '每次新开',
    'set-with-trip': ({ rttMs }) => `100 字节的 SET，${way(rttMs)}`,
    'against-kept': '相对长连接',
    'new-to-kept': '新连接对比长连接',
  },
  sentences: {
    shares: ({ rttMs, shares, saved }, { label, ratio, perSecond, list }) =>
      [
        `新连接对比长连接，${way(rttMs)}：${list(shares.map((share) => `${label(share.client)} ${ratio(share.ratio)}`))}。`,
        saved === null
          ? ''
          : `一个连接承载 ${saved.commands} 条命令而不是一条：${perSecond(saved.batchRate)}，而不是 ${perSecond(saved.singleRate)}。`,
      ].join(''),
  },
};
