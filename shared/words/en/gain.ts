import type { GainWords } from '../gain.ts';
import { numbers } from './numbers.ts';

export const gain: GainWords = {
  numbers,
  factors: (gain, waiting, batching, apart) =>
    `${gain} in two factors${apart ? ', each measured by itself' : ''}: ${waiting} from not waiting, ${batching} from batching.`,
  inconclusive: 'inconclusive',
  evidence: (concurrent, figures) => `What batching changed against ${concurrent}: ${figures.join(', ')}.`,
  perWrite: (batching, concurrent) => `${batching} commands per write instead of ${concurrent}`,
  perRead: (batching, concurrent) => `${batching} per server read instead of ${concurrent}`,
  serverCpu: (batching, concurrent) => `${batching} µs of server CPU per command instead of ${concurrent}`,
  bytes: (batching, concurrent) => `${batching} bytes sent per command instead of ${concurrent}`,
};
