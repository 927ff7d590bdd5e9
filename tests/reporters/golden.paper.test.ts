import { expect, test } from 'vitest';
import { en } from '../../client/src/messages/en.ts';
import { EntryWords } from '../../client/src/rooms/runs/entry-summary.ts';
import { runHeadline } from '../../client/src/run/headline.ts';
import { LiveRun } from '../../client/src/run/live-run.svelte.ts';
import { comparisonText } from '../../server/cli/gate/comparison-text.ts';
import { recipeReport } from '../../server/cli/output/recipe-report.ts';
import { searchText } from '../../server/cli/output/search-text.ts';
import { table } from '../../server/cli/output/table.ts';
import {
  describeLesson,
  describeRun,
  describeSearch,
  type Described,
} from '../../server/history/entry-of.ts';
import { comparisonMarkdown } from '../../server/reporters/comparison/markdown.ts';
import { csv } from '../../server/reporters/csv.ts';
import { html } from '../../server/reporters/html.ts';
import { junit } from '../../server/reporters/junit.ts';
import { markdown } from '../../server/reporters/markdown.ts';
import { recipeCsv } from '../../server/reporters/recipe/csv.ts';
import { recipeJunit } from '../../server/reporters/recipe/junit.ts';
import { recipeMarkdown } from '../../server/reporters/recipe/markdown.ts';
import type { RecipeResult } from '../../shared/contract/recipe.ts';
import type { Result } from '../../shared/contract/result.ts';
import * as documents from '../support/golden-documents.ts';
import { snapshotOf } from '../support/snapshots.ts';

/**
 * What every renderer makes of a document, in English; `npx vitest run tests/reporters/golden.paper.test.ts -u` writes the
 * files anew.
 */
const golden = (name: string, parts: Record<string, string>) =>
  expect(
    Object.entries(parts)
      .map(([renderer, text]) => `======== ${renderer}\n${text.trimEnd()}\n`)
      .join('\n'),
  ).toMatchFileSnapshot(`golden/${name}.txt`);

function textOf(write: (write: (part: string) => void) => void): string {
  let text = '';
  write((part) => (text += part));
  return text;
}

/** Without what is the same in every report, and without curves: an element a line. */
const normalised = (page: string) =>
  page
    .replace(/<style>.*?<\/style>/s, '<style/>')
    .replaceAll(/<script.*?<\/script>/gs, '<script/>')
    .replace(/<meta http-equiv.*?>/, '')
    .replaceAll(
      /(<svg[^>]*>).*?<\/svg>/gs,
      (_all, open: string) => `[${/aria-label="(.*?)"/s.exec(open)?.[1] ?? 'mark'}]`,
    )
    .replace(/<pre.*?<\/pre>/s, '<pre/>')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/> ?<(?!td|th |\/tr)/g, '>\n<');

function history({ entry }: Described): string {
  const session = {
    labelOf: (strategy: string) => strategy,
    nameOfMeasured: ({ id }: { id: string }) => id,
  };
  const words = new EntryWords(en, session, (recipe) => recipe);
  const kept = { ...entry, name: null, tags: [], bytes: 0 };
  return `${entry.summary}\n${words.summary(kept) ?? ''}${entry.said?.tooBusy ? `\n${en.words.tooBusy}` : ''}`;
}

function headline(result: Result): string {
  const { id, state, plan, tunings } = result;
  const run = new LiveRun(snapshotOf({ runId: id, state, plan, result, tunings }));
  return Object.entries(runHeadline(run, false, ({ id }) => id, en))
    .map(([name, said]) => `${name}: ${said}`)
    .join('\n');
}

const ofRuns: [string, Result][] = [
  ['run', documents.run],
  ['stopped', documents.stopped],
  ['race', documents.race],
  ['open-loop', documents.openLoop],
];

test.each(ofRuns)('A run (%s) is rendered as was agreed', async (name, result) => {
  const report = { result, checks: name === 'run' ? documents.someChecks : [] };
  const shown = (columns: number) => textOf((write) => table(report, { columns, colour: false }, write));
  await golden(name, {
    'terminal, 100 columns': shown(100),
    'terminal, 80 columns': shown(80),
    Markdown: textOf((write) => markdown.report(report, write)),
    CSV: textOf((write) => csv.report(report, write)),
    JUnit: textOf((write) => junit.report(report, write)),
    HTML: normalised(textOf((write) => html.report(report, write))),
    history: history(describeRun(result)),
    page: headline(result),
  });
});

const ofRecipes: [string, RecipeResult][] = [
  ['recipe', documents.recipe],
  ['load-curve', documents.curve],
];

test.each(ofRecipes)('A sweep (%s) is rendered as was agreed', async (name, result) => {
  const checks = name === 'load-curve' ? documents.someChecks : [];
  await golden(name, {
    terminal: recipeReport(result),
    Markdown: textOf((write) => recipeMarkdown.report(result, write, checks)),
    CSV: textOf((write) => recipeCsv.report(result, write)),
    JUnit: textOf((write) => recipeJunit.report(result, write, checks)),
    history: history(describeLesson('x', result)),
  });
});

test('A search is rendered as was agreed', async () => {
  await golden('search', {
    terminal: searchText(documents.search),
    history: history(describeSearch('x', documents.search)),
  });
});

test('A comparison is rendered as was agreed', async () => {
  const { comparison } = documents;
  await golden('comparison', {
    terminal: comparison.comparisons
      .map((one) => comparisonText(one.comparison, comparison.was, one.is))
      .join(''),
    Markdown: textOf((write) => comparisonMarkdown.report(comparison, write)),
  });
});
