import type { Words } from '../words.ts';
import { gain } from './gain.ts';
import { numbers } from './numbers.ts';
import { sustainedRate } from './sustained-rate.ts';
import { praise } from './praise.ts';
import { server } from './server.ts';
import { verdict } from './verdict.ts';
import { warning } from './warning.ts';

export const russian: Words = {
  gain,
  sustainedRate,
  numbers,
  praise,
  server,
  tooBusy: 'Машина была слишком занята: дорожки ждали ядра.',
  verdict,
  warning,
};
