import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const short = [
  'bench',
  '-q',
  '--strategy',
  'pipeline',
  '--warmup',
  '0',
  '--duration',
  '100ms',
  '--slice',
  '100ms',
];

test('in a step of a GitHub workflow the report is added to its summary', async () => {
  const file = join(temporaryFolder(), 'summary.md');
  writeFileSync(file, 'of an earlier command\n');
  const { code, stderr } = await runCli(short, { GITHUB_STEP_SUMMARY: file });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^of an earlier command\n### Roundtrip: SET/);
  expect(text).toContain('| pipeline | ');
});

test('a summary that cannot be written is said, and the measurement stands', async () => {
  const { code, stderr } = await runCli(short, { GITHUB_STEP_SUMMARY: '/nonexistent/summary.md' });
  expect(code).toBe(0);
  expect(stderr).toMatch(/^GITHUB_STEP_SUMMARY: ENOENT/);
});
