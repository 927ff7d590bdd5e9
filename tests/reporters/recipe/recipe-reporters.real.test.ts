import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { marked, type Tokens } from 'marked';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { recipeCsv } from '../../../server/reporters/recipe/csv.ts';
import { recipeJunit } from '../../../server/reporters/recipe/junit.ts';
import { recipeMarkdown } from '../../../server/reporters/recipe/markdown.ts';
import type { RecipeReporter } from '../../../server/reporters/recipe/recipe-reporter.ts';
import type { RecipeDocument } from '../../../shared/contract/recipe.ts';
import { sampleRecipe } from '../../support/sample-recipe.ts';

function written(reporter: RecipeReporter, result: RecipeDocument = sampleRecipe): string {
  const parts: string[] = [];
  reporter.report(result, (text) => parts.push(text));
  return parts.join('');
}

describe('as Markdown, read by a Markdown parser', () => {
  const tokens = marked.lexer(written(recipeMarkdown));
  const textOf = (type: string) => tokens.filter((token) => token.type === type).map(({ raw }) => raw);

  test('measured stands beside published, without columns of which nothing is known', () => {
    const tables = tokens.filter((token): token is Tokens.Table => token.type === 'table');
    const cells = tables.map(({ header, rows }) =>
      [header, ...rows].map((row) => row.map(({ text }) => text)),
    );
    expect(cells[0]).toEqual([
      ['', 'commands/s', '95 % interval', 'published'],
      ['one by one', '11,001', '10.0k – 12.0k', '8,769'],
      ['pipeline', '–', '1.0 – 2.0', '–'],
      ['=1+1', '0.0', '–', '–'],
    ]);
    expect(cells[2]).toEqual([
      ['step', 'server', 'network', 'schedule', 'took'],
      ['local container', 'redis 7.0.15 (embedded), ping 0.080 ms', 'direct', 'turns of 250 ms', '20 s'],
      ['another continent', '–', '–', '–', '–'],
    ]);
  });

  test('each claim has its judgement, its evidence and its rule; the reading follows', () => {
    const html = marked.parse(written(recipeMarkdown), { async: false });
    expect(html).toContain(
      '<strong>holds</strong>: “The longer, the more.” × 16.2 (14.0 – 17.8), at least 5.',
    );
    expect(html).toContain('<strong>does not hold here</strong>: “Threads help &lt;a lot&gt;.”');
    expect(html).toContain(
      '<strong>cannot be seen here</strong>: “Packets matter.” Loopback has no packets.',
    );
    expect(html).toContain('<li>Rule: Holds when Packets matter. is seen.</li>');
    expect(html).toContain('Prediction: How many times faster? Measured: × 16.2');
    expect(html).toContain('<li>The gain grows with the round trip.</li>');
  });

  test('what is weak about it stands on top: warnings, and steps that failed', () => {
    expect(textOf('blockquote').map((text) => text.trim())).toEqual([
      '> ⚠️ the machine was busy',
      '> ⚠️ another continent: failed, redis-server did not start',
    ]);
  });
});

describe('as JUnit XML', () => {
  const schema = readFileSync(new URL('../../support/junit.xsd', import.meta.url), 'utf8');
  const tags = (xml: string, name: string) =>
    [...xml.matchAll(new RegExp(`<${name}[ >][^>]*>`, 'g'))].map(([tag]) => tag);

  test.each([
    ['every kind of claim and step', sampleRecipe],
    ['one that was stopped before its first step', { ...sampleRecipe, state: 'stopped' as const, steps: [] }],
  ])('%s: an XML schema accepts it', async (_what, result) => {
    const xml = { fileName: 'out.xml', contents: written(recipeJunit, result) };
    const { errors } = await validateXML({ xml, schema });
    expect(errors).toEqual([]);
  });

  test('a claim that does not hold fails, one that cannot be seen is skipped with the reason', () => {
    const xml = written(recipeJunit);
    expect(tags(xml, 'testsuite').map((tag) => /tests=.*skipped="\d+"/.exec(tag)?.[0])).toEqual([
      'tests="3" failures="1" time="0.000" errors="0" skipped="1"',
      'tests="2" failures="1" time="20.000" errors="0" skipped="0"',
    ]);
    expect(tags(xml, 'failure')).toEqual([
      '<failure type="claim" message="× 0.90 (0.80 – 0.95), less than 1.">',
      '<failure type="step-failed" message="failed, redis-server did not start">',
    ]);
    expect(tags(xml, 'skipped')).toEqual(['<skipped message="Loopback has no packets."/>']);
  });

  test('a step whose server program is not installed is skipped with its name', () => {
    const [step] = sampleRecipe.steps;
    if (!step) throw new Error('the sample has no step');
    const missing = { ...step, state: 'skipped' as const, missing: ['valkey-server' as const], result: null };
    const result = { ...sampleRecipe, state: 'completed' as const, claims: [], steps: [missing] };
    const xml = written(recipeJunit, result);
    expect(tags(xml, 'failure')).toEqual([]);
    expect(tags(xml, 'skipped')).toEqual(['<skipped message="skipped, not installed: valkey-server"/>']);
    expect(written(recipeMarkdown, result)).toContain(
      '> ⚠️ local container: skipped, not installed: valkey-server',
    );
    // It is not among the steps that a stop has left.
    expect(written(recipeJunit, { ...result, state: 'stopped' })).toContain('stopped before they began');
  });

  test('stopped between two steps: those that never began are a failure', () => {
    const xml = written(recipeJunit, {
      ...sampleRecipe,
      state: 'stopped',
      steps: sampleRecipe.steps.slice(0, 1),
    });
    expect(xml).toContain('<failure type="step-stopped" message="stopped before they began">');
  });
});

test('as CSV, read by a CSV parser: a line for each figure, with its unit and its interval', () => {
  const rows = parse<Record<string, string>>(written(recipeCsv), { columns: true });
  const told = rows.map(({ table, row, column, unit, origin, value, low, high }) =>
    [table?.slice(0, 5), row, column, unit, origin, value, low, high].join(' ; '),
  );
  expect(told).toEqual([
    'SETEX ; one by one ; commands/s ; commands/s ; measured ; 11000.5 ; 10000 ; 12000',
    'SETEX ; one by one ; published ; commands/s ; published ; 8769 ;  ; ',
    'SETEX ; pipeline ; 95 % interval ; commands/s ; measured ;  ; 1 ; 2',
    "SETEX ; '=1+1 ; commands/s ; commands/s ; measured ; 0 ;  ; ",
    'What  ; MSET ; outcome ; text ; measured ; refused, "CROSSSLOT" ;  ; ',
  ]);
  expect(rows[0]).toMatchObject({ recipe: 'rtt', form: 'quick', table: 'SETEX | one connection' });
});
