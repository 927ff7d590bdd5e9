import { describe, expect, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import {
  bystanderPrefix,
  KeyNames,
  lanePrefix,
  newRunPrefix,
  newRunRecord,
} from '../../../server/engine/workload/key-names.ts';
import { readRunPrefix, runPrefixOf } from '../../../server/redis/keys/run-id.ts';
import { limits } from '../../../shared/limits.ts';

const types = ['string', 'counter', 'list', 'set', 'hash', 'zset', 'stream', null] as const;
const run = 'roundtrip:k3x9qm7q:';

describe('the names of keys', () => {
  test('are as long in every lane, for every type and every number, so that lanes send as many bytes', () => {
    const lengths = [0, 1, 7, 8].flatMap((lane) =>
      types.flatMap((type) => {
        const names = new KeyNames(lanePrefix(run, lane), type, 10_000);
        return [0, 9, 10, 9999].map((index) => names.name(index).length);
      }),
    );
    expect(new Set(lengths).size).toBe(1);
  });

  test('differ from lane to lane and from type to type, so that no command finds a key of the wrong type', () => {
    const names = [0, 1, 7, 8].flatMap((lane) =>
      types.map((type) => new KeyNames(lanePrefix(run, lane), type, 10).name(3)),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  test.each([
    { keyspace: 1, index: 0, digits: '00000' },
    { keyspace: 10_000, index: 42, digits: '00042' },
    { keyspace: 100_000, index: 99_999, digits: '99999' },
    { keyspace: 131_073, index: 131_072, digits: '131072' },
    { keyspace: 1_000_000_000, index: 7, digits: '000000007' },
  ])('have as many digits as a keyspace of $keyspace needs: $digits', ({ keyspace, index, digits }) => {
    const names = new KeyNames(lanePrefix(run, 0), 'string', keyspace);
    expect(names.name(index)).toBe(`${names.prefix}${digits}`);
    expect(names.width).toBe(digits.length);
  });

  test('hold the text of the workload, behind the prefix and before the number', () => {
    const names = new KeyNames(lanePrefix(run, 0), 'string', 10_000, '32021:9000:');
    expect(names.name(42)).toBe(`${lanePrefix(run, 0)}s32021:9000:00042`);
    expect(new KeyNames(lanePrefix(run, 1), 'counter', 10).name(3)).toBe(`${run}bc00003`);
  });
});

describe('the record of a new run', () => {
  const recordOf = (input: unknown) => newRunRecord(parsePlan(input, 'local'));

  test('names the prefix of each lane once, under the root of the plan', () => {
    const get = { strategy: 'pipeline', workload: { commands: ['get'] } };
    const lanes = [{ strategy: 'multi' }, get, { ...get, id: 'again' }, { strategy: 'lua' }];
    const record = recordOf({ prefix: 'app:', lanes });
    const runPrefix = runPrefixOf(record);
    expect(record.root).toBe('app:');
    expect(runPrefix).toMatch(/^app:[a-z0-9]{8}:$/);
    // The third lane reads the keys of the second.
    expect(record.lanes).toEqual(['a', 'b', 'd'].map((letter) => runPrefix + letter));
  });

  test('has a root of its own where the plan names none, as has a prefix on a private server', () => {
    expect(recordOf({ lanes: [{ strategy: 'multi' }] }).root).toBe('roundtrip:');
    expect(readRunPrefix(newRunPrefix())?.root).toBe('roundtrip:');
  });

  test('has no lane whose keys are those of a bystander', () => {
    const prefixes = Array.from({ length: limits.lanes.max }, (_, lane) => lanePrefix(run, lane));
    expect(prefixes).not.toContain(bystanderPrefix(run));
    expect(bystanderPrefix(run)).toHaveLength(prefixes[0]?.length ?? NaN);
  });

  test('says how many agents carry it out, if any', () => {
    const lanes = [{ strategy: 'pipeline' }];
    expect(recordOf({ agents: 2, lanes }).agents).toBe(2);
    expect(recordOf({ lanes })).not.toHaveProperty('agents');
  });

  test('names the keys of a bystander, and prefixes that end in a hash tag and a letter', () => {
    const record = recordOf({
      ...{ bystander: {}, workload: { hashTag: 'lane' } },
      lanes: [{ strategy: 'pipeline' }, { strategy: 'multi' }],
    });
    const runPrefix = runPrefixOf(record);
    expect(record.lanes).toEqual([`${runPrefix}{t}a`, `${runPrefix}{t}b`, bystanderPrefix(runPrefix)]);
  });
});
