import { expect, test } from 'vitest';
import { limits } from '../../../../shared/limits.ts';
import { GuessBook } from '../../../../server/http/activity/guesses/guess-book.ts';

const ann = 'viewer-ann';
const bob = 'viewer-bob';
const guess = (value: unknown, viewer = ann, recipe = 'connections') => ({ recipe, viewer, value });

test('Each viewer has one guess, and the newest counts', () => {
  const book = new GuessBook();
  const round = book.add(guess(3));
  expect(book.add(guess(5))).toBe(round);
  book.add(guess(5, bob));
  const [gathered] = book.gathered(true);
  expect(gathered).toMatchObject({ recipe: 'connections', round, count: 2, closed: false });
  expect(gathered?.spread).toMatchObject({ type: 'number', median: 5 });
});

test('Only presenters see how the guesses lie before the outcome is known', () => {
  const book = new GuessBook();
  book.add(guess(3));
  expect(book.gathered(false)).toMatchObject([{ count: 1, spread: null }]);
  book.close('connections', 4.2);
  expect(book.gathered(false)).toMatchObject([{ count: 1, closed: true, spread: { median: 3 } }]);
});

test('Once the outcome is known no guess is taken, until they are cleared', () => {
  const book = new GuessBook();
  const before = book.add(guess(3));
  book.close('connections', 4.2);
  expect(() => book.add(guess(4.2, bob))).toThrow('The outcome is on screen already');
  book.clear('connections');
  expect(book.gathered(true)).toEqual([]);
  expect(book.add(guess(4, bob))).not.toBe(before);
});

test('A lesson that measured no answer leaves its guesses open', () => {
  const book = new GuessBook();
  book.add(guess(3));
  book.close('connections', null);
  book.add(guess(4, bob));
  expect(book.gathered(false)).toMatchObject([{ count: 2, closed: false }]);
});

test('The next lesson leaves the guesses about itself, and lets go of those whose outcome has been seen', () => {
  const book = new GuessBook();
  book.add(guess(3));
  book.add(guess('6', ann, 'pipeline-depth'));
  book.add(guess(5, ann, 'commands'));
  book.close('connections', 4.2);
  book.begin('pipeline-depth');
  expect(book.gathered(true).map(({ recipe }) => recipe)).toEqual(['pipeline-depth', 'commands']);
});

test.each([
  ['no object', 7, 'A guess is'],
  ['no such lesson', guess(3, ann, 'constructor'), 'There is no lesson "constructor"'],
  ['a word where a number is asked for', guess('three'), 'a number from 0 to 1000000000, in ×'],
  ['a number below the range', guess(-1), 'A guess is'],
  ['no finite number', guess(Infinity), 'A guess is'],
  ['a choice that there is not', guess('7', ann, 'pipeline-depth'), 'one of: 1, 4, 6'],
  ['a number where a choice is asked for', guess(10, ann, 'pipeline-depth'), 'one of: 1, 4, 6'],
  ['a viewer without a name', guess(3, ''), 'A guess is'],
  ['a viewer with a long name', guess(3, 'x'.repeat(65)), 'A guess is'],
  ['a field too many', { ...guess(3), token: 'x' }, 'A guess is'],
])('A guess is refused with its reason: %s', (_, input, reason) => {
  const book = new GuessBook();
  expect(() => book.add(input)).toThrow(reason);
  expect(book.gathered(true)).toEqual([]);
});

test('No more guesses are kept than there may be viewers', () => {
  const book = new GuessBook();
  for (let n = 0; n < limits.guesses.max; n++) book.add(guess(n, `viewer-${n}`));
  expect(() => book.add(guess(1, 'one-too-many'))).toThrow('No more than 1000');
  book.add(guess(2, 'viewer-1'));
  expect(book.gathered(true)).toMatchObject([{ count: limits.guesses.max }]);
});
