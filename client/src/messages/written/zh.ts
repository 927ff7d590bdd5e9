import type { WrittenMessages } from './en.ts';

export const written: WrittenMessages = {
  title: '服务的工作单元（JSON）',
  about:
    '一个单元分阶段发送的命令。前一阶段的回复全部到达后，下一阶段才开始。每条赛道以自己的方式执行同样的单元。',
  example: '使用示例',
  open: '打开文件',
  notJson: (why) => `不是 JSON：${why}`,
  problems: '问题及其位置：',
  checked: (name) => `“${name}”可以运行。`,
};
