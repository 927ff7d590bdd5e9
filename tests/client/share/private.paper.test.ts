import { beforeAll, expect, test, vi } from 'vitest';
import { cardHtml, cardMarkdown, cardSvg } from '../../../client/src/share/card.ts';
import { cardOf, type CardTools } from '../../../client/src/share/cards.ts';
import { pack, unpack } from '../../../client/src/share/link/packed.ts';
import { smallResult } from '../../../client/src/share/link/small.ts';
import { hasPrivate, withoutPrivate } from '../../../client/src/share/private.ts';
import { resultWithoutPrivate, withoutPrivateTexts } from '../../../shared/plan/private-result.ts';
import { sharedSchemas } from '../../../shared/plan/shared-fields.ts';
import type { Shared } from '../../../client/src/share/shared.ts';
import { en } from '../../../client/src/messages/en.ts';
import { benchLine } from '../../../shared/plan/command-lines/bench.ts';
import { lacksTexts } from '../../../shared/plan/left-out.ts';
import { tunedPlan } from '../../../shared/plan/tuned-plan.ts';
import { exportFormats } from '../../../shared/contract/enums.ts';
import { resultSchema, type Result } from '../../../shared/contract/result.ts';
import { recipeLanguage as language } from '../../../shared/sweep/en/index.ts';
import { search as words } from '../../../shared/words/en/search.ts';
import { exportFile } from '../../../server/http/exports/export-file.ts';
import { filled, type FilledText } from '../../support/filled.ts';
import { aLane } from '../../support/a-lane.ts';
import { laneOfMix, sampleResult } from '../../support/a-result.ts';

beforeAll(() => {
  vi.stubGlobal('navigator', { languages: ['en'] });
});

const moment = '2026-01-01T00:00:00.000Z';
const given = {
  startedAt: moment,
  finishedAt: moment,
  histograms: { command: null, batch: null, response: null },
};
const run = filled(sharedSchemas.run, given);
const search = filled(sharedSchemas.search, given);
const lesson = filled(sharedSchemas.lesson, given);

const ofRun = (result: Result): Shared => ({ kind: 'run', id: 'run-1', result });
const filledIn: [kind: Shared['kind'], shared: Shared[], texts: FilledText[]][] = [
  ['run', run.documents.map(ofRun), run.texts],
  [
    'search',
    search.documents.map((shown) => ({ kind: 'search', id: 'search-1', shown, words })),
    search.texts,
  ],
  [
    'lesson',
    lesson.documents.map((outcome) => ({ kind: 'lesson', id: 'lesson-1', outcome, language })),
    lesson.texts,
  ],
];

const tools: CardTools = {
  session: { batches: () => true, nameOfMeasured: ({ label, id }) => label ?? id, targets: [] },
  messages: en,
  colours: (variable) => variable,
};
const exportsOf = (result: Result) =>
  exportFormats.map((format) => exportFile({ source: 'run', document: result, format }).text);

/** All that the page shares of it: the document itself, picture, Markdown, HTML, and of a run link, files and command line. */
async function surfacesOf(shared: Shared): Promise<string[]> {
  const card = { ...cardOf(shared, tools), address: null };
  // Markdown has all of the evidence; a picture has room for its beginning.
  const picture = { ...card, evidence: card.evidence.slice(0, 2000) };
  const measure = (text: string, size: number) => (text.length * size) / 2;
  const drawn = [cardSvg(picture, measure), cardHtml(picture, measure), cardMarkdown(card)];
  if (shared.kind !== 'run') return [JSON.stringify(shared), ...drawn];
  const { result } = shared;
  const link = await unpack(await pack(JSON.stringify(smallResult(result))));
  const bench = benchLine(tunedPlan(result.plan, result.tunings));
  return [link, ...drawn, ...exportsOf(result), bench.line, bench.planFile ?? ''];
}

test.each(filledIn)('Every text of a shared %s is marked open or private in its schema', (_, __, texts) => {
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter(({ sharing }) => sharing === undefined)).toEqual([]);
});

/** Held apart from the marks: a wrong one would be believed by the tests below. */
const privateInRun = [
  ...['plan.target', 'plan.prefix', 'plan.lanes.target', 'plan.lanes.file', 'lanes.target.id'],
  ...['plan.workload', 'plan.lanes.workload'].flatMap((workload) =>
    ['customCommand', 'customCommands', 'keyPrefix'].map((field) => `${workload}.${field}`),
  ),
  ...['plan.written.name', 'plan.written.setup.command', 'plan.written.units.name'],
  ...['plan.written.units.stages.commands.command', 'plan.written.units.stages.commands.as'],
  ...['environment.agents.name', 'environment.agents.host', 'lanes.agents.each.agent'],
  ...['lanes.error.message', 'lanes.error.stack', 'lanes.errors', 'lanes.server.cluster.nodes.name'],
  ...['lanes.warnings', 'warnings'].flatMap((warnings) =>
    ['reason', 'prefix', 'host', 'agent'].map((field) => `${warnings}.${field}`),
  ),
  ...['slotsMoved.from', 'slotsMoved.to', 'name', 'secondLook.checks'],
];

test('Servers, targets, agents, commands, keys, files and error texts of a run are private', () => {
  const paths = run.texts.flatMap(({ path, sharing }) => (sharing === 'private' ? [path] : []));
  expect(privateInRun.filter((path) => !paths.includes(path))).toEqual([]);
});

test.each(filledIn)(
  'Nothing that is made of a shared %s has a private text of it',
  async (_, shared, texts) => {
    const hidden = texts.filter(({ sharing }) => sharing === 'private' || sharing === 'class');
    expect(hidden.length).toBeGreaterThan(5);
    for (const one of shared)
      for (const surface of await surfacesOf(withoutPrivate(one)))
        expect(hidden.filter(({ text }) => surface.includes(text)).map(({ path }) => path)).toEqual([]);
  },
);

test.each(filledIn)('All else of a shared %s is still in it', (_, shared, texts) => {
  const whole = JSON.stringify(shared.map(withoutPrivate));
  // Their lanes have targets of their own: other ids stand in place of theirs.
  const open = texts.filter(
    ({ sharing, path }) => (sharing === 'open' || sharing === 'name') && !path.endsWith('plan.lanes.id'),
  );
  // Agents are left out as a whole, and so are latencies of commands of one's own, and a second measurement.
  const asAWhole = /\.agents\.|\.cluster\.|slotsMoved|byCommand|^secondLook/;
  expect(
    open.filter(({ text, path }) => !asAWhole.test(path) && !whole.includes(text)).map(({ path }) => path),
  ).toEqual([]);
});

test('A field that the schema does not name is private, as is a text in place of an object', () => {
  const environment = { ...sampleResult.environment, server: 'shop.internal' as never };
  const later = {
    ...{ ...sampleResult, environment, host: 'shop.internal' },
    more: { file: 'shop.mjs', sizes: [1] },
  };
  expect(resultWithoutPrivate(later)).toMatchObject({
    ...{ environment: { server: '…' }, host: '…', more: { file: '…', sizes: [1] } },
  });
});

test('An object in place of an open text has no open text, and a field that has to be null is null', () => {
  const document = { label: { host: 'shop.internal' }, labels: ['GET'], node: { name: 'shop.internal' } };
  expect(withoutPrivateTexts(document, { label: 'open', labels: 'open', node: 'null' }, {})).toEqual({
    ...{ label: { host: '…' }, labels: ['GET'], node: null },
  });
});

/** A lane of a target of one's own. */
const withTargets = (...targets: string[]): Result => ({
  ...sampleResult,
  plan: {
    ...sampleResult.plan,
    lanes: targets.map((target, place) => ({
      ...{ id: `pipeline-${place}`, strategy: 'pipeline', label: `Pipeline (${target})`, target },
      workload: sampleResult.plan.workload,
    })),
  },
  lanes: targets.map((target, place) =>
    aLane('pipeline', 1000, { id: `pipeline-${place}`, label: `Pipeline (${target})` }),
  ),
});

test.each([
  ['one of which begins with the other', ['shop', 'shop-eu.internal']],
  ['one of which ends with the other', ['eu.internal', 'shop-eu.internal']],
  ['that are patterns', ['a.b(c', '[shop]+']],
])('Of names %s nothing is left in a label', (_, targets) => {
  const { lanes } = resultWithoutPrivate(withTargets(...targets));
  expect(lanes.map(({ label }) => label)).toEqual(targets.map(() => 'Pipeline (…)'));
});

test('A name is not hidden inside of another word, nor is one that every Roundtrip has', () => {
  const known = ['embedded', 'cluster', 'embedded-cluster'];
  const { lanes, plan } = resultWithoutPrivate(withTargets('pipe', 'line', ...known));
  const labels = ['…', '…', ...known].map((name) => `Pipeline (${name})`);
  expect(lanes.map(({ label }) => label)).toEqual(labels);
  expect(plan.lanes.map(({ target }) => target)).toEqual(['…', '…', ...known]);
  expect(resultWithoutPrivate(withTargets(...known)).lanes.map(({ label }) => label)).toEqual(
    labels.slice(2),
  );
});

test.each([
  ['a file, with its ending or without', { file: 'load-shop.mjs' }, 'load-shop.mjs, load-shop', '…, …'],
  [
    'a file that has two endings',
    { file: 'load.shop.mjs' },
    'load.shop.mjs, load.shop, load.mjs',
    '…, …, load.mjs',
  ],
  ['a target in other letters', { target: 'shop' }, 'On SHOP', 'On …'],
])('The name of %s is hidden in a label', (_, more, label, shown) => {
  const lane = { id: 'a', strategy: 'pipeline', label, workload: sampleResult.plan.workload, ...more };
  const plan = { ...sampleResult.plan, lanes: [lane] };
  expect(resultWithoutPrivate({ ...sampleResult, plan }).plan.lanes[0]?.label).toBe(shown);
});

test('So is the name of a target that only a measured lane has', () => {
  const target = { ...sampleResult.environment.server, id: 'shop', name: 'redis', sharedMachine: null };
  const measured = { ...target, allocator: null, ioThreads: null, persistence: null, pingMs: null };
  const lanes = [aLane('pipeline', 1000, { label: 'Pipeline (shop)', target: measured })];
  const [lane] = resultWithoutPrivate({ ...sampleResult, lanes }).lanes;
  expect([lane?.label, lane?.target?.id]).toEqual(['Pipeline (…)', '…']);
});

test('An id that is made of a target’s name, or of a file’s, becomes a number wherever the lane is named', () => {
  const id = 'pipeline-shop-euinternal';
  const whole = withTargets('shop-eu.internal', 'cluster');
  const [first, ...others] = whole.plan.lanes;
  const [measured, ...rest] = whole.lanes;
  if (!first || !measured) throw new Error('it has no lanes');
  const { target: _, ...code } = { ...first, id: 'loadshop', file: 'load_shop.mjs' };
  const result = resultWithoutPrivate({
    ...whole,
    plan: { ...whole.plan, lanes: [{ ...first, id }, ...others, code] },
    lanes: [{ ...measured, id }, ...rest],
    comparisons: sampleResult.comparisons.map((one) => ({ ...one, baseline: id })),
    warnings: [
      { code: 'round-trips-differ', shortest: id, shortestMs: 1, longest: 'pipeline-1', longestMs: 2 },
    ],
  });
  expect(result.plan.lanes.map((lane) => lane.id)).toEqual(['lane-1', 'pipeline-1', 'lane-3']);
  expect(result.lanes.map((lane) => lane.id)).toEqual(['lane-1', 'pipeline-1']);
  expect(result.comparisons[0]?.baseline).toBe('lane-1');
  expect(result.warnings[0]).toMatchObject({ shortest: 'lane-1', longest: 'pipeline-1' });
});

test('Beside a private target, an id that has its name becomes a number, and another stays', () => {
  const lanes = ['at-shop', 'shopping'].map((id) => ({
    ...{ id, strategy: 'pipeline', label: id, workload: sampleResult.plan.workload },
  }));
  const plan = { ...sampleResult.plan, target: 'shop', lanes };
  const shown = resultWithoutPrivate({ ...sampleResult, plan }).plan;
  expect([shown.target, ...shown.lanes.map(({ id }) => id)]).toEqual(['…', 'lane-1', 'shopping']);
});

test('Latencies of each command stay where all commands are known to everybody', () => {
  const units = [{ stages: [{ commands: [{ command: 'GET item' }] }] }];
  const isShown = (plan: Partial<Result['plan']>) =>
    resultWithoutPrivate({
      ...{ ...sampleResult, plan: { ...sampleResult.plan, lanes: [], ...plan } },
      lanes: [laneOfMix],
    }).lanes[0]?.byCommand !== undefined;
  expect(isShown({})).toBe(true);
  expect(isShown({ written: { name: 'cart', units } })).toBe(false);
  expect(isShown({ workload: withOwnCommand().plan.workload })).toBe(false);
});

test('Classes of errors stay, but for those that user code has named', () => {
  const failures = { WRONGTYPE: 1, 'connection lost': 2, ShopError: 3, CartError: 4, 'shop ERR': 5 };
  const error = { name: 'ShopError', code: 'ECONNREFUSED', message: 'shop.internal:6379', stack: 'at shop' };
  const [lane] = resultWithoutPrivate({
    ...sampleResult,
    lanes: [aLane('pipeline', 1000, { failures, error })],
  }).lanes;
  expect(lane?.failures).toEqual({ WRONGTYPE: 1, 'connection lost': 2, Error: 12 });
  expect(lane?.error).toEqual({ name: 'Error', code: 'ECONNREFUSED', message: 'ECONNREFUSED', stack: '…' });
});

const withOwnCommand = (): Result => {
  const workload = {
    ...{ ...sampleResult.plan.workload, keyPrefix: 'shop:' },
    ...{ commands: ['custom' as const], customCommand: 'GET __key__ shop' },
  };
  return {
    ...sampleResult,
    plan: {
      ...{ ...sampleResult.plan, workload },
      lanes: sampleResult.plan.lanes.map((lane) => ({ ...lane, workload })),
    },
  };
};

test('What is left of a run is a result, which lacks what it would need to run again', () => {
  const whole = withOwnCommand();
  const result = resultWithoutPrivate(whole);
  expect(resultSchema.safeParse(result).error).toBeUndefined();
  expect([lacksTexts(whole.plan), lacksTexts(result.plan)]).toEqual([false, true]);
  expect(hasPrivate(ofRun(whole))).toBe(true);
});

test('Its picture says that it was a command of one’s own, and no more', () => {
  const shared = ofRun(withOwnCommand());
  expect(cardOf(shared, tools).facts[0]).toContain('GET __key__ shop');
  expect(cardOf(withoutPrivate(shared), tools).facts[0]).toMatch(/^own command · /);
});

test('Where nothing is private, nothing is left out', () => {
  expect(
    hasPrivate(ofRun({ ...sampleResult, lanes: sampleResult.lanes.filter(({ error }) => !error) })),
  ).toBe(false);
});
