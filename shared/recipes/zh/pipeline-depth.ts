import { isUnclear, type Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/zh/sources.ts';
import { numbers } from '../../words/zh/numbers.ts';
import type { words as english } from '../pipeline-depth.ts';

export const words: Translated<typeof english> = {
  title: '管道应该多深',
  question: '不同大小的命令各用多深的管道最好，取决于什么？',
  method:
    '100、200 和 3000 字节的 SET，20 个连接，深度 1 到 40，用代表 redis-benchmark 的裸套接字。然后让 3000 字节经过 1000 Mbit/s，即发表时链路的带宽。完整版还用 ioredis 做同样的一组测试。',
  source: `已发表的测试（作者与标题不详）；redis-benchmark，20 个连接的 SET，100 万到 500 万条命令；${environments.document0}`,
  ask: '在这台机器上，100 字节的命令用哪个深度最快？',
  choices: {},
  takeaway: (depth) => `100 字节的命令，在这里一次发送 ${depth} 条最快。`,
  claims: {
    'order-of-magnitude': {
      text: '对 100 字节的命令，管道能提高一个数量级。',
      rule: '成立的条件：最快的深度的吞吐量以整个区间至少是深度 1 的 10 倍（已发表：深度 10 时 10.7）。',
    },
    'fills-packets': {
      text: '深度乘以大小刚好填满链路的数据包时，管道效果最好。',
      rule: '成立的条件：在 MTU 为 1500 的链路上，100 字节时深度 11 的吞吐量以整个区间不超过深度 10 的 0.8 倍（已发表：0.56）。',
    },
    'nothing-for-large': {
      text: '对 3 kB 及以上的命令，管道没有收益。',
      rule: '成立的条件：3000 字节时深度 8 的吞吐量以整个区间低于深度 1 的 1.2 倍（已发表：1.03）。只在经过 1000 Mbit/s 的链路时，或者服务器在别处时判断。',
    },
  },
  labels: {
    'set-of': ({ bytes, connections }) => `${bytes} 字节的 SET，${connections} 个连接`,
    'set-through-link': ({ bytes, mbit }) => `${bytes} 字节的 SET，经过 ${mbit} Mbit/s`,
    segments: '报文段',
    'fastest-depth': '最快的深度',
  },
  sentences: {
    'fastest-write': ({ depth, bytes }) => `最快的深度是 ${depth}，每次写入 ${Math.round(bytes)} 字节。`,
    'gain-without-link': ({ ratio }, say) => `中间什么也不加：${say.ratio(ratio)}。`,
    'fastest-depth': ({ bytes, depth, gain, alike, ioredis }, { ratio, list }) => {
      const unclear = depth > 1 && isUnclear(gain);
      return [
        `${bytes} 字节：深度 ${depth} ${unclear ? '成绩最好' : '最快'}，与深度 1 相比为 ${ratio(gain)}`,
        unclear ? '，但无法区分' : '',
        alike.length > 0 ? `；与它无法区分的：${list(alike.map(String))}` : '',
        '。',
        ioredis
          ? `用 ioredis：深度 ${ioredis.depth}，${ratio(ioredis.gain)}${isUnclear(ioredis.gain) && ioredis.depth > 1 ? '，但无法区分' : ''}。`
          : '',
      ].join('');
    },
    'server-cpu': ({ singleMicros, deepMicros }) =>
      `一条 100 字节的命令，服务器在深度 1 时用 ${numbers.fixed(singleMicros, 2)} µs CPU，在深度 40 时用 ${numbers.fixed(deepMicros, 2)} µs。`,
  },
};
