import { expect, test } from 'vitest';
import type { SearchResult } from '../../../shared/contract/search.ts';
import { runCli } from '../../support/run-cli.ts';

/** Apart from the others of advise: whether a rate is kept depends on what else this machine has to do. */
const short = ['advise', '--strategy', 'pipeline', '-P', '4', '-c', '2', '--budget', '7s'];

test.each([
  ['ioredis', 'concurrent'],
  // It sends together what one turn of the event loop gathers.
  ['node-redis', 'auto-pipeline'],
])('at a fixed low rate it is about response time; with %s against %s', async (client, baseline) => {
  const { code, stdout } = await runCli([...short, '--client', client, '--rps', '200', '--json', '-', '-q']);
  expect(code).toBe(0);
  const { recommendation } = JSON.parse(stdout) as SearchResult;
  expect(recommendation?.baseline).toMatchObject({ strategy: baseline, keepsRate: true });
  expect(recommendation?.worth).toMatch(/^(no|inconclusive)$/);
});
