import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { html } from '../../../server/reporters/html.ts';
import { reportersOf } from '../../../server/reporters/index.ts';
import { readStoredFile } from '../../../server/cli/output/result-file.ts';
import { UsageError } from '../../../server/cli/exit-codes.ts';
import { reported } from '../../support/reported.ts';
import { runCli } from '../../support/run-cli.ts';
import { sampleRecipe } from '../../support/sample-recipe.ts';
import { sampleResult } from '../../support/a-result.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function stored(content: unknown): string {
  const file = join(temporaryFolder(), 'result.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const asStored = <T>(document: T) => JSON.parse(JSON.stringify(document)) as T;
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

const started = JSON.stringify({ schema: 2, type: 'run-started' });

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
  expect(readStoredFile(stored(`${started}\n${finished}\n`)).result).toMatchObject({ id: sampleResult.id });
});

test('a stored result becomes the events that are known of it: its start and its end', async () => {
  const { code, stdout } = await runCli(['report', stored(sampleResult), '--ndjson', '-']);
  expect(code).toBe(0);
  const [first, last, ...more] = linesOf(stdout);
  expect(more).toEqual([]);
  const { id, plan, environment, startedAt } = asStored(sampleResult);
  expect(first).toEqual({
    ...{ schema: 2, type: 'run-started', runId: id, startedAt, plan, environment, totalMs: null },
  });
  expect(last).toEqual({ type: 'run-finished', result: asStored(sampleResult) });
});

test('stored events are passed on as they are', async () => {
  const finished = JSON.stringify({ type: 'run-finished', result: sampleResult });
  const text = `${started}\n{"type":"sample","sample":{"lane":"pipeline"}}\n${finished}\n`;
  expect((await runCli(['report', stored(text), '--ndjson', '-'])).stdout).toBe(text);
});

test('what a recipe gave becomes any report of a recipe', async () => {
  const outputs = reportersOf.recipe.map((reporter) => ({
    id: reporter.id,
    file: join(temporaryFolder(), `out.${reporter.id}`),
    text: reported(reporter, { kind: 'recipe', result: asStored(sampleRecipe) }),
  }));
  const words = outputs.flatMap(({ id, file }) => [`--${id}`, file]);
  const outcome = await runCli(['report', stored(sampleRecipe), ...words]);
  expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
  for (const { file, text } of outputs) expect(readFileSync(file, 'utf8')).toBe(text);
});

test('what a recipe gave is told as such, and is not taken for the result of a run', async () => {
  const file = stored(sampleRecipe);
  expect((await runCli(['report', file])).stdout).toContain('judged here: holds 1');
  const ndjson = await runCli(['report', file, '--ndjson', '-']);
  expect(ndjson.stderr).toMatch(/--ndjson describes one: leave it out. Reports of a recipe: --json, --csv,/);
  const compared = await runCli(['compare', file, file]);
  expect(compared.stderr).toMatch(/is what the recipe rtt gave: a series of runs .* "steps"\[0\]."result"/);
  expect([ndjson, compared].map(({ code, stdout }) => ({ code, stdout }))).toEqual([
    { code: 2, stdout: '' },
    { code: 2, stdout: '' },
  ]);
}, 60_000);

test('a report as HTML holds its result', () => {
  const page = reported(html, { result: sampleResult });
  expect(readStoredFile(stored(page)).result).toEqual(asStored(sampleResult));
});

test('fields that a later version adds are kept', () => {
  expect(readStoredFile(stored({ ...sampleResult, added: 1 })).result).toMatchObject({ added: 1 });
});

describe('said clearly', () => {
  test.each([
    ['a file that is not there', '/nonexistent.json', /\/nonexistent\.json cannot be read: ENOENT/],
    ['an empty file', stored.bind(null, ''), /is empty: a result was expected/],
    [
      'a file that is no JSON',
      stored.bind(null, '{lane,rps'),
      /is not a result, as --json, .*: Expected property name/,
    ],
    [
      'a text of no tool that is known',
      stored.bind(null, 'lane,rps'),
      /is neither a result of Roundtrip, .* nor one of a tool that is known\. Roundtrip reads text, CSV and JSON/,
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
      /has schema 7; this version reads schema 2: use the Roundtrip that wrote it/,
    ],
    [
      'an older version',
      stored.bind(null, { ...sampleResult, schema: 1 }),
      /has schema 1; this version reads schema 2: measure again/,
    ],
    [
      'an older version of what a recipe gave',
      stored.bind(null, { ...sampleRecipe, schema: 1 }),
      /has schema 1; this version reads schema 2: measure again/,
    ],
    [
      'a broken result',
      stored.bind(null, { ...sampleResult, lanes: [{ id: 'x', strategy: 5 }] }),
      /not a result of schema 2 .*\n {2}lanes\.0\.strategy: .*(\n.*)+and \d+ more/,
    ],
    [
      'a result of an earlier build, which lacks a field',
      stored.bind(null, {
        ...sampleResult,
        lanes: sampleResult.lanes.map(({ gain: _, ...lane }) => lane),
      }),
      /lacks lanes\.0\.gain and \d+ more fields: an earlier build of Roundtrip wrote it, .*Measure again$/,
    ],
    [
      'events, one of which is broken',
      stored.bind(null, `${started}\n{"type":"sam\n{"type":"run-finished","result":{}}`),
      /line 2 is not an event: one JSON was expected/,
    ],
    [
      'a broken document of a recipe',
      stored.bind(null, { ...sampleRecipe, form: 'long', steps: [{}] }),
      /not what a recipe gives, schema 2 \(docs\/recipes.md\):\n {2}form: .*\n {2}steps\.0\.step: /,
    ],
    [
      'events of a run that did not end',
      stored.bind(null, started + '\n{"type":"sample"}'),
      /did not finish/,
    ],
  ])('%s', (_what, file, message) => {
    const path = typeof file === 'string' ? file : file();
    expect(() => readStoredFile(path)).toThrow(UsageError);
    expect(() => readStoredFile(path)).toThrow(message);
  });

  test.each([
    ['no result', [], /which result\?/],
    ['two results', ['a.json', 'b.json'], /one result at a time, not a\.json, b\.json/],
    ['an option that is none', ['a.json', '--fast'], /there is no option --fast/],
  ])('%s', async (_what, words, message) => {
    const { code, stdout, stderr } = await runCli(['report', ...words]);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
