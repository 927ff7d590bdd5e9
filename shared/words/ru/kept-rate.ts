import type { KeptRateWords } from '../kept-rate.ts';

export const keptRate: KeptRateWords = {
  kept: (rate) => `Все дорожки поспевают: ${rate} команд/с`,
  missed: (rate, lanes) =>
    `${lanes === '' ? 'Ни одна дорожка не поспевает' : `Поспевает только ${lanes}`}: ${rate} команд/с.`,
  responses: (times) => `Какая лучше, говорит время ответа; p50: ${times}.`,
};
