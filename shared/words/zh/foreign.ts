import type { ForeignWords } from '../foreign-words.ts';
import { numbers } from './numbers.ts';
import { say } from './spaced.ts';

export const foreign: ForeignWords = {
  by: (tool) => say`由 ${tool} 测得。`,
  oneRun: '只有一次运行，没有区间：数据的波动未知。',
  inRun: (name, run) => `${name}，第 ${run} 次`,
  heads: {
    test: '测试',
    mean: '平均',
    max: '最大',
    spread: '最差 – 最好的一次',
    hits: '命中/秒',
    misses: '未命中/秒',
    kilobytes: 'KB/秒',
  },
  remark: {
    average: ({ runs }) =>
      `${runs === null ? '多次' : `${numbers.count(runs)} 次`}运行的平均值。该工具给出最差和最好的一次，没有区间。`,
    interrupted: () => '运行被中断：数据只涵盖中断之前的部分。',
    'connection-errors': ({ count }) => `${numbers.count(count)} 次连接错误：速率只计收到的回复。`,
    'failed-requests': ({ count }) => `${numbers.count(count)} 个请求失败，速率把它们也计算在内。`,
    'error-line': ({ line, times }) =>
      `该工具报告：“${line}”${times === 1 ? '' : `，共 ${numbers.count(times)} 次`}。`,
    unfinished: ({ name }) => say`${name} 没有最终数据：运行被停止，或文本在此截断。`,
  },
  refused: {
    http: (tool) => say`${tool} 的结果：它测的是 HTTP，不是 Redis 命令`,
    script: (tool) => say`${tool} 的结果：它测的是脚本或其请求，不是 Redis 命令`,
    settings: (tool) => say`${tool} 的设置列表：它说明要运行什么，没有数据`,
    memcached: (tool) => say`${tool} 对 memcached 的结果：不是 Redis 的数据`,
    'cut-off': (tool) => say`${tool} 的结果，但其 JSON 被截断，或混有其他文本`,
    unread: (tool) => say`${tool} 的结果，其格式无法读取`,
  },
  readInstead:
    'Roundtrip 可读取 redis-benchmark、valkey-benchmark、memtier_benchmark、redis-benchmark-go 和 valkey-perf-benchmark 的文本、CSV 与 JSON。',
};
