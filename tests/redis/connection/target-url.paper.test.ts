import { expect, test } from 'vitest';
import { TargetUrlInvalid } from '../../../server/redis/connection/target-unusable.ts';
import { readTargetUrl } from '../../../server/redis/connection/target-url.ts';
import { targetFromUrl } from '../../support/target-from-url.ts';

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
  [
    'a password of digits before a port',
    'redis://:123@h:1',
    { host: 'h', port: 1, password: '123', db: 0 },
    'redis://h:1',
  ],
  ['a host of %XX', 'redis://a%2Db', { host: 'a-b', port: 6379, db: 0 }, 'redis://a-b:6379'],
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
  ['an unknown parameter', 'redis://h?family=6', 'unknown parameter; known are db.'],
  ['a parameter of TLS without TLS', 'redis://h?ca=x', 'The parameter ca is for TLS: write rediss://'],
  ['a fragment', 'redis://h#x', 'malformed'],
  ['an IPv6 address that is none', 'redis://[::x]', 'malformed'],
  ['two hosts', 'redis://a,b', 'malformed'],
  ['a blank in a host', 'redis://a b', 'malformed'],
  ['no host of a cluster', 'redis+cluster://', 'no host'],
  ['a database of a cluster', 'redis+cluster://h:1/2', 'A cluster has no database but 0'],
  ['a database in a list', 'redis://a,redis://b/2', 'A cluster has no database but 0'],
])('refuses %s', (_, url, words) => {
  expect(() => targetFromUrl(url)).toThrow(TargetUrlInvalid);
  expect(() => targetFromUrl(url)).toThrow(words);
});

test.each(['redis://', 'redis+cluster://', 'redis+sentinel://', 'rediss://'])(
  '%s: names the character of a password and how to write it',
  (scheme) => {
    for (const [bare, written] of [
      ['/', '%2F'],
      ['?', '%3F'],
      ['#', '%23'],
    ] as const)
      expect(() => readTargetUrl(`${scheme}ann:ge${bare}heim@h/m`)).toThrow(
        `holds a "${bare}" before the @: in a password, write it as ${written}`,
      );
  },
);

test.each([
  ['redis+cluster://ann:se@a:1,[::1]:2,b', ['a', 1], ['::1', 2], ['b', 6379]],
  ['redis://ann:se@a:1, redis://b', ['a', 1], ['b', 6379]],
])('reads a cluster: %s', (url, ...nodes) => {
  expect(readTargetUrl(url)).toMatchObject({
    type: 'cluster',
    endpoint: {
      ...{ host: 'a', port: 1, username: 'ann', password: 'se' },
      cluster: { nodes: nodes.map(([host, port]) => ({ host, port })) },
    },
  });
});

test('reads Sentinels: hosts, ports, master, users, passwords, database', () => {
  expect(readTargetUrl('redis+sentinel://ann:se%40cret@a,b:1,[::1]:2/my%20master?db=3')).toEqual({
    type: 'sentinel',
    address: {
      sentinels: [
        { host: 'a', port: 26379 },
        { host: 'b', port: 1 },
        { host: '::1', port: 2 },
      ],
      ...{ master: 'my master', username: 'ann', password: 'se@cret', db: 3, ofSentinels: {} },
    },
  });
  const url = 'REDISS+sentinel://a:1/m?sentinel-user=watch&sentinel-password=a%2Bb/c@d';
  expect(readTargetUrl(url)).toMatchObject({
    address: { ofSentinels: { username: 'watch', password: 'a+b/c@d' }, tls: {} },
  });
});

const ofSentinels = [
  ['no master', 'ann:geheim@a:1', 'names no master'],
  ['no host', 'ann:geheim@/m', 'names no host'],
  ['a port that is none', 'ann:geheim@a:99999/m', 'malformed'],
  ['port 0', 'ann:geheim@a:0/m', 'Port 0'],
  ['a database that is no number', 'ann:geheim@a/m?db=x', 'is no number'],
  ['a bare % in the password', 'ann:geheim%zz@a/m', 'a % that does not start a %XX'],
  ['another parameter', 'ann:geheim@a/m?x=1', 'known are db, sentinel-user, sentinel-password.'],
  ['a bare % in the password of the Sentinels', 'a/m?sentinel-password=geheim%zz', 'a % that does not'],
  ['a certificate without TLS', 'ann:geheim@a/m?ca=package.json', 'The parameter ca is for TLS'],
].map(([what = '', rest = '', words = '']) => [what, `redis+sentinel://${rest}`, words] as const);

test.each(ofSentinels)('refuses %s of Sentinels', (_, url, words) => {
  expect(() => readTargetUrl(url)).toThrow(TargetUrlInvalid);
  expect(() => readTargetUrl(url)).toThrow(words);
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
  ...ofSentinels.map(([, url]) => url),
])('never repeats a secret: %s', (url) => {
  let message = '';
  try {
    readTargetUrl(url);
  } catch (error) {
    message = String(error);
  }
  expect(message).toContain('TargetUrlInvalid');
  expect(message).not.toContain('geheim');
});
