import type { Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/zh/sources.ts';
import { numbers } from '../../words/zh/numbers.ts';
import type { words as english } from '../payload.ts';

export const words: Translated<typeof english> = {
  title: '数据的大小',
  question: '载荷的大小对吞吐量有什么影响，为什么？',
  method:
    'SET，逐条发送，10 个连接（最大的载荷用 20 个，与发表的一致），用代表 redis-benchmark 的裸套接字。第一部分中间什么也不加，并显示服务器的 CPU。第二部分经过每个方向 1000 Mbit/s 的代理，此时无法得知服务器的 CPU。两者都没有 1500 字节的数据包。',
  source: `已发表的测试（作者与标题不详）；redis-benchmark，SET，1,000,000 条命令；${environments.document0}；MTU 1500 字节`,
  ask: '中间什么也不加时，10,000 字节载荷的吞吐量还剩 2 字节载荷的百分之几？',
  choices: {},
  takeaway: (share) => `载荷为 10,000 字节时，每秒命令数还剩 2 字节时的 ${share}。`,
  claims: {
    'small-is-free': {
      text: '小于 MTU 时，载荷大小几乎没有影响。',
      rule: '成立的条件：1000 和 1400 字节的吞吐量都以整个区间不低于 2 字节的 0.8 倍（已发表：1.00 和 0.87）。',
    },
    'one-packet-cliff': {
      text: '请求一旦装不进一个 1500 字节的数据包，吞吐量就减半。',
      rule: '成立的条件：在 MTU 为 1500 的链路上，1500 字节的吞吐量以整个区间不超过 1400 字节的 0.7 倍（已发表：0.56）。',
    },
    'in-proportion': {
      text: '超过一个数据包之后，吞吐量几乎与大小成反比。',
      rule: '成立的条件：10,000 字节的吞吐量以整个区间是 5000 字节的 0.4 到 0.65 倍（已发表：0.51）。只在服务器在别处时，或者经过 1000 Mbit/s 的链路且 5000 字节用掉其至少 80 % 时判断。',
    },
    'server-idles': {
      text: '载荷越大，服务器的 CPU 越空闲。',
      rule: '成立的条件：链路是瓶颈时，10,000 字节下服务器主线程的占用不超过 1000 字节时的 0.8 倍（已发表：0.38）。中间什么也不加时没有这样的链路。',
    },
  },
  labels: {
    'set-direct': 'SET，中间什么也不加',
    'set-through-link': ({ mbit }) => `SET，经过 ${mbit} Mbit/s 的链路`,
    'published-cpu': '已发表的 CPU',
    'mbit-used': '占用 Mbit/s',
  },
  sentences: {
    'link-not-full': ({ usedMbit, mbit }) =>
      `限制 5000 字节的不是链路：只用了 ${mbit} Mbit/s 中的 ${Math.round(usedMbit)}，代理也转发不了更多命令。`,
    'no-server-cpu': '服务器没有报告它的 CPU。',
    'server-cpu': ({ linkMbit, small, large }) =>
      `${linkMbit === null ? '中间什么也不加' : `经过 ${linkMbit} Mbit/s `}时，服务器的占用在 1000 字节时为 ${numbers.share(small)}，在 10,000 字节时为 ${numbers.share(large)}。`,
    'no-limit-here': '回环不会成为瓶颈，服务器无需等待；而在代理后面无法得知它的 CPU。',
    'halved-at': ({ linkMbit, rate, halvedAt, usedMbit }, { perSecond, count }) =>
      [
        linkMbit === null ? '中间什么也不加' : `经过 ${linkMbit} Mbit/s`,
        `：2 字节时 ${perSecond(rate)}；`,
        halvedAt === null ? '直到 10,000 字节都没有确定减半。' : `从 ${count(halvedAt)} 字节起确定减半。`,
        usedMbit === null ? '' : `10,000 字节时发送 ${Math.round(usedMbit)} Mbit/s。`,
      ].join(''),
  },
};
