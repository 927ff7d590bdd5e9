import { run } from '@roundtrip-lab/roundtrip';
import { expect, test } from 'vitest';

test(
  'a pipeline of 32 is at least 1.5 times as fast as one command at a time',
  { timeout: 60_000 },
  async () => {
    const { state, comparisons } = await run({
      workload: { commands: ['set'], clients: 4, pipeline: 32, durationMs: 1000, warmupMs: 300 },
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
    });
    const [pipeline] = comparisons;
    expect(state).toBe('completed');
    // The whole 95 % interval, not its middle alone: so that a noisy machine does not decide.
    expect(pipeline?.ci95?.[0]).toBeGreaterThan(1.5);
  },
);
