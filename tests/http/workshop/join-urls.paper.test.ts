import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { joinUrls } from '../../../server/http/workshop/join-routes.ts';

const address = (address: string, internal = false): NetworkInterfaceInfo => {
  const more = { address, internal, netmask: '', mac: '', cidr: null };
  return address.includes(':') ? { ...more, family: 'IPv6', scopeid: 0 } : { ...more, family: 'IPv4' };
};

const interfaces = {
  lo: [address('127.0.0.1', true), address('::1', true)],
  docker0: [address('172.17.0.1')],
  wlan0: [address('192.168.1.20'), address('fe80::1'), address('2001:db8::20')],
  eth0: [address('10.0.0.5')],
};
const port = 4173;

test('every address of this machine that others reach is one to join by, its inner networks last', () => {
  expect(joinUrls({ host: '0.0.0.0', port, interfaces })).toEqual([
    'http://192.168.1.20:4173/',
    'http://10.0.0.5:4173/',
    'http://172.17.0.1:4173/',
  ]);
});

test('bound to IPv6 as well, its addresses follow, but for those that only hold on one link', () => {
  expect(joinUrls({ host: '::', port, interfaces })).toEqual([
    'http://192.168.1.20:4173/',
    'http://10.0.0.5:4173/',
    'http://[2001:db8::20]:4173/',
    'http://172.17.0.1:4173/',
  ]);
});

test.each([
  ['192.168.1.20', 'http://192.168.1.20:4173/'],
  ['2001:db8::20', 'http://[2001:db8::20]:4173/'],
])('bound to %s it is reached there alone', (host, url) => {
  expect(joinUrls({ host, port, interfaces })).toEqual([url]);
});

test.each(['127.0.0.1', '127.0.0.7', '::1'])('bound to %s nobody else reaches it', (host) => {
  expect(joinUrls({ host, port, interfaces })).toEqual([]);
});

test('names that were allowed come first, with the port they name or ours', () => {
  const allowedHosts = ['bench.example.org:80', 'box', 'localhost', '127.0.0.1:8080'];
  expect(joinUrls({ host: '10.0.0.5', port, interfaces, allowedHosts })).toEqual([
    'http://bench.example.org/',
    'http://box:4173/',
    'http://10.0.0.5:4173/',
  ]);
});
