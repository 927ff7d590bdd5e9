import { expect, test } from 'vitest';
import { Versions } from '../../../server/engine/lane/staleness.ts';

test('a read is late by the first write that it did not see', () => {
  const versions = new Versions(2);
  expect(versions.newest(0)).toBe(0);
  versions.acknowledged(0, 1, 10);
  versions.acknowledged(1, 2, 20);
  versions.acknowledged(0, 3, 30);
  versions.acknowledged(0, 4, 40);
  expect([versions.newest(0), versions.newest(1)]).toEqual([4, 2]);
  expect(versions.replacedAt(0, 4)).toBe(10);
  expect(versions.replacedAt(1, 4)).toBe(30);
  expect(versions.replacedAt(3, 4)).toBe(40);
  // As it was when the read was called: the write after it does not count.
  expect(versions.replacedAt(1, 3)).toBe(30);
});

test('of more writes than it remembers, the oldest that it does is told', () => {
  const versions = new Versions(1);
  for (let version = 1; version <= 200_000; version++) versions.acknowledged(0, version, version);
  const at = versions.replacedAt(5, 200_000);
  expect(at).toBeGreaterThan(200_000 - 65_536);
  expect(at).toBeLessThanOrEqual(200_000 - 65_535);
});
