import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { junit } from '../../../server/reporters/junit.ts';
import { markdown } from '../../../server/reporters/markdown.ts';
import type { Reporter } from '../../../server/reporters/reporter.ts';
import type { RecipeResult } from '../../../shared/contract/recipe.ts';
import { reported } from '../../support/reported.ts';
import { sampleRecipe } from '../../support/sample-recipe.ts';

const written = (reporter: Reporter, result: RecipeResult = sampleRecipe) =>
  reported(reporter, { kind: 'recipe', result });

describe('as JUnit XML', () => {
  const schema = readFileSync(new URL('../../support/junit.xsd', import.meta.url), 'utf8');
  const tags = (xml: string, name: string) =>
    [...xml.matchAll(new RegExp(`<${name}[ >][^>]*>`, 'g'))].map(([tag]) => tag);

  test.each([
    ['every kind of claim and step', sampleRecipe],
    ['one that was stopped before its first step', { ...sampleRecipe, state: 'stopped' as const, steps: [] }],
  ])('%s: an XML schema accepts it', async (_what, result) => {
    const xml = { fileName: 'out.xml', contents: written(junit, result) };
    const { errors } = await validateXML({ xml, schema });
    expect(errors).toEqual([]);
  });

  test('a step whose server program is not installed is skipped with its name', () => {
    const [step] = sampleRecipe.steps;
    if (!step) throw new Error('the sample has no step');
    const missing = { ...step, state: 'skipped' as const, missing: ['valkey-server' as const], result: null };
    const result = { ...sampleRecipe, state: 'completed' as const, claims: [], steps: [missing] };
    const xml = written(junit, result);
    expect(tags(xml, 'failure')).toEqual([]);
    expect(tags(xml, 'skipped')).toEqual(['<skipped message="skipped, not installed: valkey-server"/>']);
    expect(written(markdown, result)).toContain(
      '> ⚠️ local container: skipped, not installed: valkey-server',
    );
    // It is not among the steps that a stop has left.
    expect(written(junit, { ...result, state: 'stopped' })).toContain('stopped before they began');
  });

  test('stopped between two steps: those that never began are a failure', () => {
    const xml = written(junit, {
      ...sampleRecipe,
      state: 'stopped',
      steps: sampleRecipe.steps.slice(0, 1),
    });
    expect(xml).toContain('<failure type="step-stopped" message="stopped before they began">');
  });
});
