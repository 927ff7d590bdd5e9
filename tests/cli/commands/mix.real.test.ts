import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import { runCli } from '../../support/run-cli.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const folder = folderForAll();
const names =
  'get set incr hgetall hmget exists ttl smembers zrange setnx sismember zscore zrank hexists llen strlen getex pfadd geoadd hincrby zpopmin spop lmpop xrange';

async function measured(...options: string[]) {
  const words = [
    '-n',
    '3000',
    '-c',
    '2',
    '--warmup',
    '0',
    '--strategy',
    'pipeline',
    '--json',
    '-',
    ...options,
  ];
  const { code, stdout, stderr } = await runCli(['bench', ...words]);
  return { code, stderr, lane: (JSON.parse(stdout) as Result).lanes[0] };
}

test('All commands of a mix of 24 are answered without an error, and find what they ask for', async () => {
  const file = join(folder(), 'stats.txt');
  writeFileSync(
    file,
    names
      .split(' ')
      .map((name, place) => `cmdstat_${name}:calls=${place < 2 ? 200 : 100},usec=1`)
      .join('\n'),
  );
  const { code, stderr, lane } = await measured('--mix', file);
  expect(code).toBe(0);
  expect(stderr).not.toContain('leaves out');
  expect(lane).toMatchObject({ failed: 0, countsAgree: true });
  expect(lane?.byCommand?.map(({ command }) => command.toLowerCase()).toSorted()).toEqual(
    names.split(' ').toSorted(),
  );
  expect(lane?.hitRate).toBeGreaterThan(0.9);
  const sent = new Map(lane?.byCommand?.map(({ command, answered }) => [command, answered]));
  // 3000 draws by weights of 2 and 1 of 26.
  expect((sent.get('GET') ?? 0) / 3000).toBeCloseTo(2 / 26, 1);
  expect((sent.get('LMPOP') ?? 0) / 3000).toBeCloseTo(1 / 26, 1);
});

test('Lines stand beside commands of -t, with a weight each', async () => {
  const { code, lane } = await measured('-t', 'get', '--command', 'EXISTS __key__', '--ratio', '3:1');
  expect(code).toBe(0);
  expect(lane).toMatchObject({ failed: 0, countsAgree: true });
  expect(lane?.byCommand?.map(({ command }) => command)).toEqual(['GET', 'EXISTS']);
});
