import { expect, test } from 'vitest';
import { TargetUrlInvalid } from '../../../server/redis/connection/target-unusable.ts';
import { targetFromUrl } from '../../../server/redis/targets/open-target.ts';

test.each([
  [
    'a host alone',
    'redis://example.org',
    { host: 'example.org', port: 6379, db: 0 },
    'redis://example.org:6379',
  ],
  ['a port', 'redis://127.0.0.1:7000', { host: '127.0.0.1', port: 7000, db: 0 }, 'redis://127.0.0.1:7000'],
  ['a database', 'redis://h/2', { host: 'h', port: 6379, db: 2 }, 'redis://h:6379 (database 2)'],
  [
    'a database as a parameter',
    'redis://h?db=2',
    { host: 'h', port: 6379, db: 2 },
    'redis://h:6379 (database 2)',
  ],
  [
    'a password',
    'redis://:se%40cret@h',
    { host: 'h', port: 6379, password: 'se@cret', db: 0 },
    'redis://h:6379',
  ],
  [
    'a user',
    'redis://ann:se@h:1/0',
    { host: 'h', port: 1, username: 'ann', password: 'se', db: 0 },
    'redis://h:1',
  ],
  ['an IPv6 address', 'redis://[::1]:7000', { host: '::1', port: 7000, db: 0 }, 'redis://[::1]:7000'],
  [
    'TLS',
    'rediss://example.org',
    { host: 'example.org', port: 6379, db: 0, tls: { servername: 'example.org' } },
    'rediss://example.org:6379',
  ],
  [
    'TLS to an address',
    'rediss://10.0.0.1',
    { host: '10.0.0.1', port: 6379, db: 0, tls: {} },
    'rediss://10.0.0.1:6379',
  ],
  ['a Unix socket', 'unix:///run/redis.sock', { path: '/run/redis.sock', db: 0 }, 'unix:///run/redis.sock'],
  [
    'a Unix socket with a password and a database',
    'unix://:pw@/run/redis.sock?db=1',
    { path: '/run/redis.sock', password: 'pw', db: 1 },
    'unix:///run/redis.sock (database 1)',
  ],
])('reads %s', (_, url, endpoint, label) => {
  expect(targetFromUrl(url)).toEqual({
    description: { id: 'url', kind: 'url', label },
    endpoint,
    isPrivate: false,
  });
});

test.each([
  ['no scheme', 'localhost:6379', 'no scheme'],
  ['a scheme of something else', 'http://h', 'http://'],
  ['no host', 'redis://', 'no host'],
  ['port 0', 'redis://h:0', 'Port 0'],
  ['a port that is none', 'redis://h:99999', 'malformed'],
  ['a bare @ and / in a password', 'redis://u:p@ss/w@h', 'write @ as %40 and / as %2F'],
  ['a database that is no number', 'redis://h/first', 'database'],
  ['a relative path of a socket', 'unix://run/redis.sock', 'slash'],
  ['no path of a socket', 'unix:///', 'slash'],
  ['an unknown parameter', 'redis://h?family=6', 'parameter'],
])('refuses %s', (_, url, words) => {
  expect(() => targetFromUrl(url)).toThrow(TargetUrlInvalid);
  expect(() => targetFromUrl(url)).toThrow(words);
});

test.each([
  'redis://user:geheim/x@h',
  'redis://user:geheim#x@h',
  'redis://user:geheim?x@h',
  'redis://user:geheim%zz@h',
  'redis://:geheim@h:port',
  'redis://:geheim@h/geheim',
  'http://user:geheim@h',
  'user:geheim@h',
])('never repeats a secret: %s', (url) => {
  let message = '';
  try {
    targetFromUrl(url);
  } catch (error) {
    message = String(error);
  }
  expect(message).toContain('TargetUrlInvalid');
  expect(message).not.toContain('geheim');
});
