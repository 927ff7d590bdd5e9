import * as z from 'zod/mini';
import { parse } from '../../../shared/contract/parse.ts';
import { planSchema } from '../../../shared/contract/plan.ts';
import { keyRoot } from '../../engine/workload/key-names.ts';
import { inOptions } from './plan-of.ts';
import { lastOf, type OptionValues } from '../../terminal/options/option-words.ts';

const ofPlan = z.object({ prefix: planSchema.shape.prefix });

/** The root of `--prefix`, in the form that a plan may name. Throws UsageError, in the words of `bench`. */
export function keyRootIn(values: OptionValues): string {
  const prefix = lastOf(values, 'prefix');
  if (prefix === null) return keyRoot;
  try {
    return parse(ofPlan, { prefix }).prefix ?? keyRoot;
  } catch (error) {
    throw inOptions(error, { values, inFile: () => null });
  }
}
