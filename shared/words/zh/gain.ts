import type { GainWords } from '../gain.ts';
import { numbers } from './numbers.ts';

export const gain: GainWords = {
  numbers,
  factors: (gain, waiting, batching, apart) =>
    `${gain} 分成两个因子${apart ? '（各自测得）' : ''}：不等回复带来 ${waiting}，批量带来 ${batching}。`,
  inconclusive: '分不出快慢',
  evidence: (concurrent, figures) => `与“${concurrent}”相比，批量改变了：${figures.join('，')}。`,
  perWrite: (batching, concurrent) => `每次写入 ${batching} 条命令，而不是 ${concurrent} 条`,
  perRead: (batching, concurrent) => `服务器每次读取 ${batching} 条，而不是 ${concurrent} 条`,
  serverCpu: (batching, concurrent) => `每条命令占用服务器 CPU ${batching} 微秒，而不是 ${concurrent} 微秒`,
  bytes: (batching, concurrent) => `每条命令发送 ${batching} 字节，而不是 ${concurrent} 字节`,
};
