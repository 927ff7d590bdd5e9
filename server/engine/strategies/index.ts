import { traitsOf } from '../../../shared/contract/strategies.ts';
import type { Strategy } from '../lane/strategy.ts';
import { codeStrategy } from './code-strategy.ts';

const files = import.meta.glob<{ strategy?: Strategy }>('./*.ts', { eager: true });

/** One that measures the harness comes last. */
const orderOf = ({ id }: Strategy) => traitsOf(id)?.order ?? 1000;

/** Every strategy there is, in the order in which they are offered. */
export const strategies: readonly Strategy[] = Object.values(files)
  .flatMap(({ strategy }) => strategy ?? [])
  .sort((one, other) => orderOf(one) - orderOf(other));

/** Also what no list offers: code of the user. */
export const findStrategy = (id: string): Strategy | undefined =>
  [...strategies, codeStrategy].find((strategy) => strategy.id === id);
