import { describe, expect, test } from 'vitest';
import { numbersKept, type Frame } from '../../../shared/contract/profile-trace.ts';
import { detect } from '../../../shared/profile/detect.ts';
import { exchangesOf } from '../../../shared/profile/exchanges.ts';
import type { TracedCommand } from '../../../shared/profile/read-trace.ts';
import { withSources } from '../../support/with-sources.ts';
import { chainsOf, longestPeriod, sequencesOf } from '../../../shared/profile/runs.ts';

interface Sent {
  /** The name of the method by which the source sends it: `redis.NAME(`. */
  call: string;
  /** The command before, by how many, whose reply has a part of an argument. */
  from?: number;
  /** Words behind its name; else a key and a value. */
  words?: number;
  /** The number of its key; else each has another one. */
  key?: number;
  /** The number of its other words; else each has others. */
  rest?: number;
  fails?: boolean;
  /** It is not sent in the turn of the reply before. */
  isApart?: boolean;
  callers?: Frame[];
  /** The place that is recorded; else that of the call. */
  at?: Frame;
}

const positionIn = (source: string, call: string): [line: number, column: number] => {
  const lines = source.split('\n');
  const line = lines.findIndex((one) => one.includes(`.${call}(`));
  return [line + 1, (lines[line]?.indexOf(`.${call}(`) ?? -1) + 2];
};

/** Commands as a program of this source would send them: each in the turn of the reply before. */
function commandsOf(source: string, sent: readonly Sent[]): TracedCommand[] {
  return sent.map(
    ({ call, words = 2, from = 0, key, rest, fails = false, isApart = false, callers = [], at }, id) => {
      const frames: Frame[] = [at ?? ['a.js', ...positionIn(source, call), 'f'], ...callers];
      return {
        ...{ id, n: call.toUpperCase(), lib: 'ioredis', key: null, kn: key ?? id, an: rest ?? id, b: null },
        ...{ mode: 'one', conn: 1, tc: id * 2, t0: id * 2, t1: id * 2 + 1, nil: 0, err: fails ? 1 : 0 },
        ...{
          turn: [isApart ? 0 : id, id + 1],
          sent: [words, 16],
          deps: from > 0 && id >= from ? [id - from] : [],
        },
        site: { frames, owner: 'app', key: JSON.stringify(frames) },
      };
    },
  );
}

/** The findings about the commands of one unit. */
function findingsOf(source: string, sent: readonly Sent[], isRead = true) {
  const unit = {
    kind: 'mark',
    name: 'unit',
    startedMs: 0,
    durationMs: 99,
    commands: commandsOf(source, sent),
  };
  const counts = new Map([['mark unit', { kind: 'mark', name: 'unit', count: 1 } as const]]);
  const detecting = withSources(isRead ? { 'a.js': source, 'a.ts': source } : {});
  return detect({ units: [{ ...unit, kind: 'mark' }], counts }, detecting).findings;
}

const times = (count: number, ...round: Sent[]): Sent[] => Array.from({ length: count }, () => round).flat();
const codes = (source: string, sent: readonly Sent[], isRead = true) =>
  findingsOf(source, sent, isRead).map(({ code, reasons }) => [code, ...reasons]);

const loop = 'const all = []; for (const id of ids) all.push(await redis.get(id));';

describe('What a sequence is said to be', () => {
  test('A loop in the source wins over what stands in replies by chance', () => {
    expect(codes(loop, times(6, { call: 'get', from: 1 }))).toEqual([
      ['independent-sequence', 'no-key-from-reply'],
    ]);
  });

  test('Without a source nothing is said of dependence, though every step has a part of the reply before', () => {
    const all = times(6, { call: 'get', from: 1 });
    expect(codes(loop, all, false)).toEqual([['sequence', 'some-need']]);
    expect(codes(loop, times(6, { call: 'get' }), false)).toEqual([['sequence', 'not-seen']]);
  });

  test.each([
    ['a.ts', 'transpiled'],
    ['a.js', 'not-seen'],
  ])('In %s a place beyond the end of its line has no call: %s', (file, reason) => {
    const at: Frame = [file, 1, 7, 'f'];
    expect(codes(`// a\n${loop}`, times(6, { call: 'get', at }))).toEqual([['sequence', reason]]);
  });

  test('A guard before writes of one key makes nothing of "each needs the reply before"', () => {
    const source =
      'async () => { const n = await redis.get(k);\nif (n > 9) return;\nawait redis.incr(k);\nawait redis.expire(k, 9); }';
    const sent = ['get', 'incr', 'expire'].map((call) => ({ call, key: 99 }));
    expect(codes(source, sent)).toEqual([['sequence', 'condition']]);
  });

  test('What follows a check shares a round trip, and no write is sent before its check', () => {
    const writes = ['decr', 'lpush', 'hset', 'sadd'];
    const lines = ['const stock = await redis.get(k);', 'if (stock < 1) return;'].concat(
      writes.map((call) => `await redis.${call}(k);`),
    );
    const sent = ['get', ...writes].map((call) => ({ call, key: 99 }));
    expect(findingsOf(`async () => {\n${lines.join('\n')} }`, sent)).toMatchObject([
      { code: 'independent-sequence', tripsNeeded: 2, reasons: ['checks'], spot: { file: 'a.js', line: 3 } },
    ]);
  });

  test('An error in one run takes nothing back that the others show', () => {
    const get = { call: 'get' };
    const failed = { call: 'get', fails: true };
    const run = times(4, get);
    const broken = [{ call: 'get', isApart: true }, ...times(3, get), failed];
    expect(codes(loop, [...run, ...broken])).toEqual([['independent-sequence', 'no-key-from-reply']]);
    expect(codes(loop, broken)).toEqual([['sequence', 'failures']]);
  });

  test.each([
    ['zscore', 'zrevrank'],
    ['hget', 'hkeys'],
    ['llen', 'lpos'],
    ['get', 'bitcount'],
    ['exists', 'smismember'],
  ])('Reads of one key are known by the command table: %s and %s', (one, other) => {
    const source = `const all = []; for (const id of ids) {\nall.push(await redis.${one}(id));\nall.push(await redis.${other}(id)); }`;
    const sent = Array.from({ length: 5 }, (_, id) => [
      { call: one, key: id },
      { call: other, key: id },
    ]).flat();
    expect(codes(source, sent)).toEqual([['independent-sequence', 'no-key-from-reply']]);
  });

  test.each([
    ['get', 'for (const id of ids) await redis.get(queue, done);', 'sequence', 'same-command'],
    ['lpop', 'while (busy()) job = await redis.lpop(queue, done);', 'sequence', 'same-command'],
    [
      'rpoplpush',
      'for (const id of ids) if (!(await redis.rpoplpush(queue, done))) break;',
      'sequence',
      'same-command',
    ],
    [
      'zmpop',
      'for (const id of ids) await redis.zmpop(queue, done);',
      'independent-sequence',
      'no-key-from-reply',
    ],
  ])(
    'The same %s again and again waits for something to change, unless a list is counted: %s',
    (call, source, ...said) => {
      expect(codes(source, times(5, { call, key: 1, rest: 1 }))).toEqual([said]);
    },
  );

  test.each([
    ['set', 1, 'independent-sequence', 'no-key-from-reply'],
    ['get', numbersKept, 'independent-sequence', 'no-key-from-reply'],
    ['set', numbersKept, 'sequence', 'not-seen'],
  ] as const)(
    'Keys that may be one, for the first was forgotten, are a doubt of writes: %s, %d apart',
    (call, apart, code, reason) => {
      const source = `for (const id of ids) await redis.${call}(id);`;
      const sent = Array.from({ length: 5 }, (_, id) => ({ call, key: id * apart }));
      expect(codes(source, sent)).toEqual([[code, reason]]);
    },
  );

  test.each([
    [2, undefined],
    [3, true],
  ])('SETs of %d words have options: %s', (words, options) => {
    const sent = times(5, { call: 'set', words });
    expect(findingsOf('for (const id of ids) await redis.set(id, 1);', sent)[0]?.options).toBe(options);
  });

  test('A key that is read and then written by the reply is no saving', () => {
    const source = 'for (const id of ids) {\nconst n = await redis.get(id);\nawait redis.set(id, n + 1); }';
    const sent = Array.from({ length: 5 }, (_, id) => [
      { call: 'get', key: id },
      { call: 'set', key: id },
    ]).flat();
    expect(codes(source, sent)).toEqual([['sequence', 'read-then-write']]);
  });
});

describe('What is one sequence', () => {
  const methods = (count: number) =>
    Array.from({ length: count }, (_, at) => `m${at.toString(36).padStart(2, 'x')}`);
  const sourceOfRound = (names: readonly string[]) =>
    `for (const id of ids) {\n${names.map((name) => `await redis.${name}(id);`).join('\n')} }`;

  test.each([5, 6, longestPeriod])('A loop of %i commands a round is one', (count) => {
    const names = methods(count);
    const sent = times(4, ...names.map((call) => ({ call })));
    const found = findingsOf(sourceOfRound(names), sent);
    expect(found).toMatchObject([{ code: 'independent-sequence', perUnit: 4 * count, tripsNeeded: 1 }]);
    expect(found[0]?.others.length).toBe(Math.min(11, count - 1));
    expect(found[0]?.more).toBe(count > 12 ? count - 12 : undefined);
  });

  test('A helper that is entered again begins another one', () => {
    const caller = (line: number, isAsync: boolean): Frame => [
      'a.js',
      line,
      9,
      isAsync ? 'async main' : 'main',
    ];
    const entered = [5, 9].flatMap((line) =>
      [false, true, true, true].map((isAsync) => ({ call: 'get', callers: [caller(line, isAsync)] })),
    );
    const [chain = []] = chainsOf(exchangesOf({ commands: commandsOf(loop, entered) }));
    expect(sequencesOf(chain).map(({ exchanges, form }) => [form, exchanges.length])).toEqual([
      ['loop', 4],
      ['loop', 4],
    ]);
    const each = { code: 'independent-sequence', perUnit: 4, tripsNeeded: 1 };
    expect(findingsOf(loop, entered)).toMatchObject([each, each]);
  });

  test('Lines of the same places in another order are one finding', () => {
    const names = methods(3);
    const [a, b, c] = names.map((call) => ({ call })) as [Sent, Sent, Sent];
    const sent = [a, b, c, b, a, a, c, b, a, c, c, a, b];
    expect(findingsOf(sourceOfRound(names), sent)).toMatchObject([{ others: [{}, {}] }]);
  });
});
