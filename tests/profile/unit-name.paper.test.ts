import { expect, test } from 'vitest';
import { commandName, requestName } from '../../server/profile/process/unit-name.ts';

test.each([
  ['GET /cart/:x', '/cart/42?token=secret', null],
  ['GET /reset/:x/done', '/reset/5f3a9c/done#top', null],
  ['GET /a/:x', `/a/${'long'.repeat(8)}`, null],
  ['GET /a/:x', '/a/me@example.com', null],
  ['GET /', '/', null],
  ['GET /cart', '/cart/', { path: '/', base: '/cart' }],
  ['GET /', '/?x', { path: '/', base: '' }],
  ['GET /users/:x/orders/:order', '/users/7/orders/8', { path: '/orders/:order', base: '/users/7' }],
])('a request is called %s', (name, url, route) => {
  expect(requestName('GET', url, route)).toBe(name);
});

test.each([
  ['GET', 'get'],
  ['JSON.GET', 'json.get'],
  ['OTHER', 'secret4711'],
  ['OTHER', ''],
])('a command is called %s', (name, given) => {
  expect(commandName(given)).toBe(name);
});
