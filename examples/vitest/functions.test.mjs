import { run } from '@roundtrip-lab/roundtrip';
import { matchers } from '@roundtrip-lab/roundtrip/vitest';
import { expect, test } from 'vitest';

expect.extend(matchers);

const items = Array.from({ length: 10 }, (_, n) => `item:${n}`);

async function oneByOne(redis) {
  for (const item of items) await redis.get(item);
}
const inOneTrip = (redis) => redis.mget(items);

test(
  'the items of a page come in one round trip, at least five times as fast',
  { timeout: 60_000 },
  async () => {
    const result = await run({
      network: { rttMs: 1 },
      workload: { clients: 4, durationMs: 1000, warmupMs: 300 },
      lanes: [
        { id: 'before', fn: oneByOne },
        { id: 'after', fn: inOneTrip },
      ],
    });
    expect(result.lanes.map(({ perUnit }) => perUnit?.trips)).toEqual([10, 1]);
    expect(result).toRunFasterThan('before', { by: 5 });
  },
);
