import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { planSchema } from '../../shared/contract/plan.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { nearlyValid, type ValueSchema } from '../../campaign/schema-values.ts';

test('of the plans that are drawn some are accepted and most are not: both ways are tried', () => {
  const schema = z.toJSONSchema(planSchema, { unrepresentable: 'any', io: 'input' }) as ValueSchema;
  const plans = fc.sample(nearlyValid(schema, {}), { seed: 1, numRuns: 2000 });
  const accepted = plans.filter((plan) => {
    try {
      parsePlan(plan);
      return true;
    } catch {
      return false;
    }
  }).length;
  expect(accepted).toBeGreaterThan(5);
  expect(accepted).toBeLessThan(1500);
});
