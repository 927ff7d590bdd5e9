import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { marked, type Tokens } from 'marked';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { reportersOf } from '../../../server/reporters/index.ts';
import { recipes } from '../../../shared/sweep/recipes.ts';
import type { RecipeResult } from '../../../shared/contract/recipe.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { interruptAt } from '../../support/scripted/interrupt-at.ts';
import { runCli } from '../../support/run-cli.ts';

const embedded = useEmbedded();
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipes-test-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (ending: string) => join(folder, `connections.${ending}`);

const shortened = ['--quick', '--duration', '200ms', '--slice', '100ms', '--warmup', '0'];

describe('roundtrip recipes', () => {
  test('lists every recipe with the time that both forms take', async () => {
    const { code, stdout } = await runCli(['recipes']);
    expect(code).toBe(0);
    for (const { id } of recipes)
      expect(stdout).toMatch(new RegExp(`^${id} +\\d+ (s|min).*\\d+ (s|min)`, 'm'));
  });

  test('tells all of one', async () => {
    const { code, stdout } = await runCli(['recipes', 'rtt']);
    expect(code).toBe(0);
    expect(stdout).toContain('Predict first:');
    expect(stdout).toContain('a published benchmark (author and title unknown); Jedis');
    expect(stdout).toMatch(/Quick form \(about \d+ s; the full form about \d+ min/);
  });

  test('a name that is none: the names that there are', async () => {
    const { code, stderr } = await runCli(['recipes', 'omelette']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/no recipe "omelette". There are: rtt, connections, /);
  });
});

describe('bench --recipe', () => {
  test('measures on a private server: tables beside what was published, claims, and a reading', async () => {
    const file = fileOf('json');
    const outputs = reportersOf.recipe.flatMap(({ id }) => [`--${id}`, fileOf(id)]);
    const { code, stdout, stderr } = await runCli(
      ['bench', '--recipe', 'connections', ...outputs, ...shortened],
      { GITHUB_STEP_SUMMARY: join(folder, 'summary.md') },
    );
    expect(stderr).toContain('Predict first:');
    expect(code).toBe(0);
    expect(stdout).toMatch(/50 connections, raw socket +[\d,]+ .* 52,414/);
    expect(stdout).toMatch(/judged here: (holds|does not hold|cannot be seen) 1$/m);
    expect(stdout).toMatch(/(holds|does not hold here|cannot be seen here): “Throughput grows/);
    const result = JSON.parse(readFileSync(file, 'utf8')) as RecipeResult;
    expect(result).toMatchObject({ kind: 'recipe', schema: 2, recipe: 'connections', state: 'completed' });
    const lanes = result.steps[0]?.result?.lanes ?? [];
    expect(lanes.map(({ id }) => id)).toContain('one-by-one-50');
    expect(lanes.every(({ countsAgree }) => countsAgree)).toBe(true);

    const [claim] = result.claims;
    const markdown = readFileSync(fileOf('markdown'), 'utf8');
    const item = marked.lexer(markdown).find((token): token is Tokens.List => token.type === 'list')
      ?.items[0];
    expect(item?.text).toContain(`**${claim?.outcome ?? ''}**: “Throughput grows almost linearly`);
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toBe(`${markdown}\n`);
    const schema = readFileSync(new URL('../../support/junit.xsd', import.meta.url), 'utf8');
    const xml = { fileName: 'out.xml', contents: readFileSync(fileOf('junit'), 'utf8') };
    expect((await validateXML({ xml, schema })).errors).toEqual([]);
    const rows = parse<Record<string, string>>(readFileSync(fileOf('csv'), 'utf8'), { columns: true });
    expect(rows[0]?.['value']).toBe(JSON.stringify(result.tables[0]?.rows[0]?.[1]));
  }, 60_000);

  test('measures a server that is named; the document alone goes to stdout', async () => {
    const url = `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`;
    const { code, stdout, stderr } = await runCli(
      ['bench', '--recipe=shallow-pipelines', '--url', url, '--no-progress', '--json', '-', ...shortened],
      { ROUNDTRIP_REDIS_SERVER: '/nonexistent' },
    );
    expect(code).toBe(0);
    const result = JSON.parse(stdout) as RecipeResult;
    expect(result.steps.map(({ result: run }) => run?.plan.target)).toEqual(['url', 'url']);
    expect(stderr).toContain('What was measured says:');
  });

  test('stopped by Ctrl-C: what was measured is kept, marked, and judges nothing', async () => {
    const file = join(folder, 'stopped.json');
    interruptAt(() => true);
    const { code, stdout } = await runCli(['bench', '--recipe', 'rtt', '--json', file]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/! local container, round 1: stopped/);
    const result = JSON.parse(readFileSync(file, 'utf8')) as RecipeResult;
    expect(result).toMatchObject({ state: 'stopped', claims: [{ outcome: 'cannot be seen here' }] });
    expect(result.steps).toHaveLength(1);
  });

  test.each([
    ['an unknown name', ['--recipe', 'omelette'], /no recipe "omelette". There are: rtt, connections/],
    ['options of a plan', ['--recipe', 'rtt', '-c', '5', '--rps', '10'], /leave out --clients, --rps/],
    [
      'a report of one run',
      ['--recipe', 'rtt', '--ndjson', 'x.ndjson'],
      /Reports of a recipe: --json, --csv, --markdown/,
    ],
    [
      'a check of one run',
      ['--recipe', 'rtt', '--assert', 'pipeline.failed == 0'],
      /--junit has a test case for each/,
    ],
    [
      'two reports on stdout',
      ['--recipe', 'rtt', '--csv', '-', '--markdown', '-'],
      /would both go to stdout/,
    ],
    ['two servers', ['--recipe', 'rtt', '-u', 'redis://127.0.0.1:1', '--target', 'x'], /give one of them/],
    ['--quick without a recipe', ['--quick'], /--quick is the short form of a recipe/],
  ])('refuses %s', async (_what, words, message) => {
    const { code, stdout, stderr } = await runCli(['bench', ...words]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(stdout).toBe('');
  });
});
