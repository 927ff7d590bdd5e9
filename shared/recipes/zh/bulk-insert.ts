import { isUnclear, type Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/zh/sources.ts';
import { numbers } from '../../words/zh/numbers.ts';
import type { words as english } from '../bulk-insert.ts';

export const words: Translated<typeof english> = {
  title: '用管道做大批量导入',
  question: '1、2、5 和 10 个线程写 1000 万条 SET 要多久？占多少内存，8 亿条又需要多少？',
  method:
    '每个管道 1000 条，每个线程一个连接，用 ioredis 和裸套接字。每次导入都写进各自的空服务器。每个线程依次写自己的那份键。键按发表时的格式，前面加本次运行的前缀；值与键的编号一样长。不预热，因此每个键只写一次：由服务器计数。一次导入切成若干段，取各段的中位数，因为第一段时客户端还是冷的。快速版写 500,000 个键（ioredis 管道）和 1,000,000 个键（裸套接字）。1000 万条的时间由速率推算。',
  source: `已发表的测试（作者与标题不详）；Jedis 管道，每个线程一个连接：共 10,000,000 条 SET；${environments.document4}`,
  ask: '在这台机器上，用 ioredis 管道导入，几个线程最快？',
  choices: {},
  takeaway: (count) => `用管道导入时，${count} 个线程最快。`,
  claims: {
    'threads-help-large-jobs': {
      text: '对大任务，更多线程确实能缩短管道导入的时间。',
      rule: '成立的条件：用 ioredis 时，5 个线程的写入速度以整个区间至少是一个线程的 1.1 倍（已发表：1.56）。',
    },
  },
  labels: {
    'ioredis-pipelines': 'ioredis 管道',
    'key-count': ({ keys }, { count }) => `${count(keys)} 个键`,
    'sets-in-pipelines': ({ commands, batch }, { count }) =>
      `${count(commands)} 条 SET，每个管道 ${batch} 条`,
    keys: '键',
    'keys-per-second': '键/s',
    'for-millions': ({ millions }) => `${millions * 100} 万条`,
    'bytes-a-key': '每键字节',
    'what-rows-need': ({ rows }, { count }) => `按实测推算，${count(rows)} 条需要什么`,
    time: '时间',
    'job-time': ({ ms }) => numbers.duration(ms),
    'share-of-a-day': '占一天',
    memory: '内存',
    fits: '放得下',
    'machine-has': ({ bytes }) => `拒绝：这台机器有 ${numbers.bytes(bytes)}`,
    'server-may-use': ({ bytes }) => `拒绝：服务器最多可用 ${numbers.bytes(bytes)}`,
  },
  sentences: {
    'fastest-count': ({ client, threads, keys, ms, rate, measuredKeys, gain }, say) => {
      const unclear = isUnclear(gain);
      return [
        `${say.label(client)}：${threads} 个线程${unclear ? '成绩最好' : '最快'}，`,
        `${say.count(keys)} 个键用 ${numbers.duration(ms)}（${say.perSecond(rate)}`,
        measuredKeys === null ? '）' : `，按 ${say.count(measuredKeys)} 个键的速率推算）`,
        gain ? `，与一个线程相比为 ${say.ratio(gain)}` : '',
        unclear ? '，但无法区分' : '',
        '。',
      ].join('');
    },
    'not-every-key': ({ loads }, { label, list }) =>
      `并非每条 SET 都建了新键：${list(loads.map(label))}；每键的数字不可信。`,
    needs: ({ bytesAKey, rows, ms, shareOfDay, load, bytes, fit }, { label, count }) =>
      `一个键占服务器 ${Math.round(bytesAKey)} 字节内存。每天 ${count(rows)} 行，以最高速率（${label(load)}）需要 ${numbers.duration(ms)}（一天的 ${numbers.share(shareOfDay)}）和 ${numbers.bytes(bytes)}：${label(fit)}。`,
  },
};
