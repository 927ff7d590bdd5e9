import { list } from '@ioredis/commands';
import { expect, test } from 'vitest';
import { onlyReads, redisCommand } from '../../../shared/commands/redis.ts';
import {
  answersContent,
  answersCount,
  answersFound,
  replies,
  takesAway,
} from '../../../shared/commands/replies.ts';

test.each(Object.entries(replies))(
  'every command whose reply %s is one of Redis, in capitals',
  (_, names) => {
    for (const name of names)
      expect([name, redisCommand(name)]).toEqual([name.toUpperCase(), expect.anything()]);
  },
);

test.each([
  ['SPOP', true],
  ['ZPOPMIN', true],
  ['GETEX', true],
  ['STRLEN', true],
  ['SREM', true],
  ['ZRANK', false],
  ['ZSCORE', false],
  ['TTL', false],
  ['SADD', false],
])('the reply to %s says whether something was there: %s', (name, says) => {
  expect(answersFound(name)).toBe(says);
});

test('what takes or counts is a write', () => {
  expect([...replies.takes, ...replies.counts].filter(onlyReads)).toEqual([]);
});

test('every POP takes, and every write that increments, pushes or stores a result counts', () => {
  const writes = list.map((name) => name.toUpperCase()).filter((name) => !onlyReads(name));
  expect(writes.filter((name) => /POP/.test(name) && !takesAway(name))).toEqual([]);
  const counts = writes.filter((name) => /INCR|DECR|PUSH|STORE$/.test(name) && !takesAway(name));
  expect(counts.filter((name) => !answersCount(name))).toEqual(['RESTORE']);
});

test.each([
  ['HGET', true],
  ['LMOVE', true],
  ['GETSET', true],
  ['SET', false],
  ['LPUSH', false],
])('the reply to %s depends on what the key holds: %s', (name, depends) => {
  expect(answersContent(name)).toBe(depends);
});
