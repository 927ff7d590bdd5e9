import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { redisServicesInUse, stopCommand, withoutStartingServices } from '../../server/setup/services.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

const read = (path: string) => () => Promise.resolve(readFileSync(path, 'utf8'));

test('while a package is installed no service may start; afterwards the policy before it is back', async () => {
  const path = join(temporaryFolder(), 'policy-rc.d');
  writeFileSync(path, '#!/bin/sh\nexit 104\n', { mode: 0o755 });
  expect(await withoutStartingServices(read(path), path)).toMatch(/\nexit 101\n$/);
  expect(readFileSync(path, 'utf8')).toBe('#!/bin/sh\nexit 104\n');
  expect(statSync(path).mode & 0o777).toBe(0o755);
});

test('where there was no policy there is none afterwards, also when the installation fails', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'policy-rc.d');
  await withoutStartingServices(() => {
    expect(statSync(path).mode & 0o111).toBe(0o111);
    return Promise.resolve();
  }, path);
  expect(existsSync(path)).toBe(false);
  await expect(withoutStartingServices(() => Promise.reject(new Error('failed')), path)).rejects.toThrow(
    'failed',
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('what a preparation that was killed has left aside comes back with the next one', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'policy-rc.d');
  writeFileSync(path, '#!/bin/sh\nexit 104\n');
  let ofKilled = '';
  await withoutStartingServices(() => {
    ofKilled = readFileSync(path, 'utf8');
    return Promise.resolve();
  }, path);
  writeFileSync(`${path}.before-roundtrip`, '#!/bin/sh\nexit 104\n');
  writeFileSync(path, ofKilled);

  await withoutStartingServices(() => Promise.resolve(), path);
  expect(readFileSync(path, 'utf8')).toBe('#!/bin/sh\nexit 104\n');
  expect(readdirSync(folder)).toEqual(['policy-rc.d']);
});

/** A machine where these questions get an answer other than "no". */
const machine = (
  hasSystemd: boolean,
  answers: Record<string, { status: number | null; answer: string }>,
) => ({
  hasSystemd,
  hasScript: (name: string) => name === 'redis-server',
  ask: (command: string[]) => answers[command.join(' ')] ?? { status: 3, answer: '' },
});

test('a service counts as in use when it runs or will start with the machine', () => {
  const running = machine(true, { 'systemctl is-active redis-server': { status: 0, answer: 'active' } });
  const enabled = machine(true, {
    'systemctl is-enabled valkey': { status: 0, answer: 'enabled' },
    'systemctl is-enabled redis': { status: 0, answer: 'alias' },
  });
  const script = machine(false, { 'service redis-server status': { status: 0, answer: '' } });
  expect(redisServicesInUse(running)).toEqual(['redis-server']);
  expect(redisServicesInUse(enabled)).toEqual(['valkey']);
  expect(redisServicesInUse(script)).toEqual(['redis-server']);
  expect(redisServicesInUse(machine(true, {}))).toEqual([]);
});

test('a service is stopped in the way of the machine', () => {
  expect(stopCommand('redis', { hasSystemd: true })).toEqual(['systemctl', 'disable', '--now', 'redis']);
  expect(stopCommand('redis', { hasSystemd: false })).toEqual(['service', 'redis', 'stop']);
});
