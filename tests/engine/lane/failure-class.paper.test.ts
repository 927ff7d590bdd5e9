import { describe, expect, test } from 'vitest';
import { failureClass, isFatal, LibraryTimeout } from '../../../server/engine/lane/failure-class.ts';

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });
const named = (message: string, name: string) => Object.assign(new Error(message), { name });

describe('a failure is counted by its class', () => {
  test.each([
    {
      error: new Error('WRONGTYPE Operation against a key holding the wrong kind of value'),
      expected: 'WRONGTYPE',
    },
    { error: new Error("OOM command not allowed when used memory > 'maxmemory'."), expected: 'OOM' },
    { error: new Error('MOVED 3999 127.0.0.1:6381'), expected: 'MOVED' },
    { error: new Error('ERR unknown command'), expected: 'ERR' },
    {
      error: new Error('EXECABORT Transaction discarded because of previous errors.'),
      expected: 'EXECABORT',
    },
    { error: new Error('NOAUTH Authentication required.'), expected: 'NOAUTH' },
    { error: new Error('LOADING'), expected: 'LOADING' },
    { error: withCode('read ECONNRESET', 'ECONNRESET'), expected: 'connection lost' },
    { error: withCode('write EPIPE', 'EPIPE'), expected: 'connection lost' },
    { error: withCode('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED'), expected: 'connection lost' },
    { error: new Error('Connection is closed.'), expected: 'connection lost' },
    // Of node-redis, once its socket has gone.
    { error: new Error('The client is closed'), expected: 'connection lost' },
    { error: new Error('The client is offline'), expected: 'connection lost' },
    // Of a pipeline that was answered in part, by ioredis.
    {
      error: named('Command aborted due to connection close', 'AbortError'),
      expected: 'connection lost',
    },
    {
      error: new Error("Stream isn't writeable and enableOfflineQueue options is false"),
      expected: 'connection lost',
    },
    {
      error: Object.assign(withCode('read EHOSTUNREACH', 'EHOSTUNREACH'), { syscall: 'read' }),
      expected: 'connection lost',
    },
    { error: withCode('read ETIMEDOUT', 'ETIMEDOUT'), expected: 'connection lost' },
    { error: named('ERR timeout is not a float or out of range', 'ReplyError'), expected: 'ERR' },
    { error: new Error('Command timed out'), expected: 'timeout' },
    { error: new LibraryTimeout('GLIDE', 250), expected: 'library timeout' },
    { error: new Error('timeout: no reply for 10000 ms'), expected: 'timeout' },
    { error: withCode('connect EADDRNOTAVAIL', 'EADDRNOTAVAIL'), expected: 'EADDRNOTAVAIL' },
    { error: named('Something odd happened', 'TypeError'), expected: 'TypeError' },
    { error: 'no error at all', expected: 'unknown' },
    { error: undefined, expected: 'unknown' },
  ])('$error as $expected', ({ error, expected }) => {
    expect(failureClass(error)).toBe(expected);
  });

  test.each([
    { failure: 'connection lost', fatal: true },
    { failure: 'timeout', fatal: true },
    { failure: 'WRONGTYPE', fatal: false },
    { failure: 'OOM', fatal: false },
    { failure: 'MOVED', fatal: false },
  ])('and that nothing more can follow on the connection after $failure is $fatal', ({ failure, fatal }) => {
    expect(isFatal(failure)).toBe(fatal);
  });
});
