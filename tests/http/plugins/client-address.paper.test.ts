import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { addressRule } from '../../../server/http/plugins/access.ts';

function from(remoteAddress: string | undefined, forwarded?: string): IncomingMessage {
  const request = new IncomingMessage(
    Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }),
  );
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

test.each([
  ['10.0.0.7', undefined, false, '10.0.0.7'],
  ['::ffff:10.0.0.7', undefined, false, '10.0.0.7'],
  ['10.0.0.7', '192.0.2.9', false, '10.0.0.7'],
  ['10.0.0.7', '192.0.2.9', true, '192.0.2.9'],
  // What stands before the last was there when the proxy got it.
  ['10.0.0.7', '6.6.6.6, 192.0.2.9', true, '192.0.2.9'],
  ['10.0.0.7', undefined, true, '10.0.0.7'],
  ['10.0.0.7', '', true, '10.0.0.7'],
  [undefined, undefined, false, 'gone'],
  ['2001:db8:1:2:3:4:5:6', undefined, false, '2001:db8:1:2::'],
  ['2001:db8:1:2:ffff::1', undefined, false, '2001:db8:1:2::'],
  ['2001:db8:0:0::9', undefined, false, '2001:db8::'],
  ['fe80::1%eth0', undefined, false, 'fe80::'],
  ['::1', undefined, false, '::'],
  ['10.0.0.7', '0:0:0:0:0:FFFF:C000:0209', true, '192.0.2.9'],
])('from %s, forwarded for %s, a proxy is trusted: %s: %s', (address, forwarded, trusts, expected) => {
  expect(addressRule(trusts)(from(address, forwarded))).toBe(expected);
});

test('A made-up entry is not kept at any length', () => {
  expect(addressRule(true)(from('10.0.0.7', 'x'.repeat(10_000))).length).toBeLessThan(100);
});
