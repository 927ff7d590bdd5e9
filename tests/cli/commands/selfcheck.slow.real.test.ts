import { expect, test } from 'vitest';
import { runCli } from '../../support/run-cli.ts';

test('selfcheck finds what every strategy sent in what the server counted', async () => {
  const { code, stdout, stderr } = await runCli(['selfcheck', '--only', 'counts']);
  expect([code, stderr]).toEqual([0, '']);
  const [, equal, all] = /(\d+) of (\d+) equal to the command/.exec(stdout) ?? [];
  expect(Number(all)).toBeGreaterThan(8);
  expect(equal).toBe(all);
});
