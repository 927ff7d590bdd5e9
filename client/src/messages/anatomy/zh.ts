import { say } from '../../../../shared/words/zh/spaced.ts';
import { numbers } from '../../../../shared/words/zh/numbers.ts';
import type { AnatomyMessages } from './en.ts';

const { count: whole } = numbers;

export const anatomy: AnatomyMessages = {
  title: '时间花在哪里',
  judged: '瓶颈，以及时间花在哪里',
  about: '每条赛道的一次往返，以及共用它的命令数。',
  slowed: (factor) => `放慢 ${whole(factor)} 倍，各赛道相同。过短的路程已放大显示。`,
  still: '还没有测量：图中的数据包按设置画出。',
  pause: '暂停',
  play: '播放',
  pauseMore: '停止动画',
  client: '客户端',
  server: '服务器',
  share: (commands, writes) =>
    commands === 1
      ? '每次往返 1 条命令'
      : Math.round(writes) > 1
        ? `${whole(commands, 1)} 条命令在途，${whole(writes, 1)} 次套接字写入`
        : `${whole(commands, 1)} 条命令共用一次往返`,
  takes: (ms) => `平均 ${ms} ms`,
  overResult: '取自所有计入的时间片',
  overNewest: '取自最近一个时间片',
  expected: (trips, commands, leastMs) =>
    `预期值，非实测：${whole(commands)} 条命令要 ${whole(trips)} 次往返${leastMs === null ? '。' : `，每次至少 ${leastMs} ms。`}`,
  sameWork: (commands, trips, ms) => `同样 ${whole(commands)} 条命令走一个连接：${trips} 次往返，${ms} ms。`,
  overlapping: (commands, trips) =>
    `同样 ${whole(commands)} 条命令走一个连接：${trips} 次往返，同时进行几次。按固定速率发送时，谁也不等前一次。`,
  list: (lane) => say`${lane}一次往返的各部分`,
  parts: {
    handover: '客户端：提交',
    client: '客户端：编解码',
    there: '去程',
    server: '服务器',
    waiting: '等待',
    back: '回程',
  },
  leftOver: {
    withServer: '服务器 + 等待',
    busyClient: '等待（客户端繁忙）',
    busyClientAndServer: '服务器 + 客户端繁忙',
    busyServer: '等待（服务器繁忙）',
  },
  partsMore: {
    handover: '从批次的第一次调用到它被发出（flush），实测值',
    client: '本赛道线程处理这些命令的 CPU 时间，不含提交；编码与解码无法分开',
    there: '实测往返时间（PING）的一半',
    server: '服务器处理这些命令的 CPU 时间',
    waiting: '总时间剩下的部分：两端排队、排在其他连接之后、等线程被唤醒；具体在哪一段不得而知',
    back: '实测往返时间（PING）的一半',
  },
  notTold: {
    client: '这里无法得知客户端的 CPU 时间：算在等待里。',
    server: '无法得知服务器所占部分：添加的网络或竞速会把其他工作算进它的数字。',
    way: '往返时间未知：算在等待里。',
  },
  overlap: (ms) => `客户端与服务器有 ${ms} ms 在同时工作。`,
  wayHidden: (ms) => `一个 PING 要 ${ms} ms；其中一部分是 CPU 时间，这里已算在客户端和服务器里。`,
  wayTooLong: (ms) => `PING 用了 ${ms} ms，比这次往返全程还长：当时机器更忙，所以无法区分途中时间。`,
  busyClient: (percent) => `客户端线程占用 ${percent}：它的连接在等它。`,
  busyServer: (percent) => `服务器占用 ${percent}：连接在等它。`,
  wire: (writes, segments, out, back) =>
    `${writes} 次套接字写入，${segments} 个 1460 字节的 TCP 段；发出 ${out} 字节，收回 ${back} 字节。`,
  semantics: {
    short: '语义保证',
    title: (lane) => say`${lane}的语义`,
    atomic: '原子性',
    onFailure: '一条失败时',
    blocksOthers: '阻塞他人',
    cluster: '在集群中',
    writes: '套接字写入',
    bytes: '字节',
  },
};
