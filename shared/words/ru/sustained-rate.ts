import type { SustainedRateWords } from '../sustained-rate.ts';

export const sustainedRate: SustainedRateWords = {
  kept: (rate) => `Все дорожки поспевают: ${rate} команд/с`,
  missed: (rate, lanes, count) =>
    `${lanes === '' ? 'Ни одна дорожка не поспевает' : `${count === 1 ? 'Поспевает' : 'Поспевают'} только ${lanes}`}: ${rate} команд/с.`,
  responses: (times) => `Какая лучше, говорит время ответа; p50: ${times}.`,
};
