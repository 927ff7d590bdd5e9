import { expect, test } from 'vitest';
import { AccessRules, isLoopback } from '../../../server/http/plugins/access.ts';

const addresses = () => ['127.0.0.1', '192.168.1.20', 'fe80::1'];

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.20', false],
  ['127.0.0.1.example.org', false],
])('%s is reached by this machine alone: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

test.each([
  // bound to, asked for as, allowed beside, may be answered
  ['127.0.0.1', 'localhost:4173', [], true],
  ['127.0.0.1', '127.0.0.1:4173', [], true],
  ['127.0.0.1', 'LOCALHOST', [], true],
  ['127.0.0.1', '[::1]:4173', [], true],
  ['127.0.0.1', 'localhost:8080', [], true],
  ['127.0.0.2', '127.0.0.2:4173', [], true],
  ['127.0.0.1', 'evil.example', [], false],
  ['127.0.0.1', 'localhost.evil.example:4173', [], false],
  ['127.0.0.1', '127.0.0.1.evil.example', [], false],
  ['127.0.0.1', 'evil.example@localhost', [], false],
  ['127.0.0.1', 'localhost/evil', [], false],
  ['127.0.0.1', 'local host', [], false],
  ['127.0.0.1', '', [], false],
  ['127.0.0.1', undefined, [], false],
  ['127.0.0.1', '192.168.1.20', [], false],
  ['127.0.0.1', 'bench.example.org', ['bench.example.org'], true],
  ['127.0.0.1', 'bench.example.org:8080', ['Bench.Example.org'], true],
  ['127.0.0.1', 'bench.example.org:8080', ['bench.example.org:9090'], false],
  ['127.0.0.1', 'bench.example.org:9090', ['bench.example.org:9090'], true],
  ['192.168.1.20', '192.168.1.20:4173', [], true],
  ['192.168.1.20', 'localhost:4173', [], false],
  ['box.local', 'BOX.local:4173', [], true],
  ['fd00::5', '[fd00::5]:4173', [], true],
  ['0.0.0.0', '192.168.1.20:4173', [], true],
  ['0.0.0.0', 'localhost:4173', [], true],
  ['0.0.0.0', '192.168.1.99', [], false],
  ['0.0.0.0', 'evil.example', [], false],
  ['::', '[fe80::1]:4173', [], true],
  ['0.0.0.0', 'box.local', ['box.local'], true],
])('bound to %s, asked for as %s, with %j allowed: %s', (host, asked, allowedHosts, answered) => {
  const rules = new AccessRules({ host, allowedHosts, addresses });
  expect(rules.refusal({ host: asked }) === null).toBe(answered);
});

test.each([
  ['http://localhost:4173', 'localhost:4173', [], true],
  ['https://localhost', 'localhost', [], true],
  ['http://localhost:3000', 'localhost:4173', [], false],
  ['http://127.0.0.1:4173', 'localhost:4173', [], false],
  ['http://evil.example', 'localhost:4173', [], false],
  ['null', 'localhost:4173', [], false],
  ['', 'localhost:4173', [], false],
  ['file://localhost:4173', 'localhost:4173', [], false],
  ['chrome-extension://abc', 'localhost:4173', [], false],
  ['https://bench.example.org', 'localhost:4173', ['bench.example.org'], true],
  ['https://bench.example.org:444', 'localhost:4173', ['bench.example.org'], false],
])('a page of %s that asks %s, with %j allowed: %s', (origin, host, allowedHosts, answered) => {
  const rules = new AccessRules({ host: '127.0.0.1', allowedHosts, addresses });
  expect(rules.refusal({ host, origin }) === null).toBe(answered);
});

test('what is refused is repeated only in part', () => {
  const refusal = new AccessRules({ host: '127.0.0.1' }).refusal({ host: 'x'.repeat(5000) });
  expect(refusal).toContain('ROUNDTRIP_ALLOWED_HOSTS');
  expect(refusal?.length).toBeLessThan(250);
});

test('the addresses of this machine are known without being told', () => {
  const rules = new AccessRules({ host: '0.0.0.0' });
  expect(rules.refusal({ host: '127.0.0.1:4173', origin: 'http://127.0.0.1:4173' })).toBeNull();
});
