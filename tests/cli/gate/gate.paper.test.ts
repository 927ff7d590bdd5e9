import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UsageError } from '../../../server/cli/exit-codes.ts';
import { Gate, readGateCall, type GateCall } from '../../../server/cli/gate/gate.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { aResult } from '../../support/a-result.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const folder = folderForAll();
const read = (values: Record<string, string[]>) =>
  readGateCall({ values: new Map(Object.entries(values)), inFile: () => null });

test.each(['max-regression', 'compare', 'allow-different'])('--%s needs a baseline', (name) => {
  const value = { 'max-regression': '10%', compare: 'ratios', 'allow-different': 'clients' }[name] ?? '';
  expect(() => read({ [name]: [value] })).toThrow(
    new UsageError(`--${name} needs something to compare with: --baseline FILE`),
  );
  expect(read({ [name]: [value], baseline: ['was.json'] }).baseline).toBe('was.json');
});

test('a call without options is no gate', () => {
  expect(read({})).toEqual({
    ...{ assertions: [], assertionLabel: '--assert', baseline: null },
    ...{ figure: null, maxRegression: null, strict: false, allowDifferent: [] },
  });
  expect(read({ assert: ['a', 'b'] }).assertions).toEqual(['a', 'b']);
});

const resultOf = (pipeline: number) => aResult({ lanes: { 'one-by-one': 1000, pipeline } });
const { plan } = resultOf(5000);
const gateOf = (more: Partial<GateCall>, of = plan) =>
  new Gate({ ...read({}), assertions: ['pipeline.throughput > 5k'], ...more }, { plan: of });
const baseline = () => {
  const file = join(folder(), 'was.json');
  writeFileSync(file, JSON.stringify(resultOf(5000)));
  return file;
};

test('a run is held against its assertions; strictly, what is not judged fails', () => {
  const judged = (strict: boolean) => gateOf({ strict }).judge(resultOf(5000));
  expect(judged(false)).toMatchObject({ checks: [{ passed: null }], comparison: null });
  expect(judged(true)).toMatchObject({ checks: [{ passed: false }], comparison: null });
  expect(() => gateOf({ assertions: ['pipe.p99 < 5ms'] })).toThrow(/there is no lane "pipe"/);
});

test('a run is held against its baseline as well, whose checks stand once', () => {
  const gate = gateOf({ baseline: baseline(), maxRegression: 0.1 });
  const { checks, comparison } = gate.judge(resultOf(2500));
  expect(checks.map(({ name, passed }) => [name.split(':')[0], passed])).toEqual([
    ['pipeline.throughput > 5k', false],
    ['pipeline', false],
  ]);
  expect(comparison?.blocks.map(({ type }) => type)).toContain('table');
  expect(JSON.stringify(comparison)).not.toContain('at most 10 %');
});

test('a plan that is not that of the baseline is refused before it is measured', () => {
  const other = parsePlan({
    lanes: plan.lanes.map(({ strategy }) => ({ strategy })),
    workload: { clients: 3 },
  });
  const file = baseline();
  expect(() => {
    gateOf({ baseline: file }).check(plan);
    gateOf({}).check(other);
    gateOf({ baseline: file, allowDifferent: ['clients'] }).check(other);
  }).not.toThrow();
  expect(() => {
    gateOf({ baseline: file }).check(other);
  }).toThrow(/was\.json and this run cannot be compared/);
  const alone = parsePlan({ lanes: [{ strategy: 'pipeline' }] });
  const needsTwo = new UsageError('--compare ratios needs a second lane: this plan has one');
  expect(() => gateOf({ baseline: file, figure: 'ratios' }, alone)).toThrow(needsTwo);
  expect(() => gateOf({ baseline: file, figure: 'throughput' }, alone)).not.toThrow();
  expect(() => gateOf({ baseline: file, figure: 'ratios' })).not.toThrow();
});
