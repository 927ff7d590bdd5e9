import { expect, test } from 'vitest';
import { english } from '../../../shared/words/en/index.ts';
import { russian } from '../../../shared/words/ru/index.ts';
import { describeServer } from '../../../shared/words/settings.ts';
import { chinese } from '../../../shared/words/zh/index.ts';

const unusual = {
  tls: true,
  access: 'acl-user',
  persistence: 'aof-always',
  ioThreads: 4,
  maxMemoryBytes: 100 * 1024 ** 2,
} as const;

test.each([
  ['English', english, 'TLS, ACL user, AOF always, 4 I/O threads, 100 MiB at most'],
  ['Russian', russian, 'TLS, пользователь ACL, AOF всегда, 4 потока I/O, не больше 100 МиБ'],
  ['Chinese', chinese, 'TLS、ACL 用户、每次写入 AOF、4 个 I/O 线程、最多 100 MiB'],
])('What is unusual about a server is said in %s', (_language, words, said) => {
  expect(describeServer(unusual, words)).toBe(said);
});

test('Of a server with all defaults nothing is said', () => {
  expect(describeServer(undefined, english)).toBe('');
});
