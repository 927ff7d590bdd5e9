import { eventReporters, reporters } from '../reporters/index.ts';
import type { BenchOption } from './option.ts';

/** Options that say what is told of the run, and where to. */
export const outputOptions: readonly BenchOption[] = [
  ...[...reporters, ...eventReporters].map(({ id, help }): BenchOption => ({
    name: id,
    argument: 'FILE',
    group: 'Output',
    help: `${help}; - for stdout`,
    repeatable: true,
  })),
  {
    name: 'quiet',
    short: 'q',
    group: 'Output',
    help: 'no table and no progress',
  },
  {
    name: 'no-progress',
    group: 'Output',
    help: 'no progress',
  },
  {
    name: 'help',
    short: 'h',
    group: 'Output',
    help: 'this text',
  },
];
