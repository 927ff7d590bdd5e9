import { expect, test } from 'vitest';
import { installedPrograms } from '../../../server/redis/private/find-server.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { runCli } from '../../support/run-cli.ts';

const quick = ['--duration', '400ms', '--warmup', '0', '--no-progress', '--strategy', 'pipeline'];
const bench = (...words: string[]) => runCli(['bench', ...quick, ...words]);

test('One and two I/O threads are compared in one run, by the servers that say so', async () => {
  const { code, stdout, stderr } = await bench('--io-threads', '1,2', '--json', '-');
  expect(stderr).toMatch(/embedded, 2\s+I\/O threads/);
  expect(code).toBe(0);
  const { lanes, comparisons } = JSON.parse(stdout) as Result;
  expect(lanes.map(({ target, countsAgree }) => [target?.ioThreads, countsAgree])).toEqual([
    [1, true],
    [2, true],
  ]);
  expect(comparisons).toMatchObject([{ lane: 'pipeline-io-threads-2', baseline: 'pipeline' }]);
});

test('Redis beside Valkey is compared in one run where both are installed, else refused by name', async () => {
  const installed: string[] = installedPrograms();
  const missing = ['redis-server', 'valkey-server'].find((program) => !installed.includes(program));
  const { code, stdout, stderr } = await bench('--server', 'redis-server,valkey-server', '--json', '-');
  if (missing !== undefined) {
    expect(stderr).toContain(`${missing} is not installed`);
    expect(code).toBe(2);
    return;
  }
  expect(code).toBe(0);
  const { lanes, comparisons } = JSON.parse(stdout) as Result;
  expect(lanes.map(({ id, target, countsAgree, failed }) => [id, target?.name, countsAgree, failed])).toEqual(
    [
      ['pipeline-redis-server', 'redis', true, 0],
      ['pipeline-valkey-server', 'valkey', true, 0],
    ],
  );
  expect(lanes.every(({ commands }) => commands > 0)).toBe(true);
  const [comparison] = comparisons;
  expect(comparison).toMatchObject({ lane: 'pipeline-valkey-server', baseline: 'pipeline-redis-server' });
  expect(comparison?.ci95).not.toBeNull();
});

test('A program that is installed is measured; one that is not is wrong usage, with its name', async () => {
  const installed: string[] = installedPrograms();
  for (const program of ['redis-server', 'valkey-server']) {
    const { code, stderr } = await bench('--server', program);
    if (installed.includes(program)) expect(code).toBe(0);
    else {
      expect(stderr).toContain(`--server: ${program} is not installed`);
      expect(code).toBe(2);
    }
  }
});
