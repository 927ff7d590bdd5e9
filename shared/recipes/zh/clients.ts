import type { Translated } from '../../sweep/recipe-words.ts';
import type { words as english } from '../clients.ts';

const ways = { 'one-by-one': '逐条发送', 'auto-pipeline': '自动管道', pipeline: '管道' };

export const words: Translated<typeof english> = {
  title: '客户端库重要吗？',
  question: '同样的批量方式，换一个客户端库能快多少？',
  method:
    '100 字节的 SET，一个连接，每批 64 条。ioredis 和 node-redis 执行同样的策略：先直连，再经过 1 ms。node-redis 不设每条命令的超时，因为 ioredis 也没有。GLIDE 并非处处安装：用 --client 对比它。',
  source: '用户的提问：redis/ioredis#186、redis/node-redis#2207；没有发表过数字',
  ask: '用 64 条一批的管道，哪个客户端每秒写入的 SET 最多？',
  choices: { ioredis: 'ioredis', 'node-redis': 'node-redis' },
  takeaway: (name) => `直连并使用管道时，${name} 在这里每秒写入的 SET 最多。`,
  claims: {
    'matters-in-batches': {
      text: '在管道中，瓶颈是客户端的 CPU，所以库很重要。',
      rule: '成立的条件：直连时，node-redis 在管道中的吞吐量至少是 ioredis 的 1.25 倍，整个区间满足。',
    },
    'hardly-matters-over-a-link': {
      text: '每条命令都等一次往返时，库几乎不重要。',
      rule: '成立的条件：经过 1 ms、逐条发送时，node-redis 的吞吐量是 ioredis 的 0.9 到 1.1 倍，整个区间满足。',
    },
  },
  labels: {
    'set-at': ({ rttMs }) => `100 字节的 SET，${rttMs === 0 ? '直连' : `经过 ${rttMs} ms`}`,
    'against-ioredis': '对比 ioredis',
  },
  sentences: {
    gains: ({ rttMs, gains }, { ratio, list }) =>
      `node-redis 对比 ioredis，${rttMs === 0 ? '直连' : `经过 ${rttMs} ms`}：${list(gains.map((gain) => `${ways[gain.strategy]} ${ratio(gain.ratio)}`))}。`,
  },
};
