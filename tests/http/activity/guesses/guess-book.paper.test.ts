import { expect, test } from 'vitest';
import { guessesOfOneViewer, limits } from '../../../../shared/limits.ts';
import type { LessonSnapshot } from '../../../../shared/contract/lesson.ts';
import { GuessBook } from '../../../../server/http/activity/guesses/guess-book.ts';

const ann = 'viewer-ann';
const bob = 'viewer-bob';
const guess = (value: unknown, recipe = 'connections') => ({ recipe, value });
const allHere = () => true;

const running = (recipe = 'connections') => ({ recipe, state: 'running', outcome: null }) as const;
/** A lesson that has ended with this answer. */
const ended = (answer: number | null, recipe = 'connections') =>
  ({ recipe, state: 'completed', outcome: { prediction: { answer } } }) as unknown as LessonSnapshot;

/** A book to which viewers add without saying that they are there. */
function openBook() {
  const book = new GuessBook();
  return {
    book,
    add: (input: unknown, viewer = ann, isHere: (viewer: string) => boolean = allHere) =>
      book.add(input, viewer, isHere),
  };
}

test('Each viewer has one guess, and the newest counts', () => {
  const { book, add } = openBook();
  const round = add(guess(3));
  expect(add(guess(5))).toBe(round);
  add(guess(5), bob);
  const [gathered] = book.gathered(true);
  expect(gathered).toMatchObject({ recipe: 'connections', round, count: 2, closed: false });
  expect(gathered?.spread).toMatchObject({ type: 'number', median: 5 });
});

test('Only presenters see how the guesses lie before the lesson runs', () => {
  const { book, add } = openBook();
  add(guess(3));
  expect(book.gathered(false)).toMatchObject([{ count: 1, spread: null }]);
  book.see(running());
  expect(book.gathered(false)).toMatchObject([{ count: 1, closed: true, spread: { median: 3 } }]);
});

test('Once the lesson runs no guess is taken, until they are cleared after it', () => {
  const { book, add } = openBook();
  const before = add(guess(3));
  book.see(running());
  expect(() => add(guess(4.2), bob)).toThrow('Guesses are closed');
  book.clear('connections');
  expect(() => add(guess(4.2), bob)).toThrow('Guesses are closed');
  book.see(ended(4.2));
  expect(() => add(guess(4.2), bob)).toThrow('Guesses are closed');
  expect(book.gathered(true)).toMatchObject([{ count: 0, closed: true }]);
  book.clear('connections');
  expect(book.gathered(true)).toEqual([]);
  expect(add(guess(4), bob)).not.toBe(before);
});

test('A lesson that measured no answer opens its guesses again', () => {
  const { book, add } = openBook();
  book.see(running());
  book.see(ended(null));
  expect(book.gathered(true)).toEqual([]);
  add(guess(3));
  book.see(running());
  book.see(ended(null));
  add(guess(4), bob);
  expect(book.gathered(false)).toMatchObject([{ count: 2, closed: false }]);
});

test('The next lesson leaves the guesses about itself, and lets go of those whose outcome has been seen', () => {
  const { book, add } = openBook();
  add(guess(3));
  add(guess('6', 'pipeline-depth'));
  add(guess(5, 'commands'));
  book.see(running());
  book.see(ended(4.2));
  book.see(running('pipeline-depth'));
  expect(book.gathered(true).map(({ recipe }) => recipe)).toEqual(['pipeline-depth', 'commands']);
});

test.each([
  ['no object', 7, 'A guess is'],
  ['no such lesson', guess(3, 'constructor'), 'There is no lesson "constructor"'],
  ['a word where a number is asked for', guess('three'), 'a number from 0.01 to 10000 ×'],
  ['no times at all', guess(0), 'a number from 0.01 to 10000 ×'],
  ['more times than any answer', guess(1e9), 'a number from 0.01 to 10000 ×'],
  ['more than the whole', guess(101, 'payload'), 'a number from 0.01 to 100 %'],
  ['no finite number', guess(Infinity), 'A guess is'],
  ['a choice that there is not', guess('7', 'pipeline-depth'), 'one of: 1, 4, 6'],
  ['a number where a choice is asked for', guess(10, 'pipeline-depth'), 'one of: 1, 4, 6'],
  ['a viewer with a long name', { ...guess(3), viewer: 'x'.repeat(101) }, 'A guess is'],
  ['a field too many', { ...guess(3), token: 'x' }, 'A guess is'],
])('A guess is refused with its reason: %s', (_, input, reason) => {
  const { book, add } = openBook();
  expect(() => add(input)).toThrow(reason);
  expect(book.gathered(true)).toEqual([]);
});

/** As many as are gathered, each of another viewer. */
function fullBook() {
  const opened = openBook();
  for (let n = 0; n < limits.guesses.max; n++) opened.add(guess(n + 1), `viewer-${n}`);
  return opened;
}

test('No more guesses are kept than there may be viewers', () => {
  const { book, add } = fullBook();
  expect(() => add(guess(1), 'one-too-many')).toThrow('No more than 1000');
  add(guess(2), 'viewer-1');
  expect(book.gathered(true)).toMatchObject([{ count: limits.guesses.max }]);
});

test('Guesses of viewers who have left make room for those who are there, the oldest first', () => {
  const { book, add } = fullBook();
  const isHere = (viewer: string) => viewer !== 'viewer-7' && viewer !== 'viewer-8';
  add(guess(1), ann, isHere);
  expect(book.gathered(true)).toMatchObject([{ count: limits.guesses.max }]);
  expect(() => add(guess(1), 'viewer-8', allHere)).not.toThrow();
  expect(() => add(guess(1), 'viewer-7', allHere)).toThrow('No more than 1000');
});

test('A viewer changes a guess a few times, and the last one stands', () => {
  const { book, add } = openBook();
  for (let n = 1; n <= guessesOfOneViewer; n++) add(guess(n));
  expect(() => add(guess(99))).toThrow('can be changed 9 times');
  expect(book.gathered(true)[0]?.spread).toMatchObject({ median: guessesOfOneViewer });
  add(guess(3), bob);
  book.clear('connections');
  expect(() => add(guess(4))).not.toThrow();
});

test('Of gain over distance a ratio is guessed at each distance, and shown as points', () => {
  const { book, add } = openBook();
  add(guess([1, 2, 4, 8, 16], 'distances'));
  add(guess([2, 2, 5, 9, 16], 'distances'), bob);
  expect(() => add(guess([1, 2], 'distances'), bob)).toThrow('asks for 5 numbers');
  expect(() => add(guess(3, 'distances'), bob)).toThrow('asks for 5 numbers');
  expect(book.gathered(false)[0]).not.toHaveProperty('points');
  book.see(running('distances'));
  expect(book.gathered(false)[0]).toMatchObject({ count: 2, closed: true, spread: null });
  expect(book.gathered(false)[0]?.points?.[1]).toEqual([{ value: 2, count: 2 }]);
  const outcome = { prediction: { answer: null }, distances: {} };
  book.see({ recipe: 'distances', state: 'completed', outcome } as unknown as LessonSnapshot);
  expect(book.closed('distances')?.points?.[4]).toEqual([{ value: 16, count: 2 }]);
});
