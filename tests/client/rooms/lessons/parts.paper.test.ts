import { expect, test } from 'vitest';
import { en } from '../../../../client/src/messages/en.ts';
import { judgeGuess } from '../../../../client/src/outcomes/lesson/lesson-words.ts';
import { partBeside, partKey } from '../../../../client/src/rooms/lessons/parts.ts';
import { placeInBins } from '../../../../client/src/outcomes/lesson/place-in-bins.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}, presenting = false) =>
  partKey(
    { key, code: '', altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...more },
    presenting,
  );

test.each([
  ['ArrowRight', 'next'],
  ['n', 'next'],
  ['ArrowLeft', 'previous'],
  ['p', 'previous'],
  ['Enter', 'enter'],
  ['r', null],
  ['x', null],
] as const)('The key %s asks for: %s', (key, wish) => {
  expect(press(key)).toBe(wish);
});

test('On a keyboard that writes Cyrillic the key with N printed on it continues as well', () => {
  expect(press('т', { code: 'KeyN' })).toBe('next');
  expect(press('я', { code: 'KeyZ' })).toBeNull();
});

test('While presenting, R and S run and stop the lesson from any of its parts', () => {
  expect(press('r', {}, true)).toBe('run');
  expect(press('S', {}, true)).toBe('stop');
});

test('While presenting, the keys of a clicker go from part to part; otherwise they scroll', () => {
  expect([press('PageDown', {}, true), press('PageUp', {}, true)]).toEqual(['next', 'previous']);
  expect([press('PageDown'), press('PageUp')]).toEqual([null, null]);
});

test.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'] as const)(
  'With %s a key belongs to the browser or to presenter mode',
  (modifier) => {
    for (const key of ['ArrowRight', 'p', 'Enter']) expect(press(key, { [modifier]: true })).toBeNull();
  },
);

test('Before the first part and after the last open one there is none', () => {
  expect(partBeside('question', -1, null)).toBe('question');
  expect(partBeside('guess', 1, null)).toBe('run');
  expect(partBeside('run', 1, null)).toBe('run');
});

test.each([
  [2.5, 10, 'You guessed × 2.5; it was × 10.'],
  [40, 10, 'You guessed × 40; it was × 10.'],
  [9.8, 10, 'Almost exact.'],
  ['10', '10', 'Correct.'],
  ['10', '8', 'Not this one.'],
  [0, 10, ''],
  [5, null, ''],
])('A guess of %j where %j was measured: %s', (guess, answer, words) => {
  expect(judgeGuess(guess, answer, (value) => `× ${value}`, en)).toBe(words);
});

test('A value is marked where its bin is drawn, and within the row', () => {
  const bins = [
    { from: 1, to: 2, count: 1 },
    { from: 2, to: 4, count: 0 },
  ];
  const spread = { scale: 'linear', bins } as const;
  expect(placeInBins(spread, 1.5)).toBe(0.25);
  expect(placeInBins(spread, 3)).toBe(0.75);
  expect(placeInBins(spread, 0)).toBe(0);
  expect(placeInBins(spread, 9)).toBe(1);
});

test('On a logarithmic axis guesses and answer lie by their ratios within a bin as well', () => {
  const bins = [
    { from: 0.01, to: 1, count: 1 },
    { from: 1, to: 100, count: 0 },
  ];
  expect(placeInBins({ scale: 'log', bins }, 0.1)).toBeCloseTo(0.25);
  expect(placeInBins({ scale: 'log', bins }, 10)).toBeCloseTo(0.75);
});
