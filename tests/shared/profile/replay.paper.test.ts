import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { profileOf } from '../../../shared/profile/profile-of.ts';
import {
  readTrace,
  type Trace,
  type TracedCommand,
  type TracedUnit,
} from '../../../shared/profile/read-trace.ts';
import { adviceOf, adviceReport } from '../../../shared/profile/saving-by-distance.ts';
import { replayedCommands } from '../../../shared/profile/replay/forms.ts';
import { NothingToReplay, replayOf } from '../../../shared/profile/replay/replay.ts';
import { answerOf, runAnswerInWords } from '../../../shared/report/answer.ts';
import { english as words } from '../../../shared/words/en/index.ts';
import { openProfile } from '../../../shared/profile/open-profile.ts';
import { sampleSource, sampleTrace } from '../../support/sample-trace.ts';
import { withSources } from '../../support/with-sources.ts';

const sample = readTrace(sampleTrace);
const [unit] = sample.units as [TracedUnit];
const [get] = unit.commands as [TracedCommand];

const detecting = withSources({ 'src/cart.ts': sampleSource });
const judged = (trace: Trace) => profileOf(trace, { startedAt: '', program: 'app.js', tookMs: 1 }, detecting);
const replayed = (trace: Trace, names: readonly string[] = []) => replayOf(trace, judged(trace), names);

/** One unit, each command after the reply to the one before and of a place of its own. */
const withCommands = (...changes: Partial<TracedCommand>[]): Trace => ({
  ...sample,
  units: [
    {
      ...unit,
      commands: changes.map((change, at) => ({
        ...{ ...get, id: at, kn: at, an: null, site: null, turn: [0, 0] },
        ...{ tc: at * 5, t0: at * 5, t1: at * 5 + 5, sent: [1, 0], got: [1, 8] },
        ...change,
      })),
    },
  ],
});
const stagesOf = (trace: Trace) => replayed(trace).written.units[0]?.stages ?? [];

test.each([
  ['the sample', sampleTrace],
  ['the example of the page', readFileSync('client/src/rooms/profile/example.trace', 'utf8')],
])('A unit of %s takes the trips that the profiler counts: as recorded, and by stage', (_, text) => {
  const trace = readTrace(text);
  const { profile } = openProfile(text, { startedAt: '', program: 'app.js' }, () => detecting);
  const { written } = replayOf(trace, profile, []);
  expect(parsePlan({ written, lanes: [{ strategy: 'one-by-one' }] }).written).toEqual(written);
  for (const { name = '', stages } of written.units) {
    const expected = profile.units.find((one) => one.name === name);
    const sent = stages.flatMap(({ commands }) => commands);
    expect(stages.length).toBe(expected?.tripsNeeded);
    expect(new Set(sent.map(({ trip }) => trip)).size).toBe(expected?.tripsNow);
    expect(stages.length).toBeLessThan(expected?.tripsNow ?? 0);
    expect(sent.reduce((sum, { times = 1 }) => sum + times, 0)).toBe(expected?.commands);
  }
});

test('Two places that take turns, of which the second needs the first, are two stages', () => {
  const sites = ['a', 'b'].map((name, line) => ({
    ...{ frames: [['a.js', line + 1, 1, 'f'] as [string, number, number, string]], owner: 'app', key: name },
  }));
  const trace = withCommands(
    ...Array.from({ length: 6 }, (_, at) => ({
      ...{ site: sites[at % 2] ?? null, turn: [at, at + 1] as [number, number] },
      deps: at % 2 === 1 ? [at - 1] : [],
    })),
  );
  const [first, second] = [1, 2].map((line) => ({ file: 'a.js', line, column: 1, function: 'f' })) as [
    object,
    object,
  ];
  const finding = {
    code: 'independent-sequence',
    unit: unit.name,
    tripsNeeded: 2,
    site: first,
    others: [second],
  };
  const { written } = replayOf(trace, { findings: [finding] } as unknown as Parameters<typeof replayOf>[1]);
  expect(written.units[0]?.stages.map(({ commands }) => commands.map(({ trip }) => trip))).toEqual([
    [0, 2, 4],
    [1, 3, 5],
  ]);
});

test('What overlaps is one trip, a pipeline stays one, and the program’s own time is kept before a stage', () => {
  const stages = stagesOf(
    withCommands(
      { tc: 0, t1: 5 },
      { tc: 1, t1: 6 },
      { tc: 16.4, t1: 20, b: 7, kn: 0 },
      { tc: 16.4, t1: 20, b: 7, n: 'SET', kn: 0, sent: [2, 300] },
    ),
  );
  expect(stages).toEqual([
    {
      commands: [
        { command: 'GET s8:0', trip: 0 },
        { command: 'GET s8:1', trip: 0 },
      ],
    },
    {
      pauseMs: 10,
      commands: [
        { command: 'GET s8:0', trip: 1, piped: true },
        { command: 'SET s8:0 ${data(300)}', trip: 1, piped: true },
      ],
    },
  ]);
});

test('Keys that were read are there beforehand, of the recorded size; those that were not found are not', () => {
  const { written } = replayed(
    withCommands(
      { got: [1, 900] },
      { nil: 1, got: [0, 0] },
      { n: 'HGETALL', got: [3, 30] },
      { n: 'MGET', sent: [3, 9] },
    ),
  );
  expect(written.setup).toEqual([
    { command: 'SET s1024:${n} ${data(1024)}', times: 1 },
    { command: 'HSET h4x16:${n} f0 ${data(16)} f1 ${data(16)} f2 ${data(16)} f3 ${data(16)}', times: 1 },
    { command: 'SET s8:${n} ${data(8)}', times: 3 },
  ]);
  expect(written.units[0]?.stages.map(({ commands: [one] }) => one?.command)).toEqual([
    'GET s1024:0',
    'GET s:0',
    'HGETALL h4x16:0',
    'MGET s8:0 s8:1 s8:2',
  ]);
});

test.each<[n: string, sent: [number, number]]>([
  ['HMGET', [2e9, 1e12]],
  ['MGET', [30_000_000, 1e12]],
  ['MSET', [2001, 16]],
  ['constructor', [1, 0]],
  ['toString', [1, 0]],
  ['__proto__', [1, 0]],
])('%s with %j arguments, as a foreign trace may have it, is left out', (n, sent) => {
  const { written, leftOut } = replayed(withCommands({}, { n, sent }));
  expect(written.units[0]?.stages).toHaveLength(1);
  expect(leftOut).toContainEqual(expect.stringContaining(`${n} (1)`));
});

test('What cannot be carried out again is left out by name, with its count', () => {
  const { written, leftOut } = replayed(
    withCommands(
      {},
      { n: 'BLPOP' },
      { n: 'EVALSHA' },
      { n: 'EVALSHA' },
      { n: 'WATCH' },
      { n: 'SET', mode: 'multi', b: 1 },
    ),
  );
  expect(leftOut).toEqual([
    'Left out, as a replay cannot carry them out: EVALSHA (2), BLPOP (1), WATCH (1), SET after WATCH (1).',
  ]);
  expect(written.units[0]?.stages.flatMap(({ commands }) => commands)).toHaveLength(1);
});

test.each<[n: string, args: number, got: number, line: string | null]>([
  ['GEOPOS', 2, 4, 'GEOPOS z4x8:0 m0 m1'],
  ['GEODIST', 3, 1, 'GEODIST z2x8:0 m0 m1'],
  ['GEORADIUS', 5, 3, 'GEORADIUS z4x8:0 -180 -85 100 km COUNT 3'],
  ['GEORADIUS', 6, 1, null],
  ['SORT', 0, 3, 'SORT l4x8:0 LIMIT 0 3 ALPHA'],
  ['SORT', 6, 3, 'SORT l4x8:0 LIMIT 0 3 ALPHA'],
  ['SORT', 6, 1, null],
])('%s with %i arguments and a reply of %i is carried out where it stored nothing', (n, args, got, line) => {
  const { written } = replayed(withCommands({}, { n, sent: [args + 1, 20], got: [got, 8 * got] }));
  expect(written.units[0]?.stages[1]?.commands[0]?.command ?? null).toBe(line);
  expect(() => parsePlan({ written, lanes: [{ strategy: 'pipeline' }] })).not.toThrow();
});

test.each([
  [1, 19, null],
  [2, 19, 'No verdict: 10 % of the recorded commands were left out (BLPOP)'],
])('a replay without %i of its commands, and with %i, has this verdict: %s', (left, kept, said) => {
  const { written } = replayed(
    withCommands(...Array.from({ length: left + kept }, (_, at) => (at < left ? { n: 'BLPOP' } : {}))),
  );
  const plan = parsePlan({ written, lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }] });
  const answer = answerOf({ plan, tunings: [], lanes: [], comparisons: [], state: 'completed' });
  expect(answer.code === 'left-out' ? runAnswerInWords(answer, String, words) : null).toBe(said);
});

test.each([
  [
    'has only such commands',
    withCommands({ n: 'SUBSCRIBE' }),
    [],
    /nothing in it can .* again: SUBSCRIBE \(1\)/,
  ],
  ['has no reply', withCommands({ t1: null }), [], /no unit in it has a command with its reply/],
  ['lacks the unit', sample, ['GET /x'], /it has no unit "GET \/x"; it has "GET \/cart\/:id"/],
])('A trace that %s is refused', (_, trace, names, message) => {
  expect(() => replayed(trace, names)).toThrow(NothingToReplay);
  expect(() => replayed(trace, names)).toThrow(message);
});

test('Units have the shares that their names had; what is sent outside of them waits to be named', () => {
  const program: TracedUnit = { ...unit, kind: 'program', name: 'app.js' };
  const job: TracedUnit = { ...unit, kind: 'job', name: 'mail' };
  const counts = new Map([['job mail', { kind: 'job' as const, name: 'mail', count: 6 }], ...sample.counts]);
  const trace = { ...sample, counts, units: [...sample.units, program, job] };
  const shares = (names: string[] = []) =>
    replayed(trace, names).written.units.map(({ name, weight }) => [name, weight]);
  expect(shares()).toEqual([
    ['mail', 6],
    ['GET /cart/:id', 1],
    ['GET /cart/:id', 1],
  ]);
  expect(shares(['app.js'])).toEqual([['app.js', 1]]);
  expect(replayed(trace).leftOut[0]).toMatch(/^4 commands that the program sent outside of its units/);
});

test('Of a large trace some units stand for all, and the plan holds them', () => {
  const commands = Array.from({ length: 400 }, (_, at) => ({ ...get, id: at, kn: at, t1: 9, tc: 0 }));
  const units = Array.from({ length: 210 }, (_, at) => ({ ...unit, name: `GET /${at % 70}`, commands }));
  const { written, leftOut } = replayed({ ...sample, units, counts: new Map() });
  expect(parsePlan({ written, lanes: [{ strategy: 'pipeline' }] }).written).toEqual(written);
  expect(leftOut.join('\n')).toMatch(
    /^20 names of units that came least often are left out.\n\d+ of 150 recorded units stand for all/m,
  );
});

test.each(['GET', 'GETSET', 'GETEX', 'GETDEL', 'STRLEN'])(
  '%s finds a value as long as the recorded one',
  (n) => {
    const { written } = replayed(withCommands({ n, sent: [2, 10], got: [1, 8] }));
    expect(written.setup).toEqual([{ command: 'SET s8:${n} ${data(8)}', times: 1 }]);
  },
);

test('PFCOUNT of three keys is replayed with three', () => {
  const { written } = replayed(withCommands({ n: 'PFCOUNT', sent: [3, 30] }));
  expect(written.units[0]?.stages[0]?.commands[0]?.command).toBe('PFCOUNT p1x8:0 p1x8:1 p1x8:2');
});

test('Every command that a replay writes may stand in a plan', () => {
  const trace = withCommands(
    ...replayedCommands.map((n): Partial<TracedCommand> => ({ n, sent: [4, 40], got: [4, 40] })),
  );
  const { written, leftOut } = replayed(trace);
  expect(leftOut).toEqual([]);
  expect(() => parsePlan({ written, lanes: [{ strategy: 'pipeline' }] })).not.toThrow();
  expect(written.units[0]?.stages).toHaveLength(replayedCommands.length);
});

test('Sites are ranked by the trips that they spare, with the saving at each distance', () => {
  const [finding] = judged(sample).findings;
  const { sites } = adviceOf(sample, judged(sample));
  // Four GETs in one trip: three spared. 2.5 of 20.5 ms are the program’s own.
  expect(sites).toMatchObject([
    {
      ...{ site: finding?.site, unit: 'GET /cart/:id', units: 2, tripsSpared: 3 },
      at: [
        { rttMs: 0.2, savingMs: 0.6, unitMs: 3.3 },
        { rttMs: 1, savingMs: 3, unitMs: 6.5 },
        { rttMs: 5, savingMs: 15, unitMs: 22.5 },
        { rttMs: 20, savingMs: 60, unitMs: 82.5 },
      ],
    },
  ]);
  const report = JSON.stringify(adviceReport('app.trace', adviceOf(sample, judged(sample))));
  expect(report).toMatch(/computed from recorded trips.*not measured/i);
  expect(report).toContain('15 (67 %)');
  expect(JSON.stringify(adviceReport('x', adviceOf(sample, { ...judged(sample), findings: [] })))).toMatch(
    /No line sends/,
  );
});
