import { expect, test } from 'vitest';
import { useEmbedded } from '../../support/embedded.ts';
import { begin, quick } from './begin-run.ts';

const embedded = useEmbedded();

test.each([
  // Without refilling, a fifth of them would find something, and half of these.
  { commands: ['lpop'] as const, keyspace: 300, requests: 16_000, leastHits: 0.8, mostBytes: 100 },
  { commands: ['del'] as const, keyspace: 2000, requests: 8000, leastHits: 0.7, mostBytes: 5 },
  // Values would have grown to 4 kB.
  { commands: ['append', 'get'] as const, keyspace: 10, requests: 8000, leastHits: 1, mostBytes: 400 },
  { commands: ['rpush', 'lpop'] as const, keyspace: 10, requests: 8000, leastHits: 0.9, mostBytes: 100 },
])(
  'each slice of $commands finds what the one before found',
  async ({ commands, leastHits, mostBytes, ...amount }) => {
    const { run } = begin(embedded().target, {
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'wire' }],
      workload: { ...quick, commands: [...commands], dataSize: 10, ...amount },
    });
    for (const lane of (await run.finished).lanes) {
      expect(lane.throughput?.slices).toHaveLength(8);
      expect(lane.hitRate).toBeGreaterThanOrEqual(leastHits);
      expect(Number(lane.bytesIn) / lane.commands).toBeLessThan(mostBytes);
      expect(lane.countsAgree).toBe(true);
    }
  },
);
