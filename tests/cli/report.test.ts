import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { html } from '../../server/reporters/html.ts';
import { readResult } from '../../server/cli/result-file.ts';
import { UsageError } from '../../server/cli/usage-error.ts';
import type { Result } from '../../shared/events.ts';
import { reported } from '../support/reported.ts';
import { runCli } from '../support/run-cli.ts';
import { sampleResult } from '../support/sample-result.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function stored(content: unknown): string {
  const file = join(temporaryFolder(), 'result.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const started = JSON.stringify({ schema: 1, type: 'run-started' });

test('a stored result becomes any report, as many as are asked for at once', async () => {
  const csv = join(temporaryFolder(), 'out.csv');
  const { code, stdout, stderr } = await runCli([
    'report',
    stored(sampleResult),
    '--csv',
    csv,
    '--json',
    '-',
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(sampleResult)));
  expect(readFileSync(csv, 'utf8')).toContain('"pipeline"');
});

test('with no report named, the table is shown', async () => {
  const { code, stdout } = await runCli(['report', stored(sampleResult)]);
  expect(code).toBe(0);
  expect(stdout).toContain('against the first');
});

test('the events of a run hold its result', () => {
  const finished = JSON.stringify({ type: 'run-finished', result: sampleResult });
  expect(readResult(stored(`${started}\n${finished}\n`)).id).toBe(sampleResult.id);
});

test('a report as HTML holds its result', () => {
  const page = reported(html, { result: sampleResult });
  expect(readResult(stored(page))).toEqual(JSON.parse(JSON.stringify(sampleResult)));
});

test('fields that a later version adds are kept', () => {
  expect(readResult(stored({ ...sampleResult, added: 1 })) as Result & { added: number }).toMatchObject({
    added: 1,
  });
});

describe('said clearly', () => {
  test.each([
    ['a file that is not there', '/nonexistent.json', /\/nonexistent\.json cannot be read: ENOENT/],
    ['an empty file', stored.bind(null, ''), /is empty: a result was expected/],
    [
      'a file that is no JSON',
      stored.bind(null, 'lane,rps'),
      /is not a result, as --json, .*: Unexpected token/,
    ],
    [
      'another document',
      stored.bind(null, { name: 'x' }),
      /not a result of Roundtrip: it has no field "schema"/,
    ],
    ['a list', stored.bind(null, [1]), /it has no field "schema"/],
    [
      'another version',
      stored.bind(null, { ...sampleResult, schema: 7 }),
      /has schema 7, and this program reads schema 1/,
    ],
    [
      'a broken result',
      stored.bind(null, { ...sampleResult, lanes: [{ id: 'x' }] }),
      /not a result of schema 1 .*\n {2}lanes\.0\.strategy: .*(\n.*)+and \d+ more/,
    ],
    [
      'events of a run that did not end',
      stored.bind(null, started + '\n{"type":"sample"}'),
      /did not finish/,
    ],
  ])('%s', (_what, file, message) => {
    const path = typeof file === 'string' ? file : file();
    expect(() => readResult(path)).toThrow(UsageError);
    expect(() => readResult(path)).toThrow(message);
  });

  test.each([
    ['no result', [], /which result\?/],
    ['two results', ['a.json', 'b.json'], /one result at a time, not a\.json, b\.json/],
    ['events out of a result', ['a.json', '--ndjson', '-'], /--ndjson is written while a run goes on/],
    ['an option that is none', ['a.json', '--fast'], /Unknown option '--fast'/],
  ])('%s', async (_what, words, message) => {
    const { code, stdout, stderr } = await runCli(['report', ...words]);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
