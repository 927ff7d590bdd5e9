import { describe, expect, test } from 'vitest';
import {
  traceVersion,
  type CountLine,
  type TracedCommandLine,
} from '../../../shared/contract/profile-trace.ts';
import { exchangesOf, tripsOf, waitingMs } from '../../../shared/profile/exchanges.ts';
import { profileOf, withoutSource } from '../../../shared/profile/profile-of.ts';
import { readTrace, TraceUnreadable } from '../../../shared/profile/read-trace.ts';
import { gapsIn } from '../../../shared/profile/report.ts';
import { profile as english } from '../../../shared/words/en/profile.ts';

const meta = { k: 'meta', v: traceVersion, node: '24', source: 'patch', budget: 1, pid: 1 };

const command = (
  id: number,
  from: number,
  to: number,
  more: Partial<TracedCommandLine> = {},
): TracedCommandLine => ({
  ...{
    k: 'cmd',
    id,
    u: 1,
    s: null,
    n: 'GET',
    lib: 'ioredis',
    key: null,
    kn: 1,
    an: id,
    sent: [2, 16],
    b: null,
    mode: 'one',
  },
  ...{ conn: 1, tc: from, t0: from, t1: to, nil: 0, err: 0, turn: [0, 0], deps: [] },
  ...more,
});

const textOf = (...lines: unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const unit = { k: 'unit', id: 1, kind: 'http', name: 'GET /', t0: 0, t1: 9 };

test('traces of several processes are read as one trace from a text each', () => {
  const text = textOf(meta, command(1, 0, 1), unit);
  expect(readTrace([text, text])).toEqual(readTrace(text + text));
});

test('150,000 processes, and as many commands in one loop, are judged', () => {
  const many = Array.from({ length: 150_000 }, (_, at) => at);
  const text = `${textOf(meta).repeat(many.length)}${many.map((at) => JSON.stringify(command(at, at, at + 1, { b: 1 }))).join('\n')}\n`;
  const trace = readTrace(text);
  const recording = { startedAt: '', program: 'app.js', tookMs: 1 };
  expect(profileOf(trace, recording, withoutSource('patch')).commands).toBe(many.length);
});

test('units that a fault of the recorder left out are not read, and the fault is counted', () => {
  const fault = { k: 'fault', count: 1, cause: 'ENOSPC', left: [2] };
  const own = { ...unit, id: 2 };
  const text = textOf(meta, command(3, 0, 1), command(4, 0, 1, { u: 2 }), unit, fault, own, {
    ...fault,
    count: 3,
  });
  const trace = readTrace(text + textOf(meta, { ...fault, cause: 'TypeError' }));
  expect(trace.units.map(({ commands }) => commands.length)).toEqual([1, 0]);
  expect(trace.faults).toEqual({ count: 4, cause: 'ENOSPC' });
  const recording = { startedAt: '', program: 'app', tookMs: 1 };
  const profile = profileOf(trace, recording, withoutSource('patch'));
  expect(gapsIn(profile, english)).toEqual([
    expect.stringMatching(/^The recorder failed 4 times \(ENOSPC\)/),
  ]);
});

test('a trace that was cut off is read to its last whole line', () => {
  const text = textOf(meta, command(1, 0, 1), command(2, 1, 2), unit);
  const { units, processes } = readTrace(text + text.slice(0, -20));
  expect(units.map(({ name, commands }) => [name, commands.length])).toEqual([
    ['GET /', 2],
    ['program', 2],
  ]);
  expect(processes).toBe(2);
});

test.each([
  [
    1,
    /^a trace of version 1, which an earlier Roundtrip recorded: record it again\. This one reads version 2$/,
  ],
  [3, /^a trace of version 3; this Roundtrip reads version 2$/],
])('a trace of version %d is refused', (v, message) => {
  const read = () => readTrace(textOf({ ...meta, v }));
  expect(read).toThrow(TraceUnreadable);
  expect(read).toThrow(message);
});

test.each<[what: string, line: object]>([
  ['a time that no process has', { ...unit, t0: 1e308 }],
  ['a reply at no time', { ...command(1, 0, 1), t1: 'soon' }],
  ['a key that is no pattern', { ...command(1, 0, 1), key: {} }],
  ['a count below nothing', command(1, 0, 1, { sent: [-1, 0] })],
  ['part of a value', command(1, 0, 1, { got: [0.5, 0] })],
  ['sizes that are none', { ...command(1, 0, 1), got: 'ab' }],
  ['a count without an end', command(1, 0, 1, { sent: [1, Infinity] })],
  ['a kind of unit that there is not', { ...unit, kind: 'moon' }],
  [
    'a count of such a kind',
    { k: 'count', units: [['moon', 'GET /', 1]], commands: 0, recorded: 0, spentMs: 0, tookMs: 1 },
  ],
  ['a count of no unit', { k: 'count', units: [null], commands: 1, recorded: 1, spentMs: 0, tookMs: 1 }],
])('a line with %s is left out', (_what, line) => {
  // JSON has no Infinity but a number that is too large.
  const text = JSON.stringify(line, (_, value: unknown) => (value === Infinity ? '@' : value));
  const { units, counts } = readTrace(textOf(meta) + text.replace('"@"', '1e999'));
  expect([units, counts.size]).toEqual([[], 0]);
});

test.each([
  ['one after another', [command(1, 0, 1), command(2, 1, 2), command(3, 2, 3)], ['no-places']],
  ['two of them', [command(1, 0, 1), command(2, 1, 2)], []],
  ['side by side', [command(1, 0, 9), command(2, 0, 9), command(3, 0, 9)], []],
  ['of a cursor', [1, 2, 3].map((id) => command(id, id, id + 1, { n: 'SCAN' })), []],
])('commands without a place, %s, are a gap or none', (_how, commands, gaps) => {
  const inTurns = commands.map((one) => ({ ...one, turn: [one.id - 1, one.id] }));
  const trace = readTrace(textOf(meta, ...inTurns, unit));
  const recording = { startedAt: '', program: 'app', tookMs: 1 };
  expect(profileOf(trace, recording, withoutSource('patch')).gaps).toEqual(gaps);
});

test('keys of two processes are different ones, whatever their numbers are', () => {
  const one = textOf(meta, command(1, 0, 1, { kn: 7 }), command(2, 1, 2, { kn: 7 }), unit);
  const [mine, again, other] = readTrace(one + one).units.flatMap(({ commands }) =>
    commands.map(({ kn }) => kn),
  );
  expect(again).toBe(mine);
  expect(other).not.toBe(mine);
});

test('a place at a line that no number names is none', () => {
  const site = { k: 'site', id: 1, frames: [['app.js', 7, 1, '']], owner: 'app' };
  const text = textOf(meta, site, command(1, 0, 1, { s: 1 }), unit);
  const siteIn = (trace: string) => readTrace(trace).units[0]?.commands[0]?.site?.frames;
  expect(siteIn(text)).toEqual(site.frames);
  expect(siteIn(text.replace('7', '1e999'))).toBeUndefined();
});

test('lines that are none are left out', () => {
  const { units } = readTrace(
    textOf(meta, { k: 'cmd', id: 1 }, null, 'x', { k: 'site', id: 1, frames: [[]] }, unit),
  );
  expect(units).toMatchObject([{ name: 'GET /', commands: [] }]);
});

test.each([
  ['one after another', [command(1, 0, 1), command(2, 1, 2), command(3, 2, 4)], 3, 4],
  ['side by side', [command(1, 0, 3), command(2, 1, 4), command(3, 2, 5)], 1, 5],
  ['in one batch', [command(1, 0, 1, { b: 7 }), command(2, 0, 3, { b: 7 })], 1, 3],
  ['without a reply', [command(1, 0, 1), command(2, 1, 2, { t1: null })], 1, 1],
])('commands %s are so many trips', (_how, commands, trips, waiting) => {
  const [first] = readTrace(textOf(meta, ...commands, unit)).units;
  const exchanges = exchangesOf(first ?? { commands: [] });
  expect([tripsOf(exchanges), waitingMs(exchanges)]).toEqual([trips, waiting]);
});

describe('why something is missing', () => {
  const count = (more: Partial<CountLine> = {}) => ({
    ...{ k: 'count', units: [], commands: 2, recorded: 2, spentMs: 1, tookMs: 9, full: false },
    ...more,
  });
  test.each<[what: string, more: Partial<CountLine>, why: string[]]>([
    ['nothing is', {}, []],
    ['the budget', { commands: 9 }, ['sampled']],
    ['the bound of the file', { commands: 9, full: true }, ['bounded']],
    ['the bound of a unit alone', { commands: 9, beyond: 7 }, ['long-units']],
    ['the bound of a unit, and the budget', { commands: 9, beyond: 3 }, ['sampled', 'long-units']],
    ['the bound of places', { placesFull: true }, ['many-places']],
    ['a signal within a unit', { open: 3 }, ['unfinished']],
  ])('%s', (_what, more, why) => {
    expect(readTrace(textOf(meta, command(1, 0, 1), command(2, 1, 2), unit, count(more))).leftOut).toEqual(
      why,
    );
  });

  test('units beyond the bound of names are no others where they were recorded', () => {
    const second = { ...unit, id: 2, name: 'GET /second' };
    const others = (times: number) => {
      const units: CountLine['units'] = [
        ['http', 'GET /', 1],
        ['http', '(others)', times],
      ];
      const text = textOf(meta, command(1, 0, 1), unit, command(2, 1, 2, { u: 2 }), second, count({ units }));
      return [...readTrace(text).counts.values()].map(({ name, count: found }) => [name, found]);
    };
    expect(others(1)).toEqual([
      ['GET /', 1],
      ['GET /second', 1],
    ]);
    expect(others(4)).toContainEqual(['(others)', 3]);
  });
});
