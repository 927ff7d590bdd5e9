import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { numbersKept } from '../../shared/contract/profile-trace.ts';
import { Budget } from '../../server/profile/process/budget.ts';
import { ValueNumbers } from '../../server/profile/process/value-numbers.ts';
import { ProgramRecorder } from '../../server/profile/process/recorder.ts';
import { TraceFile } from '../../server/profile/process/trace-file.ts';
import { requestName } from '../../server/profile/process/unit-name.ts';
import { folderForAll } from '../support/temporary-folder.ts';
import { withoutTimes } from '../support/without-times.ts';

const folder = folderForAll();

/** A secret and what takes its place, of the same length: a word, or something with a number in it. */
const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
const digits = '0123456789'.split('');
const twins = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom(letters, digits))
  .chain(([length, from]) => {
    const text = fc.string({ unit: fc.constantFrom(...from), minLength: length, maxLength: length });
    return fc.tuple(text, text);
  });
const allTwins = fc.uniqueArray(twins, {
  ...{ minLength: 4, maxLength: 12 },
  comparator: ([one, its], [other, theirs]) => one === other || its === theirs,
});

const place = fc.nat(11);
const step = fc.record({
  name: fc.constantFrom('GET', 'SET', 'HSET', 'DEL', 'MGET'),
  key: fc.tuple(fc.nat(4), place, place),
  values: fc.array(place, { maxLength: 3 }),
  isBuffer: fc.boolean(),
  reply: fc.option(fc.array(place, { maxLength: 3 })),
  fails: fc.boolean(),
  begins: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const keys = [
  (one: string) => one,
  (one: string) => `ITEM:${one}`,
  (one: string) => `${one}:CART`,
  (one: string, other: string) => `USER:${one}:${other}`,
  (one: string, other: string) => `${one}@${other}.LAND`,
];

let files = 0;

/** The trace of a program whose texts are made of these secrets. */
function traceOf(secrets: readonly string[], steps: readonly Step[]): string {
  const path = join(folder(), `${files++}.jsonl`);
  const budget = new Budget(1000);
  const file = new TraceFile(path, 1_000_000, budget);
  const recorder = new ProgramRecorder(file, budget, { root: import.meta.dirname, program: () => 'app.js' });
  const at = (index: number) => secrets[index % secrets.length] ?? '';
  const begin = () => recorder.begin('http', [`/users/${at(0)}?mail=${at(1)}`], 'GET /users');
  const end = (unit: ReturnType<typeof begin>) => {
    recorder.end(unit, requestName('GET', `/users/${at(0)}?mail=${at(1)}`, null));
  };
  let unit = begin();
  const act = ({ name, key: [form, one, other], values, isBuffer, reply, fails, begins }: Step) => {
    if (begins) {
      end(unit);
      unit = begin();
    }
    const key = keys[form]?.(at(one), at(other)) ?? '';
    const args = [isBuffer ? Buffer.from(key) : key, ...values.map(at)];
    const recorded = recorder.context.run(unit, () =>
      recorder.issued(args, name, { lib: 'ioredis', below: act, frames: 0 }),
    );
    if (recorded) recorder.settled(recorded, reply?.map(at) ?? null, fails);
  };
  for (const one of steps) act(one);
  end(unit);
  recorder.close();
  return readFileSync(path, 'utf8');
}

test('A trace is the same whatever its secrets are called', () => {
  fc.assert(
    fc.property(allTwins, fc.array(step, { minLength: 1, maxLength: 20 }), (pairs, steps) => {
      const [trace, other] = [0, 1].map((which) =>
        withoutTimes(
          traceOf(
            pairs.map((pair) => pair[which] ?? ''),
            steps,
          ),
        ),
      );
      expect(trace).toContain('"k":"cmd"');
      expect(other).toBe(trace);
    }),
  );
});

test('Equal values have equal numbers, in the order in which they came first', () => {
  const numbers = new ValueNumbers();
  const of = (...values: unknown[]) => numbers.of(values);
  expect([of('alice'), of('bob'), of(Buffer.from('alice')), of('bob', ''), of()]).toEqual([1, 2, 1, 3, null]);
  expect([of('ab', 'c'), of('a', 'bc'), of(42), of('42')]).toEqual([4, 5, 6, 6]);
});

test('Memory has a bound: what was forgotten has a number so far from its first that it may be the same', () => {
  const after = (count: number) => {
    const numbers = new ValueNumbers();
    const first = numbers.of(['first']) ?? 0;
    for (let at = 0; at < count; at++) numbers.of([at]);
    return (numbers.of(['first']) ?? 0) - first;
  };
  // The last 50,000 are known whenever they came; those before may be.
  expect([after(numbersKept - 1), after(numbersKept + 10)]).toEqual([0, 0]);
  expect(after(2 * numbersKept)).toBeGreaterThanOrEqual(numbersKept);
});
