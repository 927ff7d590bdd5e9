import { expect, test } from 'vitest';
import { AccessRules } from '../../../server/http/plugins/access.ts';
import type { AppParts } from '../../../server/http/app.ts';
import { joinUrls } from '../../../server/http/workshop/join-routes.ts';
import { startServer, type TestServer } from '../../support/build-app.ts';
import { readQrCode } from '../../support/read-qr-code.ts';

const token = 'the-right-token';
const wlan0 = { address: '192.168.1.20', family: 'IPv4' as const, internal: false };
const interfaces = { wlan0: [{ ...wlan0, netmask: '', mac: '', cidr: null }] };

const reachedByOthers: Partial<AppParts> = {
  token,
  access: new AccessRules({ host: '0.0.0.0', addresses: () => ['192.168.1.20', '2001:db8::20'] }),
  joinUrls: (port) => joinUrls({ host: '0.0.0.0', port, interfaces }),
};

const code = ({ url }: TestServer, of: string) => fetch(`${url}/api/join.svg?url=${encodeURIComponent(of)}`);

test('the addresses to join by have the port of this server, and no token', async () => {
  const server = await startServer(reachedByOthers);
  const response = await fetch(`${server.url}/api/join`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  expect(JSON.parse(text)).toEqual({ urls: [`http://192.168.1.20:${server.port}/`] });
  expect(text).not.toContain(token);
});

test('a server that only this machine reaches has none', async () => {
  const server = await startServer();
  expect(await (await fetch(`${server.url}/api/join`)).json()).toEqual({ urls: [] });
});

test.each(['http://192.168.1.20:4173/', 'http://[2001:db8::20]:4173/', 'https://192.168.1.20/'])(
  'the QR code of %s says just that',
  async (url) => {
    const response = await code(await startServer(reachedByOthers), url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('image/svg+xml');
    expect(readQrCode(await response.text())).toBe(url);
  },
);

test.each([
  'http://192.168.1.20:4173/#token=the-right-token',
  'http://192.168.1.20:4173/?token=the-right-token',
  'http://name:the-right-token@192.168.1.20:4173/',
  'http://192.168.1.20:4173/elsewhere',
  'http://evil.example/',
  'javascript:alert(1)',
  'nonsense',
  '',
])('there is no QR code of "%s"', async (url) => {
  const response = await code(await startServer(reachedByOthers), url);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 'not_our_address' } });
});

test('there is no QR code of two addresses at once', async () => {
  const server = await startServer(reachedByOthers);
  const twice = await fetch(`${server.url}/api/join.svg?url=http://192.168.1.20/&url=http://192.168.1.20/`);
  expect(twice.status).toBe(400);
});
