import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../shared/contract/result.ts';
import { resultsOfSchema1, sentencesIn } from '../support/results-of-schema-1.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.each(resultsOfSchema1)('$name of schema 1 is reported and compared', async ({ file, text }) => {
  const reported = await runCli(['report', file, '--markdown', '-']);
  expect(reported).toMatchObject({ code: 0, stderr: '' });
  expect(reported.stdout).toContain(sentencesIn(text)[0]?.verdict.sentence);
  const written = await runCli(['report', file, '--json', '-']);
  expect((JSON.parse(written.stdout) as Result).schema).toBe(2);
  const compared = await runCli(['compare', file, file]);
  expect(compared.code).toBe(0);
  expect(compared.stdout).toContain(sentencesIn(text)[0]?.id);
});

test('Events of schema 1 are reported as those of today', async () => {
  const { text } = resultsOfSchema1[0] ?? { text: '' };
  const result = JSON.parse(text) as { comparisons: unknown[] };
  const file = join(temporaryFolder(), 'events.ndjson');
  const events = [
    { schema: 1, type: 'run-started' },
    { type: 'standing', standings: [], comparisons: result.comparisons },
    { type: 'run-finished', result },
  ];
  writeFileSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const { code, stdout } = await runCli(['report', file, '--ndjson', '-']);
  expect(code).toBe(0);
  expect(stdout).toContain('"outcome":"inconclusive"');
  expect(stdout).not.toMatch(/not told apart|"schema":1/);
});

test('A run is compared with a baseline of schema 1', async () => {
  const { file } = resultsOfSchema1.find(({ name }) => name === 'turns.json') ?? { file: '' };
  const plan = join(temporaryFolder(), 'plan.json');
  writeFileSync(plan, JSON.stringify((JSON.parse(readFileSync(file, 'utf8')) as Result).plan));
  const { code, stdout, stderr } = await runCli([
    ...['bench', '--plan', plan, '--baseline', file, '--max-regression', '10%'],
  ]);
  // Which of both machines was faster is not the subject.
  expect([0, 99], stderr).toContain(code);
  expect(stdout).toMatch(/^pipeline .*× \d/m);
});
