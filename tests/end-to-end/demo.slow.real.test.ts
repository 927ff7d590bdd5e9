import { execFile } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { copiedText, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, withinMs } from '../support/lab-page.ts';
import { projectRoot } from '../support/project-root.ts';

const open = useBrowser();
let site: string;

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'roundtrip-demo-'));
  await promisify(execFile)(process.execPath, ['demo/build.mjs', site], { cwd: projectRoot });
}, 120_000);

afterAll(() => rm(site, { recursive: true, force: true }));

const types: Partial<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** A host that knows nothing but files, and has this site in a folder. */
async function hosted(): Promise<string> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname.replace(/^\/demos\/roundtrip/, '');
    const file = join(site, path.endsWith('/') ? `${path}index.html` : path);
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    response.setHeader('content-type', types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/demos/roundtrip/`;
}

test.each([
  ['from a static host', hosted],
  ['as one file from disk', () => pathToFileURL(join(site, 'roundtrip-demo.html')).href],
])('The demo replays a run and a lesson %s', { timeout: 3 * withinMs }, async (_, place) => {
  const { page, complaints } = await open(await place());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const lab = new LabPage(page);
  expect(await page.getByRole('note').textContent()).toMatch(/^Recorded on .+ \d{4}: redis \d.*no server/);

  await lab.type('Round trip', '12');
  await lab.type('Batch size', '50');
  await lab.run.click();
  await lab.reaches('running');
  await eventually('a lane has been sent', async () => (await lab.points('one-by-one')) > 0, withinMs);
  // The nearest recording, and the page says what it is of.
  expect(await page.getByLabel('Batch size', { exact: true }).first().inputValue()).toBe('64');
  await lab.stop.click();
  await lab.reaches('completed');
  expect(await lab.headline.textContent()).toMatch(/^× \d.* by not waiting for each reply, .*batching/);
  expect(await lab.ratio('pipeline')).toBeGreaterThan(1);
  for (const [tab, chart] of [
    ['Over time', 'ridges'],
    ['Latency', 'heat'],
  ] as const) {
    await lab.openTab(tab);
    await page.locator(`[data-chart=${chart}] > ul li`).first().waitFor({ state: 'attached' });
  }

  // A result goes out in a link to this very page, which needs nothing else.
  const headline = await lab.headline.textContent();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Copy link that works anywhere' }).click();
  await eventually('the link is copied', async () => /#result=[\w-]+$/.test(await copiedText(page)));
  const link = await copiedText(page);
  expect(link.length).toBeLessThan(8000);
  await page.keyboard.press('Escape');
  const reader = await page.context().newPage();
  await reader.goto(link);
  await reader.locator('article h1').waitFor();
  expect(await reader.locator('article h1').textContent()).toBe(headline);
  // No recording is told of, and there is nothing else that it could be compared with.
  await reader.getByText(/^Shared result, measured on .+\d/).waitFor();
  expect(await reader.getByRole('note').isVisible()).toBe(false);
  expect(await reader.getByRole('button', { name: 'Compare with another run' }).count()).toBe(0);
  // The page is open: the same as in a new one.
  await reader.goto(link.slice(0, -200));
  await reader.getByText('The result in this link is damaged').waitFor();
  await reader.goto(link);
  await reader.locator('article h1').waitFor();
  await eventually('nothing is loading', async () => (await reader.getByText('Loading…').count()) === 0);
  await reader.close();

  await page.getByRole('link', { name: 'Lessons', exact: true }).click();
  await page.getByRole('link', { name: /Round trip and pipelines/ }).click();
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await page.locator('main[data-state=running]').waitFor();
  await page.getByRole('button', { name: /^Stop/ }).click();
  await page.locator('main[data-state=completed]').waitFor();
  await page
    .getByRole('button', { name: /See the outcome|Outcome/ })
    .first()
    .click();
  await page.locator('[data-answer]').waitFor();
  expect(Number(await page.locator('[data-answer]').getAttribute('data-answer'))).toBeGreaterThan(1);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Lessons' }).waitFor();

  await page.getByRole('link', { name: 'Batch size', exact: true }).click();
  await page
    .getByRole('button', { name: /^Find|^Search|^Start/ })
    .first()
    .click();
  await page.getByText('This demo replays recordings.').waitFor();
  expect(asked.filter((url) => /\/api\/|socket\.io/.test(url))).toEqual([]);
  expect(complaints).toEqual([]);
});
