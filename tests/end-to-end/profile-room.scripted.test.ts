import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { complaintsOfAxe } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { usePageServer } from '../support/page-server.ts';
import { projectRoot } from '../support/project-root.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
useScript(1);
const serve = usePageServer();

const example = readFileSync(join(projectRoot, 'client/src/rooms/profile/example.trace'), 'utf8');

const drop = (page: Page, name: string, text: string) =>
  page.evaluate(
    ([fileName, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], fileName));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text] as const,
  );

test('A trace that is dropped anywhere opens the room Profile: the sentence, the lines, a timeline and its table', async () => {
  const { page, complaints } = await open(await serve().url);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await drop(page, 'shop.trace', example);
  const title = page.getByRole('heading', { level: 1 });
  await title.getByText('shop.mjs:14:53 sends 4 GETs one after another in each of 2 requests').waitFor();
  expect(new URL(page.url()).pathname).toBe('/profile');
  expect(await title.innerText()).toContain('one round trip would save about');
  const sites = page.getByRole('region', { name: 'Where time is lost' }).getByRole('row');
  await expect.poll(() => sites.nth(1).innerText()).toMatch(/shop\.mjs:14:53\s+GET \/\*\/\*\s+GET\s+4\s/);
  await page.getByText('await redis.mget(keys)').waitFor();

  // Each bar is as wide as its share of the unit.
  await page.locator('[data-timeline="6"]').waitFor();
  const table = page.locator('details table');
  await page.getByText('The same as a table').click();
  const cells = await table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent.trim())),
    );
  expect(cells.map(([command, place]) => [command, place])).toEqual([
    ...[
      ['GET', 'shop.mjs:8'],
      ['HGETALL', 'shop.mjs:9'],
    ],
    ...Array.from({ length: 4 }, () => ['GET', 'shop.mjs:14']),
  ]);
  // Only the user is read by what the session said; every command waits for the reply before.
  expect(cells.map((row) => row.slice(4))).toEqual([
    ...[
      ['', ''],
      ['1', '1'],
    ],
    ...['2', '3', '4', '5'].map((before) => [before, '']),
  ]);
  const widths = await page
    .locator('[data-timeline] .bar')
    .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
  const took = cells.map(([, , from, to]) => Number(to) - Number(from));
  for (const [at, width] of widths.entries())
    expect(width / (widths[0] ?? 1)).toBeCloseTo((took[at] ?? 0) / (took[0] ?? 1), 1);
  expect(await complaintsOfAxe(page)).toEqual([]);

  const first = await table.innerText();
  await page.getByRole('combobox', { name: 'Unit' }).selectOption({ index: 1 });
  await expect.poll(() => table.innerText()).not.toBe(first);
  expect(sent.filter((body) => body.includes('shop.mjs'))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('In the room a file is refused in words, a cut one read to its last whole line, and an example opened', async () => {
  const { page, complaints } = await open(new URL('/profile', await serve().url).href);
  const alert = page.getByRole('alert');
  await drop(page, 'notes.txt', 'a <b>note</b>');
  await alert.getByText('notes.txt is neither a trace nor a profile.').waitFor();
  await drop(page, 'next.trace', example.replace('"v":2', '"v":3'));
  await alert.getByText('next.trace has version 3, of a newer Roundtrip').waitFor();
  // What a file says is text, whatever it looks like.
  const hostile = example.replaceAll('shop.mjs', '<img src=x onerror=alert(1)>');
  await drop(page, 'cut.trace', hostile.slice(0, -100));
  await page.getByText('it was read to its last whole one').waitFor();
  await page.getByText('These findings rest on what was sent alone').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(
    '<img src=x onerror=alert(1)>:14',
  );
  expect(await page.locator('main img').count()).toBe(0);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByText('npm run profile -- --trace app.trace -- node app.js').waitFor();
  expect(await complaintsOfAxe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open an example' }).click();
  await page.locator('[data-timeline="6"]').waitFor();
  expect(complaints).toEqual([]);
});

test('A function that is pasted is judged in the page, and two lanes of Compare carry its commands out', async () => {
  const { page, complaints } = await open(new URL('/profile', await serve().url).href);
  const code = page.getByRole('textbox', { name: 'Paste a function that sends commands' });
  await page.getByText('Nothing is pasted yet.').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await code.fill('async function readCart(ids) {\n  for (const id of ids) await redis.get(');
  await page.getByText('Line 2, column 41 cannot be read: Unexpected token').waitFor();
  expect(await code.getAttribute('aria-invalid')).toBe('true');
  // The parser comes with the first text; nothing else is asked for.
  expect(asked.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
  expect(asked.filter((path) => path.includes('judge-pasted'))).toHaveLength(1);

  await code.fill(
    [
      'async function readCart(ids) {',
      '  const items = [];',
      '  for (const id of ids) items.push(await redis.get(`item:${id}`));',
      '  return items;',
      '}',
    ].join('\n'),
  );
  const found = page.getByRole('region', { name: 'In readCart: 10 round trips today, 1 needed.' });
  await found.getByText('10 GETs one after another (line 3): none needs the reply of another.').waitFor();
  await found.getByText('+    pending.push(redis.get(`item:${id}`));').waitFor();
  await page.getByRole('textbox', { name: 'How many items there are' }).fill('2');
  await page.getByText('A number from 3 to 500.').waitFor();
  await page.getByRole('textbox', { name: 'How many items there are' }).fill('12');
  await page.getByRole('region', { name: 'In readCart: 12 round trips today, 1 needed.' }).waitFor();
  expect(await complaintsOfAxe(page)).toEqual([]);

  await page.getByRole('button', { name: 'Compare as it is and mended' }).click();
  await page.getByText('“readCart” can run.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  const lanes = page.locator('.lane');
  expect(await lanes.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-lane')))).toEqual([
    'one-by-one',
    'pipeline',
  ]);
  await lanes.nth(0).getByText('as it is').waitFor();
  await lanes.nth(1).getByText('mended').waitFor();
  expect(complaints).toEqual([]);
});
