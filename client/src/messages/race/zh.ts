import type { RaceMessages } from './en.ts';
import { chinese } from '../../../../shared/words/zh/index.ts';

const { numbers } = chinese;

export const race: RaceMessages = {
  job: (count, name) =>
    name === null ? `${numbers.count(count)} 个单元` : `${numbers.count(count)} 条 ${name}`,
  size: '任务大小',
  pace: '速度',
  paces: { '10': '放慢 10 倍', '1': '实时', '0.1': '加快 10 倍' },
  again: '再来一次 (W)',
  first: '第一',
  noRate: '没有速率',
  source: '按本次运行测得的速率绘制。',
  behind: (first, last, share) => `${first} 完成时，${last} 只做了 ${share}。`,
};
