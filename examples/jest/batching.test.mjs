import { expect, test } from '@jest/globals';
import { run } from '@roundtrip-lab/roundtrip';
import { matchers } from '@roundtrip-lab/roundtrip/jest';

// Modules of Node in Jest: NODE_OPTIONS=--experimental-vm-modules npx jest
expect.extend(matchers);

test('a pipeline of 32 is at least 1.5 times as fast as one command at a time', async () => {
  const result = await run({
    workload: { commands: ['set'], clients: 4, pipeline: 32, durationMs: 1000, warmupMs: 300 },
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
  });
  expect(result).toRunFasterThan('one-by-one', { by: 1.5 });
}, 60_000);
