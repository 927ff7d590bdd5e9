import { expect, test } from 'vitest';
import { redact, redactAll } from '../../../server/redis/connection/redact.ts';

const long = 'geheim'.repeat(15);

test.each([
  ['redis://ann:geheim@host:6379/2', 'redis://***@host:6379/2'],
  ['no target "rediss://:geheim@host"; there is', 'no target "rediss://***@host"; there is'],
  ['redis://geheim@host', 'redis://***@host'],
  ['unix://ann:geheim@/run/redis.sock', 'unix://***@/run/redis.sock'],
  ['redis+sentinel://ann:geheim@a:1,b:2/main', 'redis+sentinel://***@a:1,b:2/main'],
  ['redis://ann:geheim@a,redis://bob:geheim@b', 'redis://***@b'],
  [
    'redis+sentinel://a:1/main?sentinel-password=geheim&db=1',
    'redis+sentinel://a:1/main?sentinel-password=***&db=1',
  ],
  ['https://ann:geheim@host/path', 'https://***@host/path'],
  ["argument 'ann:geheim@host:6379'", "argument '***@host:6379'"],
  // Characters that have no place in a password are typed all the same.
  ['redis://ann:geh@geheim/x?y#z@host', 'redis://***@host'],
  [`argument 'redis://ann:my geheim isn't@host'`, `argument 'redis://***@host'`],
  [String.raw`"redis://ann:ge\"geheim@host", "a"`, `"redis://***@host", "a"`],
  // What was too long to be quoted whole has lost its host.
  [`must be text, not "redis://ann:${long.slice(0, 60)}…"`, 'must be text, not "redis://***…"'],
  ['no folder /redis:/ann:geheim@host/', 'no folder /redis:/***@host/'],
  // A line of the log.
  ['{"msg":"redis://ann:geheim@host","of":"a@b"}', '{"msg":"redis://***@host","of":"a@b"}'],
])('%s loses its secret', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  'redis://127.0.0.1:6379, redis://[::1]:6379/2 and rediss://host',
  'redis://[USER[:PASSWORD]@]HOST[:PORT], rediss://… for TLS, unix://[USER:PASSWORD@]/PATH',
  'unix:///run/a@b/redis.sock',
  'file:///app/node_modules/@redis/client/index.js:12:3',
  'https://registry.npmjs.org/@redis/client',
  'pipeline@node-redis: 12.3k/s, at 12:30:00.000, a@b.c',
  '{"msg":"redis://127.0.0.1:6379","of":"a@b"}',
])('%s is left as it is', (text) => {
  expect(redact(text)).toBe(text);
});

test('a document keeps its form', () => {
  const problem = {
    field: 'target',
    value: 'redis://:geheim@h',
    allowed: { min: 1 },
    all: ['a:geheim@b', null],
  };
  expect(redactAll(problem)).toEqual({
    field: 'target',
    value: 'redis://***@h',
    allowed: { min: 1 },
    all: ['***@b', null],
  });
});

test('a megabyte without an address takes no time worth naming', { timeout: 5000 }, () => {
  for (const text of ['a'.repeat(1e6), 'a:'.repeat(5e5), `redis://${'a'.repeat(1e6)}`])
    expect(redact(text)).toBe(text);
});
