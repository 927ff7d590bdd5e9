import type { WorkshopMessages } from './en.ts';

export const workshop: WorkshopMessages = {
  intro: '适合 5 到 200 名带手机的听众。计时期间，“下一课”按此顺序进行。',
  start: '开始计时',
  end: '结束工作坊',
  from: (from, to) => `第 ${from} – ${to} 分钟`,
  notes: '主讲人备注',
  label: '工作坊',
  clock: (elapsed, of) => `${elapsed} / ${of}`,
  next: (title) => `接下来：${title}`,
  left: (minutes) => `还剩 ${minutes} 分钟`,
  over: (minutes) => `超出 ${minutes} 分钟`,
  guessed: (count, of) => `${of} 人中 ${count} 人已猜`,
  stops: {
    welcome: {
      title: '欢迎',
      learns: '大家用二维码加入。',
      notes: [
        '按 J，等观众人数不再增加。',
        '提问：服务器在 20 ms 之外，每个回复都等，一个连接每秒能发多少条命令？答案是 50：1 s ÷ 20 ms。',
      ],
    },
    'first-run': {
      title: '第一次运行',
      learns: '同样的命令，几种方式；轮流；区间。',
      notes: [
        '运行时讲解轮流：一条赛道独占机器，然后轮到下一条。',
        '朗读结论，连同区间。然后把往返时间设为 5 ms 再运行一次。',
        '提问：哪条赛道变化最大？为什么？机器繁忙时请看速率，而不是倍数。',
      ],
    },
    rtt: {
      title: null,
      learns: null,
      notes: ['先猜，再开始。把猜测与结果并排展示。'],
    },
    'batch-limits': {
      title: null,
      learns: null,
      notes: ['提问：一批 10,000 条命令在服务器上时，谁在等？'],
    },
    'when-auto-helps': {
      title: null,
      learns: null,
      notes: ['很多人听说一个选项就能让 ioredis 更快。展示什么时候是，什么时候不是。'],
    },
    'own-workload': {
      title: '你们的负载',
      learns: '听众说出一个负载，搜索给出答案。',
      notes: [
        '请大家给出真实的负载：命令、载荷、往返时间、连接数。在“对比”中设置，然后在此搜索。',
        '搜索约需一分钟，期间请大家猜批量大小。',
      ],
    },
    takeaways: {
      title: '要点',
      learns: '三句话，以及提问。',
      notes: ['先数往返，再数命令。', '接近最佳的最小批量就够了。', '没有区间的比值不是结果。'],
    },
  },
};
