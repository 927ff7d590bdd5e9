import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { Outputs } from '../../../server/cli/output/outputs.ts';
import { UsageError } from '../../../server/cli/exit-codes.ts';
import { startCli } from '../../support/run-cli.ts';
import { sampleResult } from '../../support/a-result.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const nowhere = () => undefined;
const started: RunEvent = {
  type: 'run-started',
  runId: 'x',
  startedAt: sampleResult.startedAt,
  plan: sampleResult.plan,
  environment: sampleResult.environment,
  totalMs: 1000,
};

describe('refused before the run', () => {
  test.each([
    ['two outputs on stdout', ['-', '-'], /--json - and --csv - would both go to stdout/],
    ['two outputs in one file', ['a.txt', './a.txt'], /would both go to .*a\.txt/],
    ['a folder that is not there', ['/nonexistent/a', '-'], /--json \/nonexistent\/a: the folder/],
    ['a folder for a file', ['/', '-'], /--json \/ is a folder/],
  ])('%s', (_what, [one = '', other = ''], message) => {
    const requests = [
      { reporter: 'json', file: one },
      { reporter: 'csv', file: other },
    ];
    expect(() => new Outputs(requests, nowhere)).toThrow(UsageError);
    expect(() => new Outputs(requests, nowhere)).toThrow(message);
  });
});

describe('files', () => {
  test('a file of an earlier run stays as it was until there is something to write', () => {
    const file = join(temporaryFolder(), 'events.ndjson');
    writeFileSync(file, 'earlier');
    const outputs = new Outputs([{ reporter: 'ndjson', file }], nowhere);
    expect(readFileSync(file, 'utf8')).toBe('earlier');
    outputs.onEvent(started);
    outputs.onEvent({ type: 'run-finished', result: sampleResult });
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as RunEvent).type)).toEqual(['run-started', 'run-finished']);
  });

  test('what cannot be written is said after all the rest was', () => {
    const folder = temporaryFolder();
    const [lost, kept] = [join(folder, 'lost.csv'), join(folder, 'kept.json')];
    const outputs = new Outputs(
      [
        { reporter: 'csv', file: lost },
        { reporter: 'json', file: kept },
      ],
      nowhere,
    );
    mkdirSync(lost);
    expect(() => outputs.report({ kind: 'run', result: sampleResult })).toThrow(/--csv .*lost\.csv: /);
    expect((JSON.parse(readFileSync(kept, 'utf8')) as Result).id).toBe('x');
  });

  test('a device is written to, not replaced', () => {
    new Outputs([{ reporter: 'json', file: '/dev/null' }], nowhere).report({
      kind: 'run',
      result: sampleResult,
    });
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  test('a link stays a link', () => {
    const folder = temporaryFolder();
    const [link, file] = [join(folder, 'link.json'), join(folder, 'file.json')];
    writeFileSync(file, '');
    symlinkSync(file, link);
    new Outputs([{ reporter: 'json', file: link }], nowhere).report({ kind: 'run', result: sampleResult });
    expect((JSON.parse(readFileSync(file, 'utf8')) as Result).id).toBe('x');
    expect(readdirSync(folder)).toEqual(['file.json', 'link.json']);
  });
});

test('events are on stdout during the run, and a reader who leaves early stops nothing', async () => {
  const file = join(temporaryFolder(), 'result.json');
  const words = ['--strategy', 'pipeline', '--warmup', '0', '--duration', '1500ms', '--slice', '500ms'];
  const { child, finished, shows } = startCli(['bench', ...words, '--ndjson', '-', '--json', file]);
  await shows(/^\{"schema":2,"type":"run-started".*\n\{"type":"slice-started"/);
  expect(child.exitCode).toBe(null);
  child.stdout?.destroy();
  expect((await finished).code).toBe(0);
  expect((JSON.parse(readFileSync(file, 'utf8')) as Result).state).toBe('completed');
});
