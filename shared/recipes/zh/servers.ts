import type { Translated } from '../../sweep/recipe-words.ts';
import { serverName } from '../../words/server-names.ts';
import type { Change, Way, words as english } from '../servers.ts';

const before: Readonly<Record<Change, string>> = {
  program: 'redis-server',
  'io-threads': '1 个 I/O 线程',
  persistence: '无文件',
};
const after: Readonly<Record<Change, string>> = {
  program: 'valkey-server',
  'io-threads': '4 个 I/O 线程',
  persistence: '每次写入都同步',
};
const changes: Readonly<Record<Change, string>> = {
  program: 'Redis 与 Valkey',
  'io-threads': '1 个与 4 个 I/O 线程',
  persistence: '无文件与每次回复前同步的文件',
};
const ways: Readonly<Record<Way, string>> = {
  'one-by-one': 'ioredis 逐条发送',
  pipeline: 'ioredis 每管道 64 条',
  'raw-single': '裸套接字逐条发送',
  'raw-pipeline': '裸套接字每管道 64 条',
};

export const words: Translated<typeof english> = {
  title: '选哪个服务器？',
  question: '哪个对吞吐量影响更大：换一个服务器程序，还是换它的一项设置？',
  method:
    '100 字节的 SET，20 个连接。每一步有两台服务器轮流：Redis 与 Valkey，1 个与 4 个 I/O 线程，无文件与每次回复前同步的文件。因此每个比值都来自同一轮次的配对。裸套接字显示服务器本身，ioredis 显示程序能得到其中多少。没有安装所需服务器程序的一步会跳过。对比 I/O 线程时，客户端用两个线程。',
  source:
    'Redis 7 的 redis.conf 关于 I/O 线程的说明；devhands.io 对 Valkey 8 的测试：只有一个 I/O 线程时，Redis 和 Valkey 都约为每秒 160,000 条命令',
  ask: '在这台机器上，哪一项对吞吐量的影响最大？',
  choices: {
    program: '换成 Valkey',
    'io-threads': '4 个 I/O 线程',
    persistence: '每次写入都同步',
  },
  takeaway: (name) => `在这台机器上对吞吐量影响最大的是：${name}。`,
  claims: {
    'same-with-one-thread': {
      text: '只有一个 I/O 线程时，Valkey 的吞吐量与 Redis 相同。',
      rule: '成立的条件：裸套接字逐条发送时，Valkey 的吞吐量是 Redis 的 0.9 到 1.1 倍，整个区间满足。',
    },
    'threads-double': {
      text: '不用管道，I/O 线程就能轻松把吞吐量翻倍。',
      rule: '成立的条件：裸套接字逐条发送时，4 个 I/O 线程的吞吐量至少是 1 个的 1.5 倍，整个区间满足。机器需要 6 个核：4 个给 I/O 线程，2 个给客户端。',
    },
    'settings-matter-more': {
      text: '服务器为每条命令要做的事，比用哪个程序更重要。',
      rule: '成立的条件：用 ioredis 逐条发送时，每次写入都同步后吞吐量低于 0.8 倍，而 Valkey 是 Redis 的 0.8 到 1.25 倍。两者都须整个区间满足。',
    },
  },
  labels: {
    change: ({ change }) => changes[change],
    before: ({ change }) => before[change],
    after: ({ change }) => after[change],
    way: ({ way }) => ways[way],
    'against-before': '相对前者',
  },
  sentences: {
    gains: ({ change, programs, gains }, { ratio, list }) => {
      const [one, other] = programs
        ? [serverName(programs.before), serverName(programs.after)]
        : [before[change], after[change]];
      return `${other} 对比 ${one}：${list(gains.map((gain) => `${ways[gain.way]} ${ratio(gain.ratio)}`))}。`;
    },
    'not-installed': ({ programs }, { list }) =>
      `这里没有安装 ${list(programs)}，所以没有对比 Redis 与 Valkey。`,
    'too-few-cores': ({ cores, needed }) => `这台机器有 ${cores} 个核；I/O 线程和客户端需要 ${needed} 个。`,
  },
};
