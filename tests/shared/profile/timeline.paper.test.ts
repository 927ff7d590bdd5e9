import { expect, test } from 'vitest';
import { readTrace, type TracedCommand, type TracedUnit } from '../../../shared/profile/read-trace.ts';
import { chosenUnits, timelineOf } from '../../../shared/profile/timeline.ts';
import { sampleTrace } from '../../support/sample-trace.ts';

const { units } = readTrace(sampleTrace);
const unit = units[0] as TracedUnit;

const withCommands = (changes: readonly Partial<TracedCommand>[]): TracedUnit => ({
  ...unit,
  commands: changes.map((change, at) => ({ ...(unit.commands[at] as TracedCommand), ...change })),
});

test('Commands are bars from the start of their unit; where nothing is in flight, it is the program’s own time', () => {
  const { bars, gaps, durationMs, left } = timelineOf(unit);
  expect(bars.map(({ number, startMs, endMs, after }) => [number, startMs, endMs, after])).toEqual([
    [1, 0, 4.5, null],
    [2, 5, 9.5, 1],
    [3, 10, 14.5, 2],
    [4, 15, 19.5, 3],
  ]);
  expect(bars[0]).toMatchObject({ name: 'GET', count: 1, place: 'src/cart.ts:9' });
  expect(gaps).toEqual([
    [4.5, 5],
    [9.5, 10],
    [14.5, 15],
    [19.5, 20],
  ]);
  expect([durationMs, left]).toEqual([20, 0]);
});

test('A batch is one bar, which names its commands; one without a reply has no end, and no gap comes after it', () => {
  const { bars, gaps } = timelineOf(withCommands([{ b: 1 }, { b: 1, n: 'SET' }, { t1: null, deps: [11] }]));
  expect(bars).toMatchObject([
    { name: 'GET, SET', count: 2, startMs: 0, endMs: 9.5 },
    { name: 'GET', endMs: null, needs: [1] },
  ]);
  expect(gaps).toEqual([[9.5, 10]]);
});

test('Of a long unit the first 200 bars are shown, to their end', () => {
  const [first] = unit.commands;
  const commands = Array.from({ length: 300 }, (_, at) => ({
    ...(first as TracedCommand),
    ...{ id: at, tc: 100 + at, t1: 101 + at },
  }));
  const { bars, left, durationMs } = timelineOf({ ...unit, durationMs: 300, commands });
  expect([bars.length, left, durationMs]).toEqual([200, 100, 200]);
});

test('The slowest unit and the median can be chosen', () => {
  const chosen = chosenUnits({ units: [...units, { ...unit, commands: [] }] }, [
    'GET /cart/:id',
    'GET /none',
  ]);
  expect(chosen.map(({ which, unit: { durationMs } }) => [which, durationMs])).toEqual([
    ['slowest', 21],
    ['median', 20],
  ]);
});
