import type { SustainedRateWords } from '../sustained-rate.ts';

export const sustainedRate: SustainedRateWords = {
  kept: (rate) => `每条赛道都跟得上 ${rate} 命令/秒`,
  missed: (rate, lanes) => `${lanes === '' ? '没有赛道' : `只有 ${lanes} `}跟得上 ${rate} 命令/秒。`,
  responses: (times) => `哪条更好，要看响应时间；p50：${times}。`,
};
