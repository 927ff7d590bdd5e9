import { expect, test } from 'vitest';
import { parseAssertion } from '../../../../server/cli/gate/assertions/lanes.ts';
import { gateOption } from '../../../../shared/plan/command-lines/gate.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../../shared/contract/plan.ts';

test.each<[string, PlanInput['lanes'], string]>([
  [
    'two lanes',
    [{ strategy: 'one-by-one' }, { strategy: 'auto-pipeline' }],
    "--assert 'auto-pipeline.throughput / one-by-one.throughput >= 2'",
  ],
  [
    'a strategy twice',
    [{ strategy: 'pipeline' }, { strategy: 'pipeline', workload: { pipeline: 64 } }],
    "--assert 'pipeline-2.throughput / pipeline.throughput >= 2'",
  ],
  ['one lane', [{ strategy: 'lua' }], "--assert 'lua.p99 < 5ms'"],
])('The example of a gate is an assertion that the command line takes: %s', (_what, lanes, option) => {
  expect(gateOption({ lanes })).toBe(option);
  const said = /'(.*)'/.exec(option)?.[1] ?? '';
  expect(() => parseAssertion(said, { plan: parsePlan({ lanes }) })).not.toThrow();
});
