import type { Translated } from '../../sweep/recipe-words.ts';
import type { words as english } from '../cut.ts';

export const words: Translated<typeof english> = {
  title: '连接中断',
  question: '写入还在路上时连接断了。有多少会执行两次，有多少会丢失？',
  method:
    '经 1 ms 通过两个连接发送 INCR，每次 16 条命令，ioredis 和 node-redis 按各自默认方式重新连接。赛道时间每 2 s（快速形式为 0.5 s）切断一次，每个连接的两端同时断开。每条命令有自己的键，键的值就是服务器执行它的次数。',
  source: '用户的提问：redis/ioredis#1377、redis/ioredis#2193；没有公布过数字',
  ask: '连接断开时还没有回复的命令，ioredis 会怎样处理？',
  choices: {
    again: '重新发送，其中一些执行两次',
    fails: '报错，其中一些却已执行',
    once: '每条只执行一次',
  },
  takeaway: (said) => `ioredis 遇到连接中断：${said}。`,
  claims: {
    'ioredis-applies-twice': {
      text: 'ioredis 会重发没有回复的命令，因此一些写入执行两次。',
      rule: '服务器把 ioredis 的某条命令执行了两次即成立。若没有，可能断线时没有回复在路上。',
    },
    'node-redis-fails': {
      text: 'node-redis 让没有回复的命令失败，其中一些却已执行。',
      rule: '服务器执行了 node-redis 报错的命令，且没有一条执行两次即成立；有执行两次的则不成立。',
    },
    'done-is-done': {
      text: '库报告已完成的，服务器上都有。',
      rule: '所有赛道中，服务器执行了每条报告已完成的命令即成立。',
    },
  },
  labels: {
    'cut-every': ({ seconds }) => `经 1 ms 的 INCR，每 ${seconds} s 断线一次`,
    applied: '已执行',
    reported: '已确认',
    unknown: '未知',
    'unknown-applied': '其中已执行',
    twice: '执行两次',
    missing: '丢失',
    silence: '无回复 ms',
  },
  sentences: {
    counts: ({ client, counts }, say) =>
      `${client}：${say.count(counts.reported)} 条命令报告已完成，其中 ${say.count(counts.twice)} 条执行了两次；${say.count(counts.unknown)} 条失败，其中 ${say.count(counts.unknownApplied)} 条已执行。`,
    missing: ({ missing, reported }, say) =>
      `报告已完成的 ${say.count(reported)} 条命令中，${say.count(missing)} 条不在服务器上。`,
    uncut: '没有断线落在赛道上。',
  },
};
