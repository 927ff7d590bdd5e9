import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { initialStrategies } from '../../shared/plan/initial-choices.ts';
import type { Result } from '../../shared/contract/result.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, soonMeasured, withinMs } from '../support/lab-page.ts';
import { drawnOf } from '../support/matrix.ts';
import { usePageServer } from '../support/page-server.ts';
import { useScript } from '../support/scripted/use-script.ts';

const lanesOfNewPage = initialStrategies(['set'], false);

const open = useBrowser();
useScript(1);
const serve = usePageServer();

test('A value that cannot be is said at its field, and nothing is started', async () => {
  const server = serve();
  const { page } = await open(await server.url);
  const lab = new LabPage(page);
  await lab.type('Clients', '0');
  await page.getByText('From 1 to 1,000 connections.', { exact: true }).waitFor();
  await page.locator('#run-note', { hasText: 'Clients: From 1 to 1,000 connections.' }).waitFor();
  expect(await lab.run.getAttribute('aria-disabled')).toBe('true');
  await lab.type('Clients', '1,000');
  expect(await lab.run.getAttribute('aria-disabled')).toBe('false');
  await eventually('the address has it', () => page.url().includes('clients=1000'));
  await lab.type('Payload', '5 apples');
  await page.locator('#field-dataSize-note', { hasText: 'A whole number, as 512 or 5k.' }).waitFor();
  // The address holds the last settings that were a plan.
  await sleep(1_000);
  expect(page.url()).toMatch(/clients=1000(?!.*NaN)/);
  await lab.type('Payload', '5 kB');
  await page.locator('#field-dataSize-note', { hasText: '5.0 KiB' }).waitFor();
  const payload = page.getByRole('textbox', { name: 'Payload', exact: true });
  expect(await payload.inputValue()).toBe('5 kB');
  await payload.press('Enter');
  expect(await payload.inputValue()).toBe('5120');
});

test('What only the server can know is wrong is said at its field as well', async () => {
  const server = serve();
  const { page } = await open(await server.url);
  const lab = new LabPage(page);
  await lab.type('Clients', '1000');
  await lab.type('Batch size', '100000');
  await lab.type('Payload', '16000000');
  await lab.run.click();
  await page.locator('#field-pipeline-note', { hasText: 'bytes in flight' }).waitFor();
  expect(await page.locator('main').getAttribute('data-run')).toBe('none');
});

test('A slider moves by the keyboard in steps that fit small and large', async () => {
  const server = serve();
  const { page } = await open(await server.url);
  const payload = page.getByRole('slider', { name: 'Payload' });
  await page.getByRole('textbox', { name: 'Payload', exact: true }).focus();
  await page.keyboard.press('Tab');
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('textbox', { name: 'Payload', exact: true }).inputValue()).toBe('1000');
  expect(await payload.getAttribute('aria-valuetext')).toBe('1000 bytes');
});

test('Eight lanes fit without scrolling sideways, from a phone to a projector', async () => {
  const server = serve();
  const { page, complaints } = await open(await server.url, { viewport: { width: 390, height: 900 } });
  const lab = new LabPage(page);
  for (let lanes = lanesOfNewPage.length; lanes < 8; lanes++) await lab.addLane();
  expect(await page.locator('.lane').count()).toBe(8);
  expect(await page.getByRole('button', { name: 'Add lane' }).isDisabled()).toBe(true);
  for (const width of [390, 768, 1024, 1440, 1920, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await eventually(`${width} pixels hold all lanes`, async () => (await lab.overflow()) <= 0);
  }
  expect(complaints).toEqual([]);
});

test('The theme follows the system until one is chosen, and the choice is kept', async () => {
  const server = serve();
  const { page } = await open(await server.url, { colorScheme: 'dark' });
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await background();
  const menu = page.getByRole('button', { name: 'Language and theme' });
  await menu.click();
  await page.getByText('Light', { exact: true }).click();
  const light = await background();
  expect(light).not.toBe(dark);
  await page.reload();
  await page.locator('[data-connection=connected]').waitFor();
  expect(await background()).toBe(light);
  await menu.click();
  await page.getByText('Auto', { exact: true }).click();
  expect(await background()).toBe(dark);
  // Before printing the page turns light; after it the chosen theme is back.
  for (const [event, now] of [
    ['beforeprint', light],
    ['afterprint', dark],
  ] as const) {
    await page.evaluate((name) => dispatchEvent(new Event(name)), event);
    expect(await background()).toBe(now);
  }
});

test(
  'The private server is set up on the page, and the run is measured on it',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve();
    const { page, complaints } = await open(soonMeasured(await server.url));
    const lab = new LabPage(page);
    await lab.openMore();
    // By the keyboard: on a busy machine the page may still move under the pointer.
    await page.locator('summary', { hasText: 'Private server: default configuration' }).press('Enter');
    await page.getByText('AOF always', { exact: true }).click();
    await page.getByText('TLS', { exact: true }).click();
    await lab.type('I/O threads', '2');
    await lab.type('Memory', '64');
    await page.locator('summary', { hasText: 'TLS, AOF always, 2 I/O threads, 64 MiB at most' }).waitFor();
    await lab.removeLane('Auto-pipelining');
    await lab.type('Duration', '1');
    await lab.run.click();
    await lab.reaches('completed');
    await lab.openTab('Data');
    await page
      .getByRole('region', { name: 'This run' })
      .getByText('server with TLS, AOF always, 2 I/O threads, 64 MiB at most')
      .waitFor();
    const result = await fetch(new URL('/api/runs', await server.url));
    const [run] = (await result.json()) as { id: string }[];
    const { plan } = (await (
      await fetch(new URL(`/api/runs/${run?.id ?? ''}`, await server.url))
    ).json()) as Result;
    expect(plan.server).toEqual({
      persistence: 'aof-always',
      ioThreads: 2,
      maxMemoryBytes: 64 * 1024 ** 2,
      tls: true,
      access: 'open',
    });
    expect(complaints).toEqual([]);
  },
);

test('A server that Roundtrip did not start is not set up on the page', async () => {
  const server = serve(['--url', 'redis://127.0.0.1:1']);
  const { page } = await open(await server.url);
  await new LabPage(page).openMore();
  await page.locator('select#target').waitFor();
  expect(await page.locator('select#target option:checked').textContent()).toBe('redis://127.0.0.1:1');
  expect(await page.locator('summary', { hasText: 'Private server' }).count()).toBe(0);
});

test('By the keyboard the first setting is six stops away, and on paper there is nothing to press', async () => {
  const { page, complaints } = await open(await serve().url);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip navigation');
  await page.keyboard.press('Enter');
  for (let stop = 0; stop < 5; stop++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.closest('main > .plan') !== null)) break;
  }
  expect(await page.evaluate(() => document.activeElement?.closest('main > .plan') !== null)).toBe(true);
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['header', 'main > .start', 'main > .plan'])
    expect(await page.locator(hidden).isVisible()).toBe(false);
  expect(await page.locator('h1').isVisible()).toBe(true);
  expect(complaints).toEqual([]);
});

test('In each room the first thing to press is six stops away', async () => {
  const { page } = await open(await serve().url);
  for (const path of ['/', '/lessons', '/lessons/rtt', '/batch-size', '/runs', '/profile']) {
    await page.goto(new URL(path, page.url()).href);
    await page.locator('main:not([inert])').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    for (let stop = 1; stop < 6; stop++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.closest('main') !== null)) break;
    }
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null), path).toBe(true);
  }
});

test('Tab goes from the settings to Run and on to the lanes, each of which is one stop with its tools behind it', async () => {
  const { page } = await open(await serve().url);
  const lab = new LabPage(page);
  await page.locator('.lane').first().waitFor();
  const label = () =>
    page.evaluate(() => {
      const one = document.activeElement;
      return one?.getAttribute('aria-label') ?? one?.textContent.trim();
    });
  await page.getByRole('slider', { name: 'Round trip' }).focus();
  const stops: unknown[] = [];
  for (let stop = 0; stop < 7; stop++) {
    await page.keyboard.press('Tab');
    stops.push(await label());
  }
  expect(stops).toEqual([
    'this machine',
    'Run',
    '20 s',
    'My code is slow',
    'Tools of One by one',
    'Tools of Concurrent',
    'Tools of Auto-pipelining',
  ]);
  await lab.openTools('Auto-pipelining');
  await expect.poll(label).toBe('Strategy of lane 3');
  await page.keyboard.press('Escape');
  await expect.poll(label).toBe('Tools of Auto-pipelining');
  expect(await page.getByLabel('Strategy of lane 3').count()).toBe(0);

  await page.getByRole('tab', { name: 'Why' }).focus();
  await page.keyboard.press('ArrowRight');
  expect([await label(), await page.getByRole('tab', { selected: true }).textContent()]).toEqual([
    'Over time',
    'Over time',
  ]);
  await page.keyboard.press('End');
  await page.getByRole('tabpanel', { name: 'Data' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tabpanel', { name: 'Why' }).waitFor();
});

test('What takes the place of a pressed button takes its focus', async () => {
  const { page } = await open(await serve().url);
  await page.locator('main:not([inert])').waitFor();
  const focus = () =>
    page.evaluate(() => {
      const one = document.activeElement;
      return one?.getAttribute('aria-label') ?? one?.textContent.trim();
    });
  const press = async (name: string | RegExp, isNow: string) => {
    await page.getByRole('button', { name, exact: true }).press('Enter');
    await eventually(`the focus is at ${isNow}`, async () => (await focus()) === isNow);
  };
  const lab = new LabPage(page);
  await lab.openMore();
  await page.getByRole('button', { name: 'Add command' }).click();
  await press('Remove SET', 'Command 1');
  for (const [key, then] of [
    ['Escape', 'Rename Pipeline'],
    ['Enter', 'Tools of Pipeline'],
  ] as const) {
    if (key === 'Escape') await lab.openTools('Pipeline');
    await press('Rename Pipeline', 'Name of lane 4');
    await page.keyboard.press(key);
    await eventually('the focus is back', async () => (await focus()) === then);
  }
  await press('Reset all settings and lanes', 'Default');
  await press('Present', 'End');
  await press('End', 'Present');
});

test.each(drawnOf('languages of a small phone', ['en', 'ru', 'zh'], 1))(
  'A phone at twice its size scrolls a run down alone, from its begin to its end: %s',
  async (locale) => {
    const { page } = await open(soonMeasured(await serve().url), {
      viewport: { width: 195, height: 422 },
      locale,
    });
    const lab = new LabPage(page);
    // Letters of another alphabet move the button when their font comes: a press that it moves under is lost.
    await page.evaluate(() => document.fonts.ready);
    await page.locator('[data-action=run]').click();
    await lab.reaches('running');
    await page.locator('.lane').first().waitFor();
    expect(await lab.overflow()).toBeLessThanOrEqual(0);
    await page.locator('[data-action=stop]').click();
    await lab.reaches('stopped');
    await page
      .getByRole('tablist')
      .first()
      .evaluate((place) => place.scrollIntoView());
    await page.locator('#anatomy-title').waitFor({ state: 'attached' });
    await expect.poll(() => lab.overflow()).toBeLessThanOrEqual(0);
  },
);

test('On a phone the lanes and all below them can be scrolled clear of the sliders', async () => {
  const { page } = await open(await serve().url);
  await page.locator('main > .start [data-action=run]').waitFor();
  for (const [width, height] of [
    [390, 844],
    [412, 823],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const covered = () =>
      page.evaluate(() => {
        const bar = document.querySelector('main > .start');
        const controls = [...document.querySelectorAll('main :is(a, button, input, select, summary)')];
        return controls
          .filter((control) => !bar?.contains(control) && control.checkVisibility())
          .filter((control) => {
            control.scrollIntoView({ block: 'nearest' });
            const box = control.getBoundingClientRect();
            return box.bottom > (bar?.getBoundingClientRect().top ?? 0) && box.width > 1;
          })
          .map((control) => control.outerHTML.slice(0, 80));
      });
    await expect.poll(covered, { message: `${width} × ${height}` }).toEqual([]);
  }
});

test('A phone at twice its size scrolls each room down alone', async () => {
  const { page } = await open(await serve().url, { viewport: { width: 195, height: 422 } });
  for (const path of ['/', '/lessons', '/lessons/rtt', '/batch-size', '/runs', '/profile']) {
    await page.goto(new URL(path, page.url()).href);
    await page.locator('main :is(h1, h2, button)').first().waitFor();
    await expect.poll(() => new LabPage(page).overflow(), { message: path }).toBeLessThanOrEqual(0);
  }
});
