import { gateOptions } from './gate.ts';
import { howOptions } from './how.ts';
import type { BenchOption } from './option.ts';
import { outputOptions } from './output.ts';
import { sentOptions } from './sent.ts';
import { serverOptions } from './server.ts';
import { whereOptions } from './where.ts';

export { optionName, type BenchOption } from './option.ts';

/** Every option of `bench`, in the order of its help. */
export const benchOptions: readonly BenchOption[] = [
  ...sentOptions,
  ...howOptions,
  ...whereOptions,
  ...serverOptions,
  ...gateOptions,
  ...outputOptions,
];
