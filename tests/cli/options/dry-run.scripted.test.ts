import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../../server/cli/exit-codes.ts';
import { runCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// Nothing listens there: to open it would fail.
const words = [
  'bench',
  '-u',
  'redis://127.0.0.1:1',
  '--strategy',
  'one-by-one,pipeline',
  '-P',
  '64',
  '--rps',
  '900',
];

test('--dry-run prints the whole plan, its time and the equal lines, and opens no server', async () => {
  const { code, stdout, stderr } = await runCli([...words, '--dry-run']);
  expect({ code, stderr }).toMatchObject({ code: exitCodes.done });
  const plan = JSON.parse(stdout) as { workload: object; lanes: object[] };
  expect(plan.workload).toMatchObject({ pipeline: 64, rps: 900, dataSize: 100, threads: 1 });
  expect(plan.lanes).toHaveLength(2);
  expect(stderr).toMatch(/^Nothing was sent\. A run of this plan takes about \d+ s\.\n/);
  expect(stderr).toMatch(/^pipeline: redis-benchmark .*-P 64 .*# differs in: .*rate/m);

  const file = join(temporaryFolder(), 'plan.json');
  writeFileSync(file, stdout);
  const again = await runCli(['bench', '-u', 'redis://127.0.0.1:1', '--plan', file, '--dry-run', '-q']);
  expect(again).toMatchObject({ code: exitCodes.done, stderr: '' });
  expect(JSON.parse(again.stdout)).toEqual(plan);
});

test('a race lasts ten seconds, unless it says how long', async () => {
  const durationOf = async (...more: string[]) => {
    const { stdout } = await runCli(['bench', '--schedule', 'race', '--dry-run', '-q', ...more]);
    return (JSON.parse(stdout) as { workload: { durationMs: number } }).workload.durationMs;
  };
  expect([await durationOf(), await durationOf('--duration', '4s')]).toEqual([10_000, 4000]);
});

test('a plan that somebody is to stop ends here after --duration, and no other plan takes that', async () => {
  const file = join(temporaryFolder(), 'plan.json');
  const bench = (plan: object, ...more: string[]) => {
    writeFileSync(file, JSON.stringify(plan));
    return runCli(['bench', '--plan', file, '--dry-run', '-q', ...more]);
  };
  const plan = { lanes: [{ strategy: 'pipeline' }], schedule: { untilStopped: true, sliceMs: 125 } };
  const ends = await bench(plan, '--duration', '3s');
  const { workload, schedule } = JSON.parse(ends.stdout) as { workload: object; schedule: object };
  expect(workload).toMatchObject({ durationMs: 3000 });
  expect(schedule).toMatchObject({ sliceMs: 125 });
  expect(schedule).not.toHaveProperty('untilStopped');
  expect(await bench(plan)).toMatchObject({
    code: exitCodes.wrongUsage,
    stderr: expect.stringMatching(/schedule\.untilStopped.*--duration 30s/),
  });
  expect(await bench({ lanes: plan.lanes }, '--duration', '3s')).toMatchObject({
    code: exitCodes.wrongUsage,
    stderr: expect.stringContaining('--plan holds the whole plan: leave out --duration'),
  });
});

test('--dry-run knows how long a narrow link takes for what is in flight', async () => {
  const link = ['-d', '256k', '-P', '100', '--bandwidth', '100mbit', '--duration', '1s', '--dry-run'];
  const { stderr } = await runCli(['bench', '--strategy', 'pipeline', '-t', 'get', ...link]);
  const [, drain] = /takes (\d+) s over this link/.exec(stderr) ?? [];
  const [, minutes] = /A run of this plan takes about (\d+) min/.exec(stderr) ?? [];
  expect(Number(minutes) * 60, stderr).toBeGreaterThan(3 * Number(drain));
});

test('--dry-run goes with a single run alone', async () => {
  const { code, stderr } = await runCli(['bench', '--rtt', '0,1ms', '--dry-run']);
  expect(code).toBe(exitCodes.wrongUsage);
  expect(stderr).toContain(
    '--dry-run does not go with --rtt with several round trips: it shows the plan of a single run, and this is a series',
  );
});
