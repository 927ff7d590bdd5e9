import { expect, test } from 'vitest';
import { bearerToken, choosePresenterToken, mayControl } from '../../../server/http/plugins/presenter.ts';

test('whoever sits at this machine needs no token', () => {
  expect(choosePresenterToken('127.0.0.1', undefined)).toBeNull();
});

test('a server that others reach makes one up, each time another', () => {
  const token = choosePresenterToken('0.0.0.0', undefined);
  expect(token).toMatch(/^[\w-]{22}$/);
  expect(choosePresenterToken('0.0.0.0', undefined)).not.toBe(token);
});

test('a token that was given counts everywhere, and "off" is none', () => {
  expect(choosePresenterToken('127.0.0.1', 'open sesame')).toBe('open sesame');
  expect(choosePresenterToken('0.0.0.0', 'open sesame')).toBe('open sesame');
  expect(choosePresenterToken('0.0.0.0', 'off')).toBeNull();
});

test.each([
  [null, undefined, true],
  [null, 'anything', true],
  ['right-token', 'right-token', true],
  ['right-token', 'wrong-token', false],
  ['right-token', 'right-token-and-more', false],
  ['right-token', '', false],
  ['right-token', undefined, false],
  ['right-token', { toString: (): string => 'right-token' }, false],
  ['right-token', ['right-token'], false],
])('token %j, shown %j: %s', (token, shown, expected) => {
  expect(mayControl(token, shown)).toBe(expected);
});

test.each([
  ['Bearer abc', 'abc'],
  ['bearer  abc ', 'abc'],
  ['Basic abc', undefined],
  ['Bearer', undefined],
  ['Bearer a b', undefined],
  [undefined, undefined],
])('the token in %j is %j', (header, token) => {
  expect(bearerToken(header)).toBe(token);
});
