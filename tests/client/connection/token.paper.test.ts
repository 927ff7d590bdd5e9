import { expect, test } from 'vitest';
import { takeToken } from '../../../client/src/connection/token.ts';

class Shelf {
  readonly kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
}

/** What `takeToken` makes of an address: the token, and the address that is left. */
function open(hash: string, shelf = new Shelf()): { token: string | null; left: string | null } {
  let left: string | null = null;
  const history = { state: null, replaceState: (_: unknown, __: string, url: string) => void (left = url) };
  const location = { hash, pathname: '/', search: '' };
  return {
    token: takeToken(location as Location, history as unknown as History, shelf as unknown as Storage),
    left,
  };
}

test('The token is taken out of the address', () => {
  expect(open('#token=abc')).toEqual({ token: 'abc', left: '/' });
  expect(open('#token=abc&lane=2')).toEqual({ token: 'abc', left: '/#lane=2' });
});

test('A reload keeps the right to start', () => {
  const shelf = new Shelf();
  open('#token=abc', shelf);
  expect(open('', shelf)).toEqual({ token: 'abc', left: null });
});

test('Without a token there is none', () => {
  expect(open('')).toEqual({ token: null, left: null });
});
