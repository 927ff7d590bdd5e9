import { describe, expect, test } from 'vitest';
import { noBooks, WriteLedger } from '../../../server/engine/lane/write-ledger.ts';

const told = { reported: 'reported', failed: 'failed' } as const;

/** Writes of a slice: for each whether its caller was told that it is done, and how often the server has applied it. */
async function booksOf(writes: readonly [told: keyof typeof told, applied: number][], first = 0) {
  const ledger = new WriteLedger(first);
  // Of the settling moment: not counted.
  ledger.failed(ledger.next());
  ledger.begin(0);
  for (const [state] of writes) ledger[state](ledger.next());
  const applied = [3, ...writes.map(([, times]) => times)];
  return ledger.check((places) => Promise.resolve(places.map((place) => applied[place - first] ?? 0)));
}

describe('what callers were told is held against what the server has', () => {
  test.each([
    ['done and applied', ['reported', 1], { applied: 1, reported: 1 }],
    ['sent again after a reply was lost', ['reported', 2], { applied: 1, reported: 1, twice: 1 }],
    ['reported by a liar', ['reported', 0], { reported: 1, missing: 1 }],
    ['lost before it reached the server', ['failed', 0], { unknown: 1 }],
    ['applied, and its reply was lost', ['failed', 1], { applied: 1, unknown: 1, unknownApplied: 1 }],
  ] as const)('%s', async (_, write, found) => {
    const expected = { ...noBooks, ...found };
    expect(await booksOf([[...write]])).toEqual(expected);
    // Among so many others that they are asked for in parts, and memory grows.
    const others = Array.from({ length: 70_000 }, (): ['reported', 1] => ['reported', 1]);
    const { applied, reported } = expected;
    expect(await booksOf([...others, [...write]], 500_000_000)).toEqual({
      ...expected,
      ...{ applied: applied + 70_000, reported: reported + 70_000 },
    });
  });
});

test('what is checked is forgotten: the next slice has its own books, and its own places', async () => {
  const ledger = new WriteLedger();
  const asked: number[] = [];
  const check = () =>
    ledger.check((places) => {
      asked.push(...places);
      return Promise.resolve(places.map(() => 1));
    });
  for (const _ of [1, 2]) {
    ledger.begin(0);
    ledger.reported(ledger.next());
    expect(await check()).toEqual({ ...noBooks, applied: 1, reported: 1 });
  }
  expect(asked).toEqual([0, 1]);
});

test('the longest silence is that between two replies, or before the first', async () => {
  const ledger = new WriteLedger();
  ledger.begin(100);
  for (const now of [101, 103, 180, 181]) ledger.heard(now);
  expect((await ledger.check(() => Promise.resolve([]))).silenceMs).toBe(77);
});
