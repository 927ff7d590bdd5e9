import { profile as report } from '../../../../shared/words/zh/profile.ts';
import type { ProfileMessages } from './en.ts';

export const profile: ProfileMessages = {
  report,
  about: '程序的哪些行在逐个等待 Redis 的回复，改成批量能省多少时间。',
  record: '先录制程序，再把追踪文件拖到这里：',
  watch: '或者在程序运行时观看：',
  line: '可复制的命令行',
  stays: (most) => `文件只留在此浏览器中。最大 ${most}。`,
  open: '打开追踪或剖析文件…',
  example: '打开示例',
  close: '关闭',
  reading: '读取中…',
  cut: '文件在一行中间断开：已读到最后一个完整的行。',
  notJudged: '这些结论只依据所发送的内容：追踪文件里没有剖析器的结论，而剖析器能读取源码。',
  onlyFirst: '一次只显示一个文件：这是第一个。',
  noTimeline: '此文件只有结论，没有追踪内容。带时间线的是追踪文件（--trace FILE）。',
  refused: {
    other: (name) =>
      `${name} 既不是追踪文件，也不是剖析文件。它们由 roundtrip profile --trace FILE 或 --json FILE 写出；运行结果请在“记录”中打开。`,
    newer: (name, version) => `${name} 的版本是 ${version}，由更新的 Roundtrip 写出：请用那个版本打开。`,
    older: (name, version) =>
      `${name} 是版本 ${version} 的追踪文件，由较早的 Roundtrip 写出，无法读取：请重新录制。`,
    tooLarge: (name, size, most) =>
      `${name} 有 ${size}；最多读取 ${most}。降低 --budget 或缩短运行时间可减小文件。`,
    unreadable: (name) => `无法读取 ${name}。`,
  },
  live: {
    recording: '正在录制',
    waits: '等待第一个 Redis 命令',
    soFar: (units) => `目前 ${units}`,
    ended: (code) => `已结束，退出码 ${code}`,
    newest: '程序运行期间只依据最新的命令作出结论；结束后依据录到的全部命令。',
  },
  sites: '时间耗在哪里',
  columns: {
    place: '代码行',
    unit: '单元',
    command: '命令',
    perUnit: '每单元',
    waiting: '等待，ms',
    saving: '可节省，ms',
    why: '原因',
  },
  moreSites: (count) => `另有 ${count} 处，见 roundtrip profile --read FILE --json -。`,
  timeline: '一个单元的时间线',
  unit: '单元',
  which: { slowest: '最慢', median: '中位', newest: '最新' },
  choice: (name, which, ms) => `${name}：${which}，${ms}`,
  own: '程序自身',
  ownTime: (own, of, needing) =>
    `${of} 中有 ${own} 是程序自身的时间。线从一条回复连到紧接其后的命令${needing > 0 ? '；参数来自该回复时线较粗' : ''}。`,
  table: '以表格显示',
  axis: 'ms',
  bars: {
    number: '序号',
    command: '命令',
    place: '代码行',
    from: '从，ms',
    to: '到，ms',
    after: '紧接其回复',
    needs: '使用其回复',
  },
  left: (count) => `此单元另有 ${count} 条未画出。`,
};
