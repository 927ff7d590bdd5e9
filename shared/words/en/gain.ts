import type { GainWords } from '../gain.ts';

export const gain: GainWords = {
  factors: (gain, waiting, batching) => `${gain}: ${waiting} from not waiting, ${batching} from batching.`,
  inconclusive: 'inconclusive',
};
