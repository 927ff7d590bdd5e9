import type { Translated } from '../../sweep/recipe-words.ts';
import type { SyncSetting, words as english } from '../durability.ts';

const settings: Readonly<Record<SyncSetting, string>> = {
  off: '不用 AOF',
  everysec: '每秒同步',
  always: '每次都同步',
};

export const words: Translated<typeof english> = {
  title: '批量与磁盘',
  question: 'AOF 对吞吐量有什么影响：逐条发送时，以及批量发送时？',
  method:
    '用 ioredis 发 100 字节的 SET，三台内置服务器：不用 AOF、每秒同步、每次回复前同步。服务器把一次循环读到的命令一起同步，因此一批共用一次等待。文件在临时目录里：在那里同步要多久取决于磁盘。',
  source: '已发表的测试（作者与标题不详）；没有数字的说法',
  ask: '每次都同步时，每管道 100 条的速度是一个连接逐条发送的多少倍？',
  choices: {},
  takeaway: (times) => `每次写入都同步到磁盘时，每管道 100 条的每秒写入数是逐条发送的 ${times} 倍。`,
  claims: {
    'settings-cost-throughput': {
      text: '服务器的设置（如 appendfsync）会损失吞吐量。',
      rule: '成立的条件：每次都同步、一个连接逐条发送时，吞吐量低于不用 AOF 时的 0.8 倍。以两个区间最近的端点计。',
    },
  },
  labels: {
    setting: ({ setting }) => settings[setting],
    'lane-with-setting': ({ setting, lane }, { label }) => `${settings[setting]}：${label(lane)}`,
    'set-of-100-bytes': '100 字节的 SET',
    'against-no-file': '相对无文件',
    'against-one-by-one': '相对逐条发送',
    'always-to-no-file': '每次都同步对比不用 AOF，逐条发送',
  },
  sentences: {
    'cost-of': ({ setting, single, batch, batched }, { ratio }) =>
      `${settings[setting]}：逐条发送达到无文件时的 ${ratio(single)}，每管道 ${batch} 条达到 ${ratio(batched)}。`,
    gains: ({ batch, gains }, { ratio, list }) =>
      `每管道 ${batch} 条对比逐条发送：${list(gains.map((gain) => `${settings[gain.setting]} ${ratio(gain.ratio)}`))}。`,
  },
};
