import { numbersIn } from '../numbers.ts';

export const numbers = numbersIn({
  groupsFrom: 5,
  separator: '、',
  colon: '：',
  uncertain: (figure) => `约 ${figure}`,
  gap: '',
  units: { s: '秒', min: '分钟', '/s': '/秒', 'commands/s': '命令/秒' },
  scales: [
    [1e8, '亿'],
    [1e4, '万'],
  ],
});
