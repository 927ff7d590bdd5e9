import type { KeptRateWords } from '../kept-rate.ts';

export const keptRate: KeptRateWords = {
  kept: (rate) => `Every lane keeps up with ${rate} commands/s`,
  missed: (rate, lanes) =>
    lanes === ''
      ? `No lane keeps up with ${rate} commands/s.`
      : `Only ${lanes} keeps up with ${rate} commands/s.`,
  responses: (times) => `Which is better, response times tell; p50: ${times}.`,
};
