import { expect, test } from 'vitest';
import {
  clientName,
  commandName,
  isNumbered,
  requestName,
  wordsOfPath,
} from '../../server/profile/process/unit-name.ts';

test.each([
  ['GET /*/*', '/alice/orders?token=secret', null],
  ['GET /*/*/*', '/reset/5f3a9c/done#top', null],
  ['GET /*', '/me@example.com', null],
  ['GET /', '/', null],
  ['GET /', '/?x', { path: '/', base: '' }],
  ['GET /*', '/cart/', { path: '/', base: '/cart' }],
  ['GET /users/:user/orders', '/users/alice/orders', { path: '/users/:user/orders', base: '' }],
  ['GET /*/*/orders/:order', '/users/alice/orders/8', { path: '/orders/:order', base: '/users/alice' }],
  ['GET /*/*', '/users/alice', { path: /^\/users/, base: '' }],
])('a request is called %s', (name, url, route) => {
  expect(requestName('GET', url, route)).toBe(name);
});

test.each([
  ['GET /api/stats/:name', '/api/stats/alice?day=1', null],
  ['GET /:code', '/OxY', null],
  ['GET /:code', '/OxY/', null],
  ['GET /*/*', '/api/stats', null],
  ['GET /users/:user', '/OxY', { path: '/users/:user', base: '' }],
])(
  'a request is called %s by the first of the patterns that matches, where no router names it',
  (name, url, route) => {
    expect(requestName('GET', url, route, ['/api/stats/:name', '/:code', '/*'])).toBe(name);
  },
);

test.each([
  ['/cart/*', '/cart/42?mail=me@example.com'],
  ['/users/alice/orders/*', '/users/alice/orders/order-8#top'],
])('before its route is known, a request to %s', (words, url) => {
  expect(wordsOfPath(url)).toBe(words);
});

test('a method that HTTP does not have is not told', () => {
  expect(requestName('alice', '/', null)).toBe('OTHER /');
});

test.each([
  ['mails send', 'mails send'],
  ['worker-x', 'worker-17'],
  ['report x', 'report me@example.com'],
  ['x', '3f2b8c1e-9a4d-4c1b-8f6e-2d7a5b9c0e11'],
  ['x', 'eyJhbGciOiJIUzI1NiJ9'],
])('a job or a client is called %s', (name, given) => {
  expect(clientName(given).replaceAll(/x(?:-x)+/g, 'x')).toBe(name);
});

test.each([
  ['cart:42', true],
  ['cart:a1:items', true],
  ['alice:cart', false],
  ['alice:cart:42', false],
  ['me@example.com:1', false],
  ['42:cart', false],
])('%s is a word with a number after it: %s', (key, is) => {
  expect(isNumbered(key)).toBe(is);
});

test.each([
  ['GET', 'get'],
  ['JSON.GET', 'json.get'],
  ['FT.SEARCH', 'FT.SEARCH'],
  ['EVALSHA', 'evalsha'],
  ['OTHER', 'zebrafish'],
  ['OTHER', 'JSON.zebrafish'],
  ['OTHER', 'object|encoding-zebrafish'],
  ['OTHER', 'secret4711'],
  ['OTHER', ''],
])('a command is called %s', (name, given) => {
  expect(commandName(given)).toBe(name);
});
