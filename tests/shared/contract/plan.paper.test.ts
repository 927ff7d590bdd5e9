import { describe, expect, expectTypeOf, test } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { laneWorkloadSchema, workloadSchema, type Workload } from '../../../shared/contract/workload.ts';

type LaneWorkload = NonNullable<PlanInput['lanes'][number]['workload']>;

describe('the workload of a lane', () => {
  test('has the fields of a workload and no others, each of its own type', () => {
    expectTypeOf<keyof LaneWorkload>().toEqualTypeOf<keyof Workload>();
    expectTypeOf<LaneWorkload['clients']>().toEqualTypeOf<number | undefined>();
    const lanes: PlanInput['lanes'] = [
      { strategy: 'multi', workload: { clients: 3 } },
      // @ts-expect-error A typo does not compile.
      { strategy: 'multi', workload: { clints: 3 } },
      // @ts-expect-error Nor does a number where a list belongs.
      { strategy: 'multi', workload: { commands: 3 } },
    ];
    expect(lanes).toHaveLength(3);
  });

  test('says only what differs: nothing is filled in, as it is for the whole of a plan', () => {
    expect(laneWorkloadSchema.parse({ clients: 3 })).toEqual({ clients: 3 });
    expect(workloadSchema.parse({ clients: 3 })).toMatchObject({
      clients: 3,
      pipeline: 16,
      commands: ['set'],
    });
  });

  test('keeps the bounds of the plan', () => {
    expect(laneWorkloadSchema.safeParse({ clients: 0 }).success).toBe(false);
  });
});
