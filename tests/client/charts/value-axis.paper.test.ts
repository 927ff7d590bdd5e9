import { english } from '../../../shared/words/en/index.ts';
import { expect, test } from 'vitest';
import { extentOf, furtherFigures, p50Figure, p99Figure } from '../../../client/src/charts/figures.ts';
import { linearAxis, logarithmicAxis, ticksOf } from '../../../client/src/charts/value-axis.ts';
import { Series } from '../../../client/src/charts/series.ts';
import { madeLatency, sampleOf } from '../../support/fake-engine.ts';

const writing = { tick: String, exact: String };

test.each([
  { least: 0.3, most: 7, reach: [0.2, 10], ticks: [0.2, 0.5, 1, 2, 5, 10] },
  { least: 1.1, most: 1.4, reach: [1, 10], ticks: [1, 2, 5, 10] },
  { least: 0.2, most: 5, reach: [0.2, 5], ticks: [0.2, 0.5, 1, 2, 5] },
  { least: 0.04, most: 900, reach: [0.02, 1000], ticks: [0.1, 1, 10, 100, 1000] },
  { least: 90, most: 120, reach: [50, 500], ticks: [50, 100, 200, 500] },
])('A logarithmic axis for $least to $most has the ticks $ticks', ({ least, most, reach, ticks }) => {
  const axis = logarithmicAxis(least, most, writing);
  expect([axis.min, axis.max]).toEqual(reach);
  expect(ticksOf(axis)).toEqual(ticks);
});

test('A logarithmic axis has a place for what is not measured yet', () => {
  expect(logarithmicAxis(0, 0, writing)).toMatchObject({ min: 0.1, max: 10 });
});

test('A linear axis begins at 0; shares stop at 100 % unless more than one core is busy', () => {
  expect(linearAxis(480, writing)).toMatchObject({ min: 0, max: 500 });
  expect(furtherFigures.clientCpu.axis(0, 1)).toMatchObject({ min: 0, max: 1 });
  expect(furtherFigures.clientCpu.axis(0, 1.7)).toMatchObject({ min: 0, max: 2 });
  expect(furtherFigures.clientCpu.axis(0, 1).tick(0.4, english.numbers)).toBe('40 %');
});

test('Figures reach from the least to the most of all lanes, and say when nothing was measured', () => {
  const [one, other] = [new Series(), new Series()];
  const latency = (p50: number, p99: number) => ({
    latencyMs: { command: madeLatency({ p50, p99 }), batch: null, response: null },
  });
  one.add(sampleOf('a', { atMs: 100, ...latency(0, 3) }));
  one.add(sampleOf('a', { atMs: 200 }));
  other.add(sampleOf('b', { atMs: 100, ...latency(0.5, 40) }));
  expect(extentOf([one, other], [p50Figure, p99Figure])).toEqual({ least: 0.5, most: 40 });
  expect(extentOf([one, other], [furtherFigures.serverCpu])).toBeNull();
});

test('Bytes are those of a second, however long the sample is', () => {
  expect(furtherFigures.bytesOut.value(sampleOf('a', { elapsedMs: 250, bytesOut: 500 }))).toBe(2000);
  expect(furtherFigures.bytesOut.value(sampleOf('a', { elapsedMs: 0 }))).toBeNull();
});
