import { expect, test } from 'vitest';
import { Link } from '../../server/network/direction.ts';

function startUntil(link: Link<string>, until: number): [string, number][] {
  const left: [string, number][] = [];
  link.startUntil(until, (item, leftAt) => left.push([item, leftAt]));
  return left;
}

function linkOf(bytesPerMs: number): Link<string> {
  const link = new Link<string>();
  link.bytesPerMs = bytesPerMs;
  return link;
}

test('bytes leave one after the other', () => {
  const link = linkOf(100);
  link.push('a', 1000, 0);
  link.push('b', 500, 0);
  link.push('c', 100, 50);
  expect(startUntil(link, 100)).toEqual([
    ['a', 10],
    ['b', 15],
    ['c', 51],
  ]);
});

test('a pause earns no credit for a burst', () => {
  const link = linkOf(100);
  link.push('a', 1000, 0);
  startUntil(link, 0);
  link.push('b', 1000, 500);
  link.push('c', 1000, 500);
  expect(startUntil(link, 510)).toEqual([
    ['b', 510],
    ['c', 520],
  ]);
});

test('what does not start yet waits, and its start is known', () => {
  const link = linkOf(100);
  expect(link.isEmpty).toBe(true);
  expect(link.nextStart).toBe(Infinity);
  link.push('a', 1000, 3);
  link.push('b', 1000, 3);
  expect(startUntil(link, 4)).toEqual([['a', 13]]);
  expect(link.nextStart).toBe(13);
  expect(startUntil(link, 12.9)).toEqual([]);
  expect(startUntil(link, 13)).toEqual([['b', 23]]);
  expect(link.isEmpty).toBe(true);
});

test('a late caller loses no bandwidth', () => {
  const link = linkOf(100);
  for (let index = 0; index < 10; index++) link.push('x', 1000, 0);
  startUntil(link, 0);
  expect(startUntil(link, 1000).at(-1)).toEqual(['x', 100]);
});

test('a new bandwidth holds for what still waits', () => {
  const link = linkOf(1);
  link.push('a', 100, 0);
  link.push('b', 100, 0);
  expect(startUntil(link, 0)).toEqual([['a', 100]]);
  link.bytesPerMs = 100;
  expect(startUntil(link, 100)).toEqual([['b', 101]]);
  link.bytesPerMs = Infinity;
  link.push('c', 1e9, 200);
  expect(startUntil(link, 200)).toEqual([['c', 200]]);
});

test('keeps order and count over a long queue', () => {
  const link = linkOf(1);
  const items = Array.from({ length: 5000 }, (_, index) => String(index));
  for (const item of items) link.push(item, 1, 0);
  const left = Array.from({ length: 500 }, (_, step) => startUntil(link, step * 10 + 9)).flat();
  expect(left.map(([item]) => item)).toEqual(items);
});
