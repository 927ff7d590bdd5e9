import type { Words } from '../words.ts';
import { gain } from './gain.ts';
import { numbers } from './numbers.ts';
import { sustainedRate } from './sustained-rate.ts';
import { praise } from './praise.ts';
import { server } from './server.ts';
import { verdict } from './verdict.ts';
import { warning } from './warning.ts';

export const chinese: Words = {
  gain,
  sustainedRate,
  numbers,
  praise,
  server,
  tooBusy: '这台机器当时太忙：赛道要等待 CPU 核。',
  verdict,
  warning,
};
