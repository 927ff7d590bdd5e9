import { expect, test } from 'vitest';
import { joinAddresses } from '../../../client/src/workshop/join-addresses.ts';

const urls = ['http://192.168.1.20:4173/', 'http://10.0.0.5:4173/'];

test.each(['http://localhost:4173', 'http://127.0.0.1:4173', 'http://[::1]:4173'])(
  '%s is an address for this machine alone',
  (origin) => {
    expect(joinAddresses(origin, urls)).toEqual(urls);
  },
);

test('The address that the presenter uses comes first, and once', () => {
  expect(joinAddresses('http://10.0.0.5:4173', urls)).toEqual([
    'http://10.0.0.5:4173/',
    'http://192.168.1.20:4173/',
  ]);
  expect(joinAddresses('https://bench.example.org', [])).toEqual(['https://bench.example.org/']);
});
