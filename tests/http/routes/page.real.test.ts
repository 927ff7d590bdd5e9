import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ask } from '../../support/ask.ts';
import { AccessRules } from '../../../server/http/plugins/access.ts';
import { sampleResult } from '../../support/a-result.ts';
import { startServer } from '../../support/build-app.ts';
import { aCard } from '../../support/a-card.ts';
import { makeHistory, runCalled } from '../../support/made-history.ts';
import { projectRoot } from '../../support/project-root.ts';
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

/** The page's own document, and a history with a run that is measured at a named Redis. */
async function serveRuns() {
  const folder = builtPage();
  writeFileSync(join(folder, 'index.html'), readFileSync(join(projectRoot, 'client', 'index.html')));
  const history = await makeHistory();
  const plan = { ...sampleResult.plan, target: 'payroll' };
  const lanes = sampleResult.lanes.map((lane) => ({ ...lane, label: `${lane.label} (payroll) "<b>` }));
  await history.keepRun(runCalled('a', 0, { plan, lanes }), []);
  const access = new AccessRules({ host: '127.0.0.1', allowedHosts: ['box.example'] });
  const { url } = await startServer({ pageFolder: folder, history, access });
  const pageAt = async (path: string, host = '127.0.0.1') =>
    (await ask(url + path, { headers: { host } })).body;
  return { history, pageAt, plain: await pageAt('/') };
}

const contentsOf = (html: string): Record<string, string | undefined> =>
  Object.fromEntries(
    [...html.matchAll(/<meta\s+(?:name|property)="([\w:]+)"\s+content="([^"]*)"/g)].map(
      ([, name, content]) => [name, content],
    ),
  );

test('the address of a run has its headline as title, and what was sent in its description, without private names', async () => {
  const { pageAt } = await serveRuns();
  const html = await pageAt('/runs/a');
  const title = 'pipeline (…) &quot;&lt;b&gt;: × 3.87 against one-by-one (…) &quot;&lt;b&gt;';
  expect(html).toContain(`<title>${title} · Roundtrip</title>`);
  const { description = '', ...contents } = contentsOf(html);
  expect(contents).toMatchObject({ 'og:title': title, 'og:description': description, 'og:type': 'website' });
  expect(description).toMatch(/^95 % interval: × .* SET · 100 B · 10 connections/);
  expect(html).not.toContain('payroll');
});

test.each(['/runs', '/runs/none', '/runs/compare?ids=a,b', '/runs/a/b'])(
  '%s is the page as it is everywhere',
  async (path) => {
    const { pageAt, plain } = await serveRuns();
    expect(await pageAt(path)).toBe(plain);
  },
);

test('the card of a run is named where others reach the server, and only there', async () => {
  const { history, pageAt } = await serveRuns();
  expect(contentsOf(await pageAt('/runs/a', 'box.example:8080'))).not.toHaveProperty('og:image');
  history.keepCard('a', aCard());
  expect(contentsOf(await pageAt('/runs/a', 'box.example:8080'))).toMatchObject({
    'og:image': 'http://box.example:8080/api/history/a/card',
    'twitter:card': 'summary_large_image',
  });
  for (const host of ['127.0.0.1', 'localhost:4173', '[::1]:4173'])
    expect(Object.keys(contentsOf(await pageAt('/runs/a', host)))).not.toContain('og:image');
});
