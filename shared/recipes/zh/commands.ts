import type { Translated } from '../../sweep/recipe-words.ts';
import { numbers } from '../../words/zh/numbers.ts';
import type { words as english } from '../commands.ts';

export const words: Translated<typeof english> = {
  title: 'SET 与 LPUSH，一次一条与一次十条',
  question: '每个管道十条命令，对吞吐量和单条命令的耗时有什么影响？',
  method:
    '3 字节的 SET 和 LPUSH，50 个连接，1000 个键，深度 1 和 10。内置服务器的 AOF 每秒同步，与发表的一致。裸套接字代表 redis-benchmark，同时测 ioredis。在管道中，一条命令的时间要算到整批的回复到齐为止。',
  source:
    '已发表的测试（作者与标题不详）；redis-benchmark，50 个连接，在 1000 个键上发 100,000 条 3 字节的命令。回环；AOF 开启，300 s 内有 10 个键变化时做快照',
  ask: '每个管道十条 SET，吞吐量是原来的多少倍（裸套接字）？',
  choices: {},
  takeaway: (times) => `一次发送十条 SET，每秒命令数是逐条发送的 ${times} 倍。`,
  claims: {
    'five-times': {
      text: '每个管道十条命令，吞吐量是五倍。',
      rule: '成立的条件：SET 和 LPUSH 的吞吐量都以整个区间至少是深度 1 的 4 倍（已发表：5.2 和 5.1）。',
    },
    'parts-of-a-call': {
      text: '一次调用由这些组成：客户端序列化，网络传输，服务器解析、执行并序列化，网络传回，客户端解析。',
      rule: '每一部分的起止没有测量。只测量并显示两端的 CPU。',
    },
  },
  labels: {
    'at-both-depths': 'SET 和 LPUSH，深度 1 和 10',
    'set-and-lpush': '3 字节的 SET 和 LPUSH，50 个连接',
    'time-of-a-command': '单条命令的时间',
    'time-beside-published': '单条命令的时间与已发表的对照，ms（裸套接字）',
    measured: '实测',
    'command-deep': ({ command, depth, than }) => `${command}，深度 ${depth} 对比 ${than}`,
  },
  sentences: {
    'no-cpu': '没有测量两端的 CPU。',
    'cpu-of-both': ({ clientMicros, serverMicros }) =>
      `深度 1 时用 ioredis 的一条 SET，客户端用 ${numbers.fixed(clientMicros, 1)} µs CPU，服务器用 ${numbers.fixed(serverMicros, 1)} µs CPU。其中多少是解析、多少是内核，无法区分。`,
    gains: ({ gains }, { ratio, list }) =>
      `每个管道十条对比一条：${list(
        gains.map(
          (gain) =>
            `${gain.command}（${gain.client === 'wire' ? '裸套接字' : 'ioredis'}）${ratio(gain.ratio)}`,
        ),
      )}。`,
    'longer-time': ({ command, deepMs, singleMs, publishedDeepMs, publishedSingleMs }) =>
      `${command}：在十条的管道中，一条命令的时间是单独发送时的 ${numbers.fixed(deepMs / singleMs, 1)} 倍（中位数 ${numbers.ms(deepMs)} 对 ${numbers.ms(singleMs)} ms；已发表 ${publishedDeepMs ?? '–'} 对 ${publishedSingleMs ?? '–'} ms）。`,
  },
};
