import { autoPipeline } from './auto-pipeline.ts';
import { concurrent } from './concurrent.ts';
import { lua } from './lua.ts';
import { multiKey } from './multi-key.ts';
import { multi } from './multi.ts';
import { nagle } from './nagle.ts';
import { noop } from './noop.ts';
import { oneByOne } from './one-by-one.ts';
import { pipeline } from './pipeline.ts';
import type { Strategy } from '../lane/strategy.ts';
import { wire } from './wire.ts';

/** Every strategy there is, in the order in which they are offered. */
export const strategies: readonly Strategy[] = [
  oneByOne,
  concurrent,
  nagle,
  autoPipeline,
  pipeline,
  multi,
  multiKey,
  lua,
  wire,
  noop,
];

/** Looks a strategy up by its id. */
export const findStrategy = (id: string): Strategy | undefined =>
  strategies.find((strategy) => strategy.id === id);
