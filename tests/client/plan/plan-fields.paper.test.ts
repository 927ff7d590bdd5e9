import { describe, expect, test } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import {
  checkField,
  fieldNames,
  nearestStop,
  planFields,
  readField,
  writeField,
} from '../../../client/src/plan/plan-fields.ts';

const { bandwidthMbit, clients, dataSize, durationMs, pipeline, rttMs } = planFields;

test.each([
  ['100', 100],
  ['1,000', 1000],
  [' 2 000 ', 2000],
  ['2\u202f000', 2000],
  ['1,5k', 1536],
  ['', NaN],
  ['ten', NaN],
  ['-3', NaN],
  ['1e3', 1000],
  ['2e1k', 20_480],
  ['1e-3', NaN],
  ['e3', NaN],
  ['5k', 5120],
  ['5 kB', 5120],
  ['1M', 1_048_576],
  ['2MiB', 2_097_152],
  ['1.5 m', 1_572_864],
  ['5 apples', NaN],
])('%j typed as a payload is %d bytes', (typed, bytes) => {
  expect(readField(dataSize, typed, en.settings)).toBe(bytes);
});

test.each([
  ['5', 5000],
  ['0.25', 250],
  ['1.2345', 1235],
  ['500ms', 500],
  ['2m', 120_000],
])('%j typed as a duration is %d ms', (typed, ms) => {
  expect(readField(durationMs, typed, en.settings)).toBe(ms);
});

test.each([
  ['0.05', 0.05],
  ['178.6', 178.6],
  ['20 ms', 20],
  ['0,5', 0.5],
  ['0.1s', 100],
  ['', NaN],
])('%j typed as a round trip is %d ms', (typed, ms) => {
  expect(readField(rttMs, typed, en.settings)).toBe(ms);
});

test.each([
  ['off', Infinity],
  ['', Infinity],
  ['2.5', 2.5],
  ['100mbit', 100],
  ['1 Gbit', 1000],
  ['wide', NaN],
])('%j typed as a bandwidth is %d Mbit/s', (typed, mbit) => {
  expect(readField(bandwidthMbit, typed, en.settings)).toBe(mbit);
});

test.each([
  [planFields.keyspace, '10k', 10_000],
  [planFields.rps, '1.5m', 1_500_000],
  [clients, '1k', 1000],
  [planFields.maxMemoryBytes, '64', 64 * 1024 ** 2],
  [planFields.maxMemoryBytes, '1gb', 1024 ** 3],
])('In %o a typed %j is %d', (field, typed, value) => {
  expect(readField(field, typed, en.settings)).toBe(value);
});

test('A value is written as one would type it', () => {
  expect(writeField(bandwidthMbit, Infinity, en)).toBe('off');
  expect(writeField(rttMs, 0.05, en)).toBe('0.05');
  expect(writeField(durationMs, 2500, en)).toBe('2.5');
  expect(writeField(clients, NaN, en)).toBe('');
  expect(writeField(dataSize, readField(dataSize, '5k', en.settings), en)).toBe('5120');
});

describe('What is typed is held to the bounds of the plan', () => {
  test.each([
    [clients, 10, null],
    [clients, 0, 'From 1 to 1,000 connections.'],
    [clients, 1001, 'From 1 to 1,000 connections.'],
    [clients, 1.5, 'A whole number, as 512 or 5k. From 1 to 1,000 connections.'],
    [clients, NaN, 'A whole number, as 512 or 5k. From 1 to 1,000 connections.'],
    [dataSize, 10_000_000_000, 'From 1 to 16,777,216 bytes.'],
    [durationMs, 10, 'From 0.1 to 3,600 s.'],
    [durationMs, NaN, 'A time in seconds, as 0.5 or 30. From 0.1 to 3,600 s.'],
    [rttMs, 0.05, null],
    [rttMs, 501, 'From 0 to 500 ms added.'],
    [rttMs, NaN, 'A number, such as 0.5 or 20. From 0 to 500 ms added.'],
    [bandwidthMbit, Infinity, null],
    [bandwidthMbit, 0, 'From 1 to 10,000 Mbit/s.'],
    [bandwidthMbit, NaN, 'A number, or off. From 1 to 10,000 Mbit/s.'],
  ])('%o %d', (field, value, problem) => {
    expect(checkField(field, value, en)).toBe(problem);
  });
});

test('A value between two stops is shown at the one that is nearer by ratio', () => {
  expect(pipeline.stops[nearestStop(pipeline.stops, 16)]).toBe(16);
  expect(pipeline.stops[nearestStop(pipeline.stops, 23)]).toBe(32);
  expect(pipeline.stops[nearestStop(pipeline.stops, 100_000)]).toBe(4096);
  expect(nearestStop(pipeline.stops, 0)).toBe(0);
  expect(nearestStop(pipeline.stops, NaN)).toBe(0);
  expect(rttMs.stops[nearestStop(rttMs.stops, 0)]).toBe(0);
  expect(rttMs.stops[nearestStop(rttMs.stops, 178.6)]).toBe(200);
  expect(bandwidthMbit.stops[nearestStop(bandwidthMbit.stops, Infinity)]).toBe(Infinity);
  expect(bandwidthMbit.stops[nearestStop(bandwidthMbit.stops, 9000)]).toBe(10_000);
});

test.each(fieldNames)('Every stop of the slider for %s rises, and is within the bounds', (name) => {
  const { stops, limit } = planFields[name];
  expect(stops).toEqual([...new Set(stops)].sort((a, b) => a - b));
  expect(stops).toContain(limit.default);
  for (const stop of stops) expect(checkField(planFields[name], stop, en)).toBeNull();
});
