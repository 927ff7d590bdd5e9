import type { SustainedRateWords } from '../sustained-rate.ts';

export const sustainedRate: SustainedRateWords = {
  kept: (rate) => `Every lane keeps up with ${rate} commands/s`,
  missed: (rate, lanes, count) =>
    lanes === ''
      ? `No lane keeps up with ${rate} commands/s.`
      : `Only ${lanes} ${count === 1 ? 'keeps' : 'keep'} up with ${rate} commands/s.`,
  responses: (times) => `Which is better, response times tell; p50: ${times}.`,
};
