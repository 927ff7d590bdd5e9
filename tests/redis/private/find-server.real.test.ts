import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  findServer,
  installedPrograms,
  installedServers,
  readServerVersion,
  RedisServerMissing,
  serverVersion,
} from '../../../server/redis/private/find-server.ts';
import { findProgram } from '../../../server/setup/programs.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function program(folder: string, name: string, prints = '', first = ''): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${first}\necho '${prints}'\n`);
  chmodSync(path, 0o755);
  return path;
}

test('redis-server is taken before valkey-server, from the first folder of the PATH that has it', () => {
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  const valkey = program(first, 'valkey-server');
  expect(findServer({ PATH: `${first}:${second}` })).toBe(valkey);
  const redis = program(second, 'redis-server');
  expect(findServer({ PATH: `${first}:${second}` })).toBe(redis);
});

test('ROUNDTRIP_REDIS_SERVER comes before the PATH, as a path or a name', () => {
  const folder = temporaryFolder();
  program(folder, 'redis-server');
  const other = program(folder, 'my-redis');
  expect(findServer({ PATH: folder, ROUNDTRIP_REDIS_SERVER: other })).toBe(other);
  expect(findServer({ PATH: folder, ROUNDTRIP_REDIS_SERVER: 'my-redis' })).toBe(other);
});

test('a missing server is told with how to get one', () => {
  expect(() => findServer({ PATH: temporaryFolder() })).toThrow(RedisServerMissing);
  expect(() => findServer({})).toThrow(/redis-server.*apt-get install.*--url/s);
  expect(() => findServer({ ROUNDTRIP_REDIS_SERVER: '/nowhere' })).toThrow(
    'ROUNDTRIP_REDIS_SERVER is "/nowhere"',
  );
});

test('a file that cannot be run is no server', () => {
  const folder = temporaryFolder();
  chmodSync(program(folder, 'redis-server'), 0o644);
  expect(() => findServer({ PATH: folder })).toThrow(RedisServerMissing);
});

test('the preparation and the server look in the same places', () => {
  const folder = temporaryFolder();
  const path = program(folder, 'valkey-server');
  expect(findProgram('redis', { PATH: folder })).toBe(findServer({ PATH: folder }));
  expect(findProgram('redis', { ROUNDTRIP_REDIS_SERVER: path })).toBe(
    findServer({ ROUNDTRIP_REDIS_SERVER: path }),
  );
});

test.each([
  [
    'Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64',
    { name: 'redis', version: '7.0.15', major: 7, minor: 0, allocator: 'jemalloc-5.3.0' },
  ],
  [
    'Valkey server v=8.1.0 sha=0:0 malloc=libc bits=64',
    { name: 'valkey', version: '8.1.0', major: 8, minor: 1, allocator: 'libc' },
  ],
  [
    'Redis server v=8.0-rc1 sha=0',
    { name: 'redis', version: '8.0-rc1', major: 8, minor: 0, allocator: null },
  ],
])('reads the version out of "%s"', async (line, version) => {
  expect(await readServerVersion(program(temporaryFolder(), 'redis-server', line))).toEqual(version);
});

test('a program that is something else is refused', async () => {
  const path = program(temporaryFolder(), 'redis-server', 'hello');
  await expect(readServerVersion(path)).rejects.toThrow(
    `${path} does not say that it is a Redis server: hello`,
  );
});

test('a program is asked for its version once, and again when it is another or did not answer', async () => {
  const folder = temporaryFolder();
  const asked = join(folder, 'asked');
  const place = (line: string) => program(folder, 'redis-server', line, `echo asked >> ${asked}`);
  const times = () => readFileSync(asked, 'utf8').split('\n').length - 1;
  const path = place('hello');
  await expect(serverVersion(path)).rejects.toThrow('hello');
  await expect(serverVersion(path)).rejects.toThrow('hello');
  expect(times()).toBe(2);
  place('Redis server v=7.0.15 sha=0 malloc=libc bits=64');
  const versions = [
    await serverVersion(path),
    ...(await Promise.all([serverVersion(path), serverVersion(path)])),
  ];
  expect(versions.map(({ version }) => version)).toEqual(['7.0.15', '7.0.15', '7.0.15']);
  expect(times()).toBe(3);
  place('Redis server v=7.2.1 sha=0 malloc=libc bits=64');
  expect((await serverVersion(path)).version).toBe('7.2.1');
  expect(times()).toBe(4);
});

test('finds a program by its name, whichever is the first, and lists those that are installed', async () => {
  const folder = temporaryFolder();
  const redis = program(folder, 'redis-server', 'Redis server v=7.0.15 sha=0 malloc=jemalloc-5.3.0 bits=64');
  const valkey = program(folder, 'valkey-server', 'Valkey server v=8.0.1 sha=0 malloc=libc bits=64');
  const env = { PATH: folder };
  expect(findServer(env)).toBe(redis);
  expect(findServer(env, 'valkey-server')).toBe(valkey);
  expect(installedPrograms(env)).toEqual(['redis-server', 'valkey-server']);
  expect(await installedServers(env)).toEqual([
    { id: 'redis-server', version: '7.0.15', allocator: 'jemalloc-5.3.0' },
    { id: 'valkey-server', version: '8.0.1', allocator: 'libc' },
  ]);
});

test('ROUNDTRIP_VALKEY_SERVER adds a Valkey to a machine whose usual server is another', async () => {
  const folder = temporaryFolder();
  const redis = program(folder, 'redis-server', 'Redis server v=7.0.15 sha=0 malloc=jemalloc-5.3.0 bits=64');
  const line = 'Valkey server v=8.0.1 sha=0 malloc=jemalloc-5.3.0 bits=64';
  const valkey = program(temporaryFolder(), 'valkey-server', line);
  const env = { PATH: folder, ROUNDTRIP_VALKEY_SERVER: valkey };
  expect(findServer(env)).toBe(redis);
  expect(findServer(env, 'valkey-server')).toBe(valkey);
  expect(installedPrograms(env)).toEqual(['redis-server', 'valkey-server']);
  expect((await installedServers(env))[1]).toMatchObject({ id: 'valkey-server', version: '8.0.1' });
  expect(installedPrograms({ ...env, ROUNDTRIP_VALKEY_SERVER: '/nowhere/valkey-server' })).toEqual([
    'redis-server',
  ]);
});

test('a program with a name is not replaced by another', async () => {
  const folder = temporaryFolder();
  const path = program(folder, 'valkey-server', 'Valkey server v=8.0.1 sha=0 malloc=libc bits=64');
  const env = { PATH: temporaryFolder(), ROUNDTRIP_REDIS_SERVER: path };
  expect(findServer(env, 'valkey-server')).toBe(path);
  expect(() => findServer(env, 'redis-server')).toThrow('redis-server is not installed');
  expect(await installedServers(env)).toEqual([
    { id: 'redis-server', version: null, allocator: null },
    { id: 'valkey-server', version: '8.0.1', allocator: 'libc' },
  ]);
});
