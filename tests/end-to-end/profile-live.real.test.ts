import { expect, test } from 'vitest';
import { complaintsOfAxe } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { useEmbedded } from '../support/embedded.ts';
import { soon } from '../support/soon.ts';
import { startBuilt } from '../support/start-built.ts';

const open = useBrowser();
const embedded = useEmbedded();

test('The room Profile shows a program while it runs, and when it has ended; a file can be opened beside it', async () => {
  const redis = `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`;
  const words = ['--port', '0', '--url', redis, '--budget', '100%', '--profile', '--'];
  const server = startBuilt([...words, 'node', 'tests/profile/live/four-gets.mjs'], { REDIS_URL: redis });
  await soon(server.stdout).toMatch(/^port \d+/);
  const ask = (path: string) => fetch(`http://127.0.0.1:${/\d+/.exec(server.stdout())?.[0] ?? ''}${path}`);

  const { page, complaints } = await open(await server.url);
  const title = page.getByRole('heading', { level: 1 });
  const status = page.getByRole('status').filter({ hasText: /\S/ });
  await title.getByText('Waiting for the first Redis command').waitFor();
  expect(await status.innerText()).toBe('Recording');
  for (const cart of ['1?slow', '2']) await (await ask(`/cart/${cart}`)).text();
  await title
    .getByText(/four-gets\.mjs:12:\d+ sends 4 GETs one after another in each of 2 requests/)
    .waitFor();
  await page.getByText('2 requests so far').waitFor();
  await page.locator('[data-timeline="4"]').waitFor();
  const unit = page.getByRole('combobox', { name: 'Unit' });
  expect(await unit.locator('option').allInnerTexts()).toEqual([
    expect.stringContaining('GET /*/*: slowest'),
    expect.stringContaining('GET /*/*: newest'),
  ]);
  await unit.selectOption({ index: 1 });
  expect(await complaintsOfAxe(page)).toEqual([]);

  // What was chosen stays while others come.
  await (await ask('/cart/3')).text();
  await title.getByText('in each of 3 requests').waitFor();
  expect(await unit.locator('option:checked').innerText()).toContain('newest');

  await ask('/end/4').catch(() => undefined);
  await status.getByText('Ended with exit code 4').waitFor();
  await page.getByText('pending.push(redis.get(`four:${name}`));').waitFor();

  // Another room and back: it is there at once. A trace stands before it until it is closed.
  await page.getByRole('link', { name: 'Compare' }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await status.getByText('Ended with exit code 4').waitFor();
  const trace = 'client/src/rooms/profile/example.trace';
  await page.locator('input[type=file]').setInputFiles(trace);
  await title.getByText('shop.mjs:14:53').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await title.getByText('in each of 3 requests').waitFor();
  expect(complaints).toEqual([]);
});
