import type { GainWords } from '../gain.ts';

export const gain: GainWords = {
  factors: (gain, waiting, batching) => `${gain}：不等回复带来 ${waiting}，批量带来 ${batching}。`,
  inconclusive: '分不出快慢',
};
