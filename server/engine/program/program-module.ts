import type { ProgramModule } from '../lane/lane-code.ts';
import { ProgramFault } from './fault.ts';

const parts = ['connect', 'setup', 'teardown'] as const;

/**
 * The functions of a module: `export default async (redis, i, { prefix }) => { … }`, and those beside it. Throws
 * ProgramFault for a module that has none.
 */
export function programOf(exported: Record<string, unknown>): ProgramModule {
  const { default: unit, ...others } = exported;
  // What CommonJS exports is the default of it.
  const common = typeof unit === 'object' && unit !== null ? (unit as Record<string, unknown>) : {};
  const found: Record<string, unknown> = { ...common, ...others };
  const called = typeof unit === 'function' ? unit : common['default'];
  if (typeof called !== 'function')
    throw new ProgramFault(
      'exports no function to measure: export default async (redis, i, { prefix }) => { … } carries one unit out',
    );
  const wrong = parts.find((name) => found[name] !== undefined && typeof found[name] !== 'function');
  if (wrong !== undefined) throw new ProgramFault(`exports ${wrong}, which is no function`);
  const { connect, setup, teardown } = found as Partial<ProgramModule>;
  return { unit: called as ProgramModule['unit'], connect, setup, teardown };
}
