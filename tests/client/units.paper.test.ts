import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { loadMessages } from '../../client/src/messages/index.ts';
import { laneAnatomy } from '../../client/src/rooms/compare/anatomy/lane-anatomy.ts';
import { EntryWords } from '../../client/src/rooms/runs/entry-summary.ts';
import { sideBySide } from '../../client/src/rooms/runs/side-by-side.ts';
import type { LaneView } from '../../client/src/run/lane-view.svelte.ts';
import { cardOf } from '../../client/src/share/cards.ts';
import { describeRun } from '../../server/history/entry-of.ts';
import type { Result } from '../../shared/contract/result.ts';
import type { WrittenWorkload } from '../../shared/contract/written.ts';
import { rateOfLanes } from '../../shared/plan/program-lane.ts';
import { laneFigures } from '../../shared/report/figure-tables.ts';
import { sampleResult } from '../support/a-result.ts';

vi.stubGlobal('navigator', { languages: ['en'] });
const example = JSON.parse(
  readFileSync('shared/plan/written/request.json', 'utf8'),
) as unknown as WrittenWorkload;
const perUnit = { commands: 15, trips: 3 };
const ofUnits: Result = {
  ...sampleResult,
  plan: { ...sampleResult.plan, written: example },
  lanes: sampleResult.lanes.map((lane) => ({ ...lane, perUnit })),
};
const session = {
  ...{ batches: () => true, targets: [], labelOf: String },
  nameOfMeasured: ({ id }: { id: string }) => id,
};
const nameOf = session.nameOfMeasured;

test('A run counts commands, units, or both by lane', () => {
  const [program, command] = [{ strategy: 'function', file: 'job.mjs' }, { strategy: 'pipeline' }];
  expect(rateOfLanes({ lanes: [command] })).toBe('rate');
  expect(rateOfLanes({ lanes: [command], written: example })).toBe('unitRate');
  expect(rateOfLanes({ lanes: [program, program] })).toBe('unitRate');
  expect(rateOfLanes({ lanes: [program, command] })).toBe('mixedRate');
});

test.each([
  ['en', 'units/s'],
  ['ru', 'единиц/с'],
  ['zh', '单元/秒'],
] as const)('In %s, a run of units says so on its card, in its table and in the list', async (code, unit) => {
  const messages = await loadMessages(code);
  const { words } = messages;
  const card = cardOf({ kind: 'run', id: 'a', result: ofUnits }, { session, messages, colours: String });
  expect(card.columns[1]).toBe(unit);
  expect(card.facts[0]).toContain(example.name);

  const tables = await messages.loadTables();
  const table = laneFigures(ofUnits, { words, tables, nameOf, differencesOf: () => '' });
  expect(table.columns[1]?.label).toContain(unit);
  const columns = [words.figures.commandsPerUnit, words.figures.tripsPerUnit];
  expect(table.columns.filter(({ label }) => columns.includes(label))).toHaveLength(2);
  expect(table.rows[0]).toEqual(expect.arrayContaining([15, 3]));

  const entry = { ...describeRun(ofUnits).entry, name: null, tags: [], bytes: 0 };
  expect(entry.lanes.every(({ units }) => units)).toBe(true);
  const summary = new EntryWords(messages, session, String).summary(entry);
  expect(summary?.of).toContain(example.name);
  expect(summary?.of).not.toContain('SET');
});

test('Units are compared with the same units alone, whatever these are called', () => {
  const cellsOf = (...results: Result[]) => sideBySide(results, nameOf).rows[0]?.cells ?? [];
  const renamed = { ...ofUnits, plan: { ...ofUnits.plan, written: { ...example, name: 'Another name' } } };
  expect(cellsOf(ofUnits, renamed, sampleResult).map((cell) => [cell?.counts, cell?.isUnlike])).toEqual([
    ['unitRate', false],
    ['unitRate', false],
    ['rate', true],
  ]);
});

test('A trip of a unit is its share of it, and is not told before the end of the run', () => {
  const [plan, result] = [ofUnits.plan.lanes[0], ofUnits.lanes[0]];
  const laneWith = (over: object) =>
    ({ plan, result, sample: result, server: null, ...over }) as unknown as LaneView;
  const run = { plan: ofUnits.plan, environment: ofUnits.environment, tunings: [] };
  const mean = result?.latencyMs.command?.mean ?? NaN;
  expect(laneAnatomy(run, laneWith({}), 'none')).toMatchObject({
    commands: 5,
    totalMs: mean / 3,
    over: 'result',
  });
  expect(laneAnatomy(run, laneWith({ result: null }), 'none')).toBeNull();
});
