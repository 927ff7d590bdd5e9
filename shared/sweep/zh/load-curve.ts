import type { words as english } from '../load-curve.ts';
import type { Translated } from '../recipe-words.ts';

/** It asks nothing before, and no one has published it. */
export const words: Translated<typeof english> = {
  title: '延迟随负载的变化',
  question: '每条赛道能跟上多高的速率？响应时间是多少？',
  method:
    '所有赛道依次用相同的速率测量，从低到高。在每个速率下，各赛道按轮次交替运行。响应时间从命令到期的时刻算起，因此包括等待。',
  source: '',
  ask: '',
  choices: {},
  takeaway: () => '',
  claims: {},
  labels: {
    'at-rate': ({ rps }, { count }) => `${count(rps)}/s`,
    'by-rate': '每个速率下的响应时间',
    'by-lane': '每条赛道能跟上的速率',
    offered: '要求',
    lane: '赛道',
    reached: '达到/s',
    queue: '队列',
    'queue-state': ({ state }) =>
      ({
        kept: '跟得上',
        grows: '在增长',
        short: '无法判定',
        failed: '赛道失败',
        stopped: '已停止',
      })[state],
    'kept-rate': '跟得上的最高速率',
    'grows-from': '队列开始增长',
  },
  sentences: {
    keeps: ({ lane, kept, grows, highest, more = false }, { count }) =>
      [
        kept === null ? `${lane}：所有速率都跟不上` : `${lane}：跟得上 ${count(kept)}/s`,
        grows !== null
          ? `；在 ${count(grows)}/s 时队列增长`
          : kept === highest
            ? more
              ? '，即目前测过的最高速率'
              : '，即最高的速率'
            : '；更高时队列是否增长无法判定',
        '。',
      ].join(''),
    disturbed: ({ lane, rates, kept }, { count, list }) =>
      `${lane} 的队列在 ${list(rates.map((rate) => `${count(rate)}/s`))} 时增长过，但它跟得上 ${count(kept)}/s：当时有其他因素干扰。`,
  },
};
