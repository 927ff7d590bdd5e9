import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolvePlan } from '../../../server/http/activity/resolve-plan.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { readPlanAddress } from '../../../shared/plan/address/read.ts';
import { writePlanAddress } from '../../../shared/plan/address/write.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { parseOrder } from '../../../shared/search/order.ts';
import { workloadSettings } from '../../../shared/settings/workload.ts';

/** Of a plan's fields that are refused because of where they came from. */
function refusedIn(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.problems.filter(({ reason }) => reason?.code === 'local-setting').map(({ field }) => field);
  }
}

const plan = {
  workload: { keyPrefix: 'mine:' },
  lanes: [{ strategy: 'pipeline' }, { strategy: 'pipeline', workload: { keyPrefix: 'other:' } }],
};
const both = ['workload.keyPrefix', 'lanes[1].workload.keyPrefix'];

describe('A setting that is local, as a row says', () => {
  const row = workloadSettings.keyPrefix as { origin?: 'local' };
  beforeAll(() => {
    row.origin = 'local';
  });
  afterAll(() => {
    delete row.origin;
  });

  test('is read from the command line and the library', () => {
    expect(parsePlan(plan, 'local').workload.keyPrefix).toBe('mine:');
  });

  test('is refused in a plan from anywhere', () => {
    expect(refusedIn(() => parsePlan(plan))).toEqual(both);
  });

  test('is refused over HTTP', () => {
    expect(refusedIn(() => resolvePlan(plan, { targets: [] }))).toEqual(both);
  });

  test('is refused in the workload of a search', () => {
    const workload = plan.workload;
    expect(refusedIn(() => parseOrder({ workload }))).toEqual(['workload.keyPrefix']);
  });

  test('is refused in an address, and no address is made with it', () => {
    const read = readPlanAddress('plan=1&keyPrefix=mine:&lane=pipeline&lane=pipeline&keyPrefix=other:');
    expect(refusedIn(() => parsePlan(read?.input))).toEqual(both);
    expect(writePlanAddress(plan)).toBe('plan=1&lane=pipeline&lane=pipeline');
  });
});
