import { isUnclear, type Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/zh/sources.ts';
import type { words as english } from '../threads.ts';

export const words: Translated<typeof english> = {
  title: '小任务用更多线程',
  question: '更多线程能缩短 10,000 条 SET 的任务吗：逐条发送时，以及每个线程用一个管道时？',
  method:
    'ioredis，每个线程一个连接；任务平均分配，一个管道装下所在线程的全部份额。键按发表时的格式，前面加本次运行的前缀；值与发表时一样长：逐条发送时是键，管道中是它的编号。完整版把任务做五轮；快速版由速率推算时间。计时开始之前线程已启动并连接。',
  source: `已发表的测试（作者与标题不详）；Jedis，每个线程一个连接：共 10,000 条 SET；${environments.document4}`,
  ask: '在这台机器上，用管道做这个任务，几个线程最快？',
  choices: {},
  takeaway: (count) => `用管道做 10,000 条 SET，${count} 个线程最快。`,
  claims: {
    'help-one-by-one': {
      text: '逐条发送时，更多线程有帮助。',
      rule: '成立的条件：10 个线程完成任务的速度以整个区间至少是一个线程的 1.25 倍（已发表：8.1）。',
    },
    'overhead-in-pipelines': {
      text: '小任务放进一个管道时，更多线程只增加开销。',
      rule: '成立的条件：2 个和 4 个线程完成管道任务的速度都以整个区间低于一个线程的 1 倍（已发表：0.76 和 0.53）。',
    },
  },
  labels: {
    'all-counts': '1、2、4 和 10 个线程',
    'time-of-sets': ({ commands }, { count }) => `${count(commands)} 条 SET 的时间，ms`,
    'as-one-thread': '相对 1 线程',
  },
  sentences: {
    'fastest-count': ({ strategy, threads: count, ms, gain, singleMs }, { ratio }) => {
      const unclear = isUnclear(gain);
      return [
        `${strategy === 'pipeline' ? '用管道' : '逐条发送'}，${count} 个线程${unclear ? '成绩最好' : '最快'}：${Math.round(ms)} ms`,
        gain ? `，与一个线程（${Math.round(singleMs)} ms）相比为 ${ratio(gain)}` : '',
        unclear ? '，但无法区分' : '',
        '。',
      ].join('');
    },
    'pipeline-against-threads': ({ ratio, published }, say) =>
      `一个线程用管道对比 10 个线程逐条发送：${say.ratio(ratio)}（已发表：× ${published}）。`,
  },
};
