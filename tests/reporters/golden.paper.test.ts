import { expect, test } from 'vitest';
import { en } from '../../client/src/messages/en.ts';
import { EntryWords } from '../../client/src/rooms/runs/entry-summary.ts';
import { endedHeadline } from '../../client/src/run/ended-headline.ts';
import { runHeadline } from '../../client/src/run/headline.ts';
import { LiveRun } from '../../client/src/run/live-run.svelte.ts';
import {
  describeLesson,
  describeRun,
  describeSearch,
  type Described,
} from '../../server/history/entry-of.ts';
import { sameEverywhere } from '../../server/cli/output/print-document.ts';
import { csv } from '../../server/reporters/csv.ts';
import { html } from '../../server/reporters/html.ts';
import { json } from '../../server/reporters/json.ts';
import { junit } from '../../server/reporters/junit.ts';
import { markdown } from '../../server/reporters/markdown.ts';
import type { RecipeResult } from '../../shared/contract/recipe.ts';
import type { Result } from '../../shared/contract/result.ts';
import { bestEvidence } from '../../shared/report/evidence.ts';
import { disagreements } from '../support/disagreements.ts';
import * as documents from '../support/golden-documents.ts';
import { reported, shownOnTerminal } from '../support/reported.ts';
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
  const { of = '', outcome = '' } = words.summary(kept) ?? {};
  return [entry.summary, `${of}. ${outcome}`, ...words.doubts(kept)].join('\n');
}

function headline(result: Result): string {
  const { id, state, plan, tunings } = result;
  const run = new LiveRun(snapshotOf({ runId: id, state, plan, result, tunings }));
  const said = {
    ...runHeadline(run, false, ({ id }) => id, en, endedHeadline),
    evidence: bestEvidence(result, ({ id: lane }) => lane, en.words.gain) ?? '',
  };
  return Object.entries(said)
    .map(([name, text]) => `${name}: ${[text].flat().join(' ')}`)
    .join('\n');
}

const ofRuns: [string, Result][] = [
  ['run', documents.run],
  ['stopped', documents.stopped],
  ['race', documents.race],
  ['open-loop', documents.openLoop],
];

const ofSteps = [documents.recipe, documents.curve].flatMap(({ steps }) =>
  steps.flatMap(({ step, result }): [string, Result][] => (result ? [[step, result]] : [])),
);

test.each([...ofRuns, ...ofSteps])('The figures of %s agree with each other', (_name, result) => {
  expect(disagreements(result)).toEqual([]);
});

test.each(ofRuns)('A run (%s) is rendered as was agreed', async (name, result) => {
  const document = { kind: 'run' as const, result, checks: name === 'run' ? documents.someChecks : [] };
  // Each renderer draws every type of block below; runs differ in what is in them.
  const isDrawnByAll = name === 'run' || name === 'open-loop';
  await golden(name, {
    'terminal, 100 columns': shownOnTerminal(document, 100),
    ...(name === 'run' ? { 'terminal, 80 columns': shownOnTerminal(document, 80) } : {}),
    Markdown: reported(markdown, document),
    ...(name === 'race' ? {} : { CSV: reported(csv, document), JUnit: reported(junit, document) }),
    ...(isDrawnByAll ? { HTML: normalised(reported(html, document)) } : {}),
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
  const document = { kind: 'recipe' as const, result, checks };
  await golden(name, {
    terminal: shownOnTerminal(document, sameEverywhere.columns),
    Markdown: reported(markdown, document),
    CSV: reported(csv, document),
    JUnit: reported(junit, document),
    history: history(describeLesson('x', result)),
  });
});

test('A search is rendered as was agreed', async () => {
  await golden('search', {
    terminal: shownOnTerminal({ kind: 'search', result: documents.search }, sameEverywhere.columns),
    history: history(describeSearch('x', documents.search)),
  });
});

test('A comparison is rendered as was agreed', async () => {
  await golden('comparison', {
    terminal: shownOnTerminal(documents.comparison, sameEverywhere.columns),
    Markdown: reported(markdown, documents.comparison),
  });
});

test('A trend is rendered as was agreed', async () => {
  const { trend } = documents;
  await golden('trend', {
    terminal: shownOnTerminal(trend, sameEverywhere.columns),
    Markdown: reported(markdown, trend),
    CSV: reported(csv, trend),
    HTML: normalised(reported(html, trend)),
  });
});

test('A document of an unknown kind is rendered from its blocks alone', async () => {
  const { unknown } = documents;
  await golden('unknown', {
    terminal: shownOnTerminal(unknown, 80),
    Markdown: reported(markdown, unknown),
    CSV: reported(csv, unknown),
    JUnit: reported(junit, unknown),
    HTML: normalised(reported(html, unknown)),
    JSON: reported(json, unknown),
  });
});
