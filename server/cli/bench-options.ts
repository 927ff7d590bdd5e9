import { gateOptions } from './options/gate.ts';
import { howOptions } from './options/how.ts';
import type { BenchOption } from './options/option.ts';
import { outputOptions } from './options/output.ts';
import { sentOptions } from './options/sent.ts';
import { serverOptions } from './options/server.ts';
import { whereOptions } from './options/where.ts';

export { nameOf, type BenchOption } from './options/option.ts';

/** Every option of `bench`, in the order of its help. */
export const benchOptions: readonly BenchOption[] = [
  ...sentOptions,
  ...howOptions,
  ...whereOptions,
  ...serverOptions,
  ...gateOptions,
  ...outputOptions,
];
