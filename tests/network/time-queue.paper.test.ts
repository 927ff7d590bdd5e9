import { expect, test } from 'vitest';
import { TimeQueue } from '../../server/network/time-queue.ts';
import { randomFrom } from '../../shared/statistics/statistics.ts';

function takeAll<T>(queue: TimeQueue<T>, now: number): T[] {
  const taken: T[] = [];
  for (let item = queue.takeDue(now); item !== undefined; item = queue.takeDue(now)) taken.push(item);
  return taken;
}

test('gives what is due and nothing else', () => {
  const queue = new TimeQueue<string>();
  expect(queue.nextAt).toBe(Infinity);
  queue.push(30, 'c');
  queue.push(10, 'a');
  queue.push(20, 'b');
  expect(queue.nextAt).toBe(10);
  expect(takeAll(queue, 9.999)).toEqual([]);
  expect(takeAll(queue, 20)).toEqual(['a', 'b']);
  expect(queue.nextAt).toBe(30);
  expect(takeAll(queue, 1000)).toEqual(['c']);
  expect(queue.nextAt).toBe(Infinity);
});

test('keeps the order of what is for the same moment', () => {
  const queue = new TimeQueue<number>();
  for (let item = 0; item < 100; item++) queue.push(5, item);
  expect(takeAll(queue, 5)).toEqual(Array.from({ length: 100 }, (_, item) => item));
});

test('sorts whatever comes, also while things are taken out', () => {
  const random = randomFrom(7);
  const queue = new TimeQueue<number>();
  const expected: number[] = [];
  const taken: number[] = [];
  for (let now = 0; now < 2000; now++) {
    const at = now + Math.floor(random() * 50);
    queue.push(at, at);
    expected.push(at);
    taken.push(...takeAll(queue, now));
  }
  taken.push(...takeAll(queue, Infinity));
  expect(taken).toEqual(expected.sort((a, b) => a - b));
});
