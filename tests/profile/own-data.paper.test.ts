import { expect, test } from 'vitest';
import { sizeOf } from '../../server/profile/process/sizes.ts';
import { TokenReader } from '../../server/profile/process/tokens.ts';
import { commandName } from '../../server/profile/process/unit-name.ts';

const runs = (): never => {
  throw new Error('code of the program ran');
};
class Iterated extends Map<string, string> {
  override readonly [Symbol.iterator] = runs;
  override readonly forEach = runs;
  override readonly entries = runs;
}
class Listed extends Array<string> {
  static override get [Symbol.species](): ArrayConstructor {
    return runs();
  }
  override readonly slice = runs;
  override readonly [Symbol.iterator] = runs;
}
const listed = Reflect.construct(Listed, []) as string[];
listed.push('one', 'four');

test.each([
  ['a getter', Object.defineProperty({ kept: 'one' }, 'lazy', { get: runs, enumerable: true }), 2, 16],
  ['a Proxy of a list', new Proxy(['one'], { get: runs, getPrototypeOf: runs, ownKeys: runs }), 0, 0],
  ['a Map with an iterator of its own', new Iterated(), 0, 0],
  ['a list with a species and an iterator of its own', listed, 2, 16],
  ['an object with conversions', { toString: runs, toJSON: runs, valueOf: runs }, 3, 0],
  ['a Set', new Set(['one', 'four']), 2, 16],
  ['a Map', new Map([['key', 'one']]), 1, 16],
  ['bytes', new Uint8Array(17), 1, 32],
])('%s is counted and read, and runs nothing', (_, value, count, bytes) => {
  expect(sizeOf(value)).toEqual([count, bytes]);
  expect(() => new TokenReader(1).read(value, () => undefined)).not.toThrow();
});

test('a name that is no text is no command, and is not made one', () => {
  expect(commandName({ toString: runs })).toBe('OTHER');
});
