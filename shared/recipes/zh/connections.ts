import type { Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/zh/sources.ts';
import { numbers } from '../../words/zh/numbers.ts';
import type { words as english } from '../connections.ts';

export const words: Translated<typeof english> = {
  title: '用更多连接代替批量',
  question: '每条命令都等回复时，更多连接对吞吐量有什么影响？',
  method:
    '100 字节的 SET，逐条发送，用 1、5、10 和 50 个连接。发表时的客户端是 C 程序：这里用裸套接字代表它，并同时测 ioredis。与 redis-benchmark 的默认行为一样，全部写同一个键。',
  source: `已发表的测试（作者与标题不详）；redis-benchmark，100 字节的 SET，1,000,000 条命令；${environments.document0}`,
  ask: '50 个连接的吞吐量是 1 个连接的多少倍（裸套接字）？',
  choices: {},
  takeaway: (times) => `不做批处理时，50 个连接每秒完成的命令是 1 个连接的 ${times} 倍。`,
  claims: {
    'linear-until-saturated': {
      text: '吞吐量随连接数几乎线性增长，直到服务器饱和，之后持平。',
      rule: '成立的条件：5 个连接的吞吐量至少是 1 个的 3 倍，50 个是 10 个的 0.75 到 1.33 倍；两者都要整个区间满足。',
    },
  },
  labels: { 'all-counts': '1、5、10 和 50 个连接', 'set-one-by-one': '100 字节的 SET，逐条发送' },
  sentences: {
    gains: ({ client, singleRate, gains }, { perSecond, ratio, list }) =>
      `${client === 'wire' ? '裸套接字' : 'ioredis'}：一个连接 ${perSecond(singleRate)}，${list(gains.map((gain) => `${gain.connections} 个连接 ${ratio(gain.ratio)}`))}。`,
    'server-saturated': ({ cpu }) =>
      `最后服务器主线程的占用为 ${numbers.share(cpu)}：它已饱和，再加连接也没有用。`,
    'server-not-saturated': ({ cpu }) =>
      `最后服务器主线程的占用只有 ${numbers.share(cpu)}：饱和的是客户端，或两者共用的核。`,
    'longer-wait': ({ singleMs, manyMs }) =>
      `50 个连接时，每条命令等待的时间是一个连接时的 ${numbers.short(manyMs / singleMs)} 倍（中位数 ${numbers.ms(manyMs)} 对 ${numbers.ms(singleMs)} ms）。`,
  },
};
