import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, run } from '@roundtrip-lab/roundtrip';

test('a pipeline of 32 is at least 1.5 times as fast as one command at a time', async () => {
  const result = await run({
    workload: { commands: ['set'], clients: 4, pipeline: 32, durationMs: 1000, warmupMs: 300 },
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
  });
  const checks = check(result, ['pipeline.throughput / one-by-one.throughput > 1.5', 'pipeline.failed == 0']);
  // Where the 95 % interval reaches across the bound, nothing is judged: `passed` is null.
  assert.deepEqual(
    checks.filter(({ passed }) => passed === false),
    [],
  );
});
