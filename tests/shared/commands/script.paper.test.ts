import { expect, test } from 'vitest';
import { callBeyondKeys, calledBy } from '../../../shared/commands/script.ts';

test.each([
  ['return 1', null],
  ["return redis.call('GET', KEYS[1])", null],
  ["redis.pcall( 'hset' , KEYS[1] .. ':x', ARGV[1], 1)", null],
  ["return redis.call('TIME')", null],
  ["return redis.call('zunionstore', KEYS[1], 2, KEYS[2], KEYS[3])", null],
  ["return server.call('get', 'session')", "server.call('get', 'session'"],
  ["return redis.call('get', 'session')", "redis.call('get', 'session'"],
  ['return redis.call("get", [[session]])', 'redis.call("get", [[session'],
  ["return redis.call('get', ARGV[1])", "redis.call('get', ARGV[1]"],
  ["redis.call('get', KEYS[1]) redis.call('flushall')", "redis.call('flushall'"],
  ["redis.call('keys', KEYS[1])", "redis.call('keys', KEYS[1]"],
  ["redis.call('config', 'set', 'maxmemory', 1)", "redis.call('config', 'set'"],
  ["redis.call('publish', KEYS[1], 1)", "redis.call('publish', KEYS[1]"],
])('%s reaches beyond its keys by %s', (script, call) => {
  expect(callBeyondKeys(script)).toBe(call);
});

test('a script names the commands that it calls', () => {
  expect(
    calledBy("redis.call('INCR', KEYS[1]) redis.pcall(name, 1) redis.call('Expire', KEYS[1], 1)"),
  ).toEqual(['incr', 'expire']);
});
