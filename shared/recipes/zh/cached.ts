import type { Translated } from '../../sweep/recipe-words.ts';
import { numbers } from '../../words/zh/numbers.ts';
import type { words as english } from '../cached.ts';

export const words: Translated<typeof english> = {
  title: '客户端里的缓存',
  question: '除了批处理，客户端里的缓存能省多少？别人写入时还剩多少？',
  method:
    '用 node-redis 经 1 ms 的链路、10 个连接发送 100 字节的 GET，10,000 个键服从 Zipf 分布。逐条发送；16 条一批的管道；逐条发送并使用库自带的缓存：服务器告诉每个连接哪些键变了。先是没有人写入，然后另一个客户端每秒写这些键 10,000 次。',
  source: '一项提议：redis/redis-benchmarks-specification#399；没有发表过数字',
  ask: '没有人写入时，缓存每秒的读取是逐条发送的多少倍？',
  choices: {},
  takeaway: (times) => `没有人写入时，客户端里的缓存每秒的读取是逐条发送的 ${times} 倍。`,
  claims: {
    'saves-round-trips': {
      text: '没有人写入时，缓存不经往返就能回答许多读取。',
      rule: '成立的条件：用缓存的读取至少是逐条发送的 1.5 倍，整个区间满足。',
    },
    'ends-with-writes': {
      text: '别人频繁写入时，缓存什么也省不下。',
      rule: '成立的条件：每秒 10,000 次写入时，用缓存的读取低于逐条发送的 1.2 倍，整个区间满足。',
    },
  },
  labels: {
    'writes-per-second': ({ writes }, { count }) =>
      writes === 0 ? '没有人写入' : `每秒 ${count(writes)} 次写入`,
    cached: '使用缓存',
    'against-single': '相对逐条发送',
  },
  sentences: {
    hits: ({ writes, hitRate, ratio, stale, reads }, say) =>
      writes === 0
        ? `没有人写入：缓存回答了 ${numbers.share(hitRate)} 的读取，每秒读取为 ${say.ratio(ratio)}。`
        : `每秒 ${say.count(writes)} 次写入时，缓存回答了 ${numbers.share(hitRate)}，每秒读取为 ${say.ratio(ratio)}；${say.count(reads)} 次读取中有 ${say.count(stale)} 次是旧值。`,
  },
};
