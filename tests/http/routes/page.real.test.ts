import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ask } from '../../support/ask.ts';
import { startServer } from '../../support/build-app.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function builtPage(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<title>the page</title>');
  writeFileSync(join(folder, 'mark.svg'), '<svg/>');
  writeFileSync(join(folder, 'assets', 'index-abc123.js'), 'run()');
  return folder;
}

test.each(['/', '/index.html', '/recipes', '/some/where?clients=5'])(
  '%s is the page, asked for each time',
  async (path) => {
    const { url } = await startServer({ pageFolder: builtPage() });
    const response = await fetch(url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain('the page');
  },
);

test('what carries a hash in its name is kept for ever, the rest is not', async () => {
  const { url } = await startServer({ pageFolder: builtPage() });
  const cacheOf = async (path: string) => (await fetch(url + path)).headers.get('cache-control');
  expect(await cacheOf('/assets/index-abc123.js')).toBe('public, max-age=31536000, immutable');
  expect(await cacheOf('/mark.svg')).toBe('no-cache');
});

test('what the build has compressed is sent so to who takes it', async () => {
  const folder = builtPage();
  for (const [end, content] of Object.entries({ br: 'brotli', gz: 'gzip' }))
    writeFileSync(join(folder, 'assets', `index-abc123.js.${end}`), content);
  const { url } = await startServer({ pageFolder: folder });
  const sent = async (encodings: string) => {
    const { headers, body } = await ask(`${url}/assets/index-abc123.js`, {
      headers: { 'accept-encoding': encodings },
    });
    expect(headers['content-type']).toContain('javascript');
    expect(headers['vary']).toBe('accept-encoding');
    expect(headers['cache-control']).toContain('immutable');
    return [headers['content-encoding'], body];
  };
  expect(await sent('gzip, deflate, br')).toEqual(['br', 'brotli']);
  expect(await sent('gzip')).toEqual(['gzip', 'gzip']);
  expect(await sent('identity')).toEqual([undefined, 'run()']);
});

test('an asset that is there as brotli alone, as in a package, is unpacked for who does not take it', async () => {
  const folder = builtPage();
  writeFileSync(join(folder, 'assets', 'page-abc123.css.br'), brotliCompressSync('body {}'));
  const { url } = await startServer({ pageFolder: folder });
  const sent = async (encodings: string) => {
    const response = await fetch(`${url}/assets/page-abc123.css`, {
      headers: { 'accept-encoding': encodings },
    });
    expect(response.headers.get('content-type')).toContain('text/css');
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(response.headers.get('cache-control')).toContain('immutable');
    return [response.headers.get('content-encoding'), await response.text()];
  };
  expect(await sent('gzip, br')).toEqual(['br', 'body {}']);
  expect(await sent('gzip')).toEqual(['gzip', 'body {}']);
  expect(await sent('identity')).toEqual([null, 'body {}']);
  expect((await fetch(`${url}/assets/..%2findex.html`)).status).toBe(404);
});

test('an asset that is gone is not found, rather than the page in its place', async () => {
  const { url } = await startServer({ pageFolder: builtPage() });
  const response = await fetch(`${url}/assets/index-old.js`);
  expect(response.status).toBe(404);
  expect(response.headers.get('cache-control')).toBeNull();
});

test('only asking gets the page', async () => {
  const { url } = await startServer({ pageFolder: builtPage() });
  expect((await fetch(`${url}/recipes`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${url}/recipes`, { method: 'HEAD' })).status).toBe(200);
});

test.each(['/../package.json', '/..%2fpackage.json', '/assets/..%2f..%2fpackage.json', '/%00'])(
  'nothing outside of the page is served: %s',
  async (path) => {
    const { url } = await startServer({ pageFolder: builtPage() });
    expect((await ask(url + path)).body).not.toContain('"name"');
  },
);

test('a page that is not built says how to build it', async () => {
  const { url } = await startServer({ pageFolder: temporaryFolder() });
  const response = await fetch(`${url}/`);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('npm run build');
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
});
