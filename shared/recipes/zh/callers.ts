import type { Translated } from '../../sweep/recipe-words.ts';
import { numbers } from '../../words/zh/numbers.ts';
import type { words as english } from '../callers.ts';

export const words: Translated<typeof english> = {
  title: '共用一个客户端，还是用连接池',
  question: '网页服务器同时有 200 个请求。它们应共用一个连接，还是从连接池借用？',
  method:
    '200 个调用方经 1 ms 的链路发送 100 字节的 GET，用 ioredis。每个调用方等到回复再发下一条。连接池中，调用方借用一个连接直到收到回复。共用连接时大家立即发送；自动管道把事件循环一轮中发出的命令合成一次写入。',
  source: '用户的提问：redis/ioredis#1476、redis/lettuce#360、redis/lettuce#910；没有发表过数字',
  ask: '一个共用连接每秒的回复是 20 个连接的池的多少倍？',
  choices: {},
  takeaway: (times) => `200 个调用方共用一个连接，每秒的回复是 20 个连接的池的 ${times} 倍。`,
  claims: {
    'shared-beats-pool': {
      text: '所有调用方共用一个连接，比 20 个连接的池回复更快。',
      rule: '成立的条件：一个共用连接至少是 20 个连接的池的 2 倍，整个区间满足。两边调用方一样多，所以每个调用方等待的时间按同样的倍数缩短。',
    },
    'larger-pool-helps': {
      text: '连接池需要许多连接：20 个远多于 5 个。',
      rule: '成立的条件：20 个连接的池至少是 5 个的 2 倍，整个区间满足。',
    },
  },
  labels: {
    'callers-at': ({ callers, rttMs }) => `${callers} 个调用方，往返 ${rttMs} ms`,
    pool: ({ count }) => `${count} 个连接的池`,
    shared: ({ count }) => `共用 ${count} 个连接`,
    'against-pool': ({ count }) => `相对 ${count} 个连接的池`,
  },
  sentences: {
    waits: ({ pool, shared, ratio }, say) =>
      `调用方在 ${shared.count} 个共用连接上等待 ${numbers.ms(shared.p50)} ms，用 ${pool.count} 个连接的池等待 ${numbers.ms(pool.p50)} ms（中位数）：每秒回复为 ${say.ratio(ratio)}。`,
  },
};
