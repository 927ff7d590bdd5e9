import { expect, test } from 'vitest';
import { en } from '../../client/src/messages/en.ts';
import { keptLanes, keptRun } from '../../client/src/state/runs/kept-run.ts';
import { readResultFile } from '../../client/src/state/runs/result-file.ts';
import { sideBySide } from '../../client/src/state/runs/side-by-side.ts';
import type { Result } from '../../shared/events.ts';
import { laneOf, sampleResult } from '../support/sample-result.ts';

const words = en.runs.refused;
const read = (document: unknown) => readResultFile(JSON.stringify(document), words);

test('A result comes out of its file as it went in', () => {
  expect(read(sampleResult)).toEqual(sampleResult);
});

test.each<[string, string, string]>([
  ['nothing', ' \n', words.empty],
  ['no JSON', 'hello', words.notJson],
  ['a list', '[]', words.notAResult],
  ['another document', '{"name":"x"}', words.notAResult],
  ['the result of a lesson', '{"kind":"recipe","schema":1}', words.recipe],
  ['the answer of a search', '{"schema":1,"order":{},"points":[]}', words.advice],
  ['a newer schema', '{"schema":2}', words.newer(2)],
  ['another schema', '{"schema":"x"}', words.otherSchema('"x"')],
])('A file with %s is refused in words', (_what, text, said) => {
  expect(() => readResultFile(text, words)).toThrow(said);
});

test('What is missing in a damaged file is named', () => {
  const { plan: _plan, ...rest } = sampleResult;
  expect(() => read(rest)).toThrow('plan.workload.commands');
  const lanes = [{ ...sampleResult.lanes[0], throughput: { median: 'fast' } }];
  expect(() => read({ ...sampleResult, lanes })).toThrow('lanes[0]');
});

test('A kept run shows as one that has ended', () => {
  const run = keptRun(sampleResult, []);
  expect([run.state, run.best?.id, run.result?.id]).toEqual(['completed', 'pipeline', 'x']);
  expect(keptLanes(run).map(({ name, index }) => [name, index])).toEqual([
    ['one-by-one', 0],
    ['pipeline', 1],
    ['lua', 2],
  ]);
});

test('Runs side by side: each lane against the same lane of the first', () => {
  const slices = (median: number) => ({
    throughput: { median, mean: median, stddev: 0, cv: 0, ci95: null, slices: Array<number>(8).fill(median) },
  });
  const runOf = (lanes: Result['lanes'], clients: number): Result => ({
    ...sampleResult,
    plan: { ...sampleResult.plan, workload: { ...sampleResult.plan.workload, clients } },
    lanes,
  });
  const { rows, differences } = sideBySide([
    runOf([laneOf('a', 100, slices(100)), laneOf('b', 50, slices(50))], 10),
    runOf([laneOf('a', 200, slices(200)), laneOf('c', 70, slices(70))], 20),
    runOf([laneOf('b', 50, slices(50))], 10),
  ]);
  expect(rows.map(({ lane }) => lane)).toEqual(['a', 'b', 'c']);
  expect(rows[0]?.cells.map((cell) => cell?.against?.ratio ?? null)).toEqual([null, 2, null]);
  expect(rows[0]?.cells[1]?.against?.toldApart).toBe(true);
  expect(rows[1]?.cells[2]?.against).toMatchObject({ ratio: 1, toldApart: false });
  expect(rows[2]?.cells.map((cell) => cell?.median ?? null)).toEqual([null, 70, null]);
  expect(differences[1]?.[0]).toEqual({ field: 'workload.clients', was: 10, is: 20 });
});
