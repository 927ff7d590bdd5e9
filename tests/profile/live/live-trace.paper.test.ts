import { expect, test } from 'vitest';
import { LiveTrace } from '../../../server/profile/live/live-trace.ts';
import { profileOf, withoutSource } from '../../../shared/profile/profile-of.ts';
import { readTrace, type Trace } from '../../../shared/profile/read-trace.ts';
import { sampleTrace } from '../../support/sample-trace.ts';

const [meta = '', site = '', ...rest] = sampleTrace.trimEnd().split('\n');
const command = JSON.parse(rest[0] ?? '') as object;
const textOf = (...lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** Requests that send two commands each. */
const requests = (from: number, to: number, name = 'GET /') =>
  Array.from({ length: to - from }, (_, at) => {
    const id = 1000 * (from + at + 1);
    return textOf(
      { ...command, id: id + 1, u: id },
      { ...command, id: id + 2, u: id },
      { k: 'unit', id, kind: 'http', name, t0: 0, t1: 1000 - at },
    );
  }).join('');

const judge = (trace: Trace) =>
  profileOf(trace, { startedAt: '', program: 'app', tookMs: 1 }, withoutSource('patch'));

test('Of pieces the same is found as of the whole, also where two processes write at a time', () => {
  const live = new LiveTrace();
  for (const line of sampleTrace.trimEnd().split('\n'))
    for (const file of ['one', 'other']) live.add({ file, text: `${line}\n` });
  expect(judge(live.trace)).toEqual(judge(readTrace(sampleTrace.repeat(2))));
  expect([live.units, live.isOfNewest]).toEqual([4, false]);
});

test('Commands whose unit has not ended are not those of the program', () => {
  const live = new LiveTrace();
  const [one = '', two = ''] = rest.filter((line) => line.includes('"k":"cmd"'));
  live.add({ file: 'a', text: [meta, site, one, two, ''].join('\n').replaceAll('"u":1', '"u":7') });
  expect(live.trace.units).toEqual([]);
});

test('The oldest units go; the slowest and the newest of each name stay to be looked at', () => {
  const live = new LiveTrace({ commands: 10, outside: 4 });
  live.add({ file: 'a', text: `${meta}\n${site}\n${requests(0, 1, 'GET /once')}${requests(1, 100)}` });
  const { units, recorded, commands } = live.trace;
  expect(units.map(({ commands: { length } }) => length)).toEqual([2, 2, 2, 2, 2]);
  expect([recorded, commands]).toEqual([200, 200]);
  expect([live.units, live.isOfNewest]).toEqual([100, true]);
  expect(
    live.chosen(['GET /', 'GET /once']).map(({ which, unit }) => [unit.name, which, unit.durationMs]),
  ).toEqual([
    ['GET /', 'slowest', 1000],
    ['GET /', 'newest', 902],
    ['GET /once', 'slowest', 1000],
  ]);
});

test('Of what a program sends outside of units the newest stays', () => {
  const live = new LiveTrace({ commands: 10, outside: 4 });
  const outside = Array.from({ length: 100 }, (_, at) => ({ ...command, id: at + 2, u: 1 }));
  live.add({ file: 'a', text: `${meta}\n${site}\n${textOf(...outside)}` });
  const [program, ...others] = live.trace.units;
  expect(others).toEqual([]);
  expect(program?.commands.length).toBeLessThanOrEqual(8);
  expect(program?.commands.at(-1)?.id).toBe(101);
  expect(live.chosen(['program']).map(({ which }) => which)).toEqual(['newest']);
});
