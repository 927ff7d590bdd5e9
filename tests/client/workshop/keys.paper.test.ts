import { expect, test } from 'vitest';
import { commandOf, type KeyPress } from '../../../client/src/workshop/keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  ...more,
});

test.each([
  ['r', { do: 'run' }],
  ['R', { do: 'run' }],
  ['s', { do: 'stop' }],
  ['w', { do: 'race' }],
  ['n', { do: 'next' }],
  ['ArrowRight', { do: 'next' }],
  ['p', { do: 'previous' }],
  ['ArrowLeft', { do: 'previous' }],
  ['1', { do: 'focus', lane: 0 }],
  ['8', { do: 'focus', lane: 7 }],
  ['0', { do: 'focus', lane: null }],
  ['Escape', { do: 'focus', lane: null }],
  ['f', { do: 'fullScreen' }],
  ['j', { do: 'join' }],
  ['e', { do: 'settings' }],
  ['9', null],
  ['x', null],
  ['Enter', null],
  [' ', null],
  ['Tab', null],
])('%s while presenting: %j', (key, command) => {
  expect(commandOf(press(key), 'page', true)).toEqual(command);
});

test.each([
  ['of a Cyrillic keyboard, the letter printed beside', press('к', { code: 'KeyR' }), { do: 'run' }],
  ['of a French one, a digit without its Shift', press('&', { code: 'Digit1' }), { do: 'focus', lane: 0 }],
  ['of a German one, the question mark', press('?', { code: 'Minus', shiftKey: true }), { do: 'keys' }],
  ['of Dvorak, the letter that is written', press('r', { code: 'KeyO' }), { do: 'run' }],
  ['of the number pad', press('2', { code: 'Numpad2' }), { do: 'focus', lane: 1 }],
])('%s counts', (_, key, command) => {
  expect(commandOf(key, 'page', true)).toEqual(command);
});

test('Without presenter mode no key does anything but switch it on, or show how to join or a race', () => {
  for (const key of ['r', 's', 'n', 'ArrowRight', '1', '0', 'Escape', 'f', 'e', '?', 'p', 'J'])
    expect(commandOf(press(key, { shiftKey: key === 'J' }), 'page', false)).toBeNull();
  expect(commandOf(press('j'), 'page', false)).toEqual({ do: 'join' });
  expect(commandOf(press('w'), 'page', false)).toEqual({ do: 'race' });
  const toggle = press('P', { shiftKey: true });
  expect(commandOf(toggle, 'page', false)).toEqual({ do: 'present' });
  expect(commandOf(toggle, 'page', true)).toEqual({ do: 'present' });
});

test.each(['altKey', 'ctrlKey', 'metaKey', 'repeat', 'isComposing'] as const)(
  'With %s no key counts',
  (how) => {
    for (const key of ['r', 's', 'P', '1', 'ArrowRight', '?'])
      expect(commandOf(press(key, { [how]: true, shiftKey: key === 'P' }), 'page', true)).toBeNull();
  },
);

test('A field takes every key', () => {
  for (const key of ['r', '1', '?', 'ArrowRight', 'Escape'])
    expect(commandOf(press(key), 'field', true)).toBeNull();
  expect(commandOf(press('P', { shiftKey: true }), 'field', true)).toBeNull();
});

test('A slider takes the arrows that move it, and no letters', () => {
  expect(commandOf(press('ArrowRight'), 'slider', true)).toBeNull();
  expect(commandOf(press('r'), 'slider', true)).toEqual({ do: 'run' });
});
