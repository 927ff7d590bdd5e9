import type { GainWords } from '../gain.ts';

export const gain: GainWords = {
  factors: (gain, waiting, batching) =>
    `${gain}: ${waiting} за счёт отправки без ожидания, ${batching} за счёт пакетов.`,
  inconclusive: 'разница не видна',
};
