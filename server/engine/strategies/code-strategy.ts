import { programStrategy } from '../../../shared/plan/program-lane.ts';
import type { Strategy } from '../lane/strategy.ts';

const needsCode = () => Promise.reject(new Error('this lane is code of the user, and none was given'));

/** A lane that is code of the user. No list of strategies has it: it is none that could be chosen. */
export const codeStrategy: Strategy = {
  id: programStrategy,
  label: 'Your code',
  summary: 'Code of your own: each call is one unit of work.',
  batching: 'none',
  commands: null,
  bare: true,
  hidden: true,
  semantics: {
    atomic: false,
    onFailure: 'The lane fails, with the place in the code.',
    blocksOthers: 'As the code does it.',
    cluster: 'Not measured.',
    writes: 'as the code does it',
    bytes: 'as the code does it',
  },
  connect: needsCode,
  connectCluster: needsCode,
};
