import { expect, test } from 'vitest';
import { initialStrategies } from '../../shared/plan/initial-choices.ts';
import { copiedText, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, soonMeasured, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';
import { useScript } from '../support/scripted/use-script.ts';

const lanesOfNewPage = initialStrategies(['set'], false);

const open = useBrowser();
useScript(1);
const serve = usePageServer();

test(
  'The address holds the settings, and sets the page up the same elsewhere',
  { timeout: withinMs },
  async () => {
    const server = serve();
    const url = await server.url;
    const { page, complaints } = await open(url, { permissions: ['clipboard-read', 'clipboard-write'] });
    const lab = new LabPage(page);
    expect(new URL(page.url()).hash).toBe('');
    await lab.type('Clients', '37');
    await lab.type('Duration', '1');
    await lab.removeLane('Concurrent');
    await lab.removeLane('Auto-pipelining');
    await lab.removeLane('MSET / MGET');
    await eventually('the address has followed', () =>
      /clients=37.*lane=one-by-one&lane=pipeline$/.test(page.url()),
    );
    await lab.openMore();
    await page.getByText('Works on this computer only.').waitFor();
    // By the keyboard: on a busy machine the page may still move under the pointer.
    await page.getByRole('button', { name: 'Copy link' }).press('Enter');
    const link = page.url();
    await expect.poll(() => copiedText(page)).toBe(link);

    await page.getByText('Copy as command').click();
    await page.getByRole('button', { name: 'Copy the line for Roundtrip' }).click();
    await expect
      .poll(() => copiedText(page))
      .toBe('npm run bench -- --strategy one-by-one,pipeline -c 37 --duration 1000ms --rtt 1ms');
    expect(await page.locator('[data-line="redis-benchmark · Pipeline"] pre').textContent()).toContain(
      '-c 37',
    );

    const other = await open(link, { viewport: { width: 390, height: 844 } });
    await eventually('the page is set up', async () => (await other.page.locator('.lane').count()) === 2);
    expect(other.page.url()).toBe(link);
    await new LabPage(other.page).openMore();
    expect(await other.page.getByRole('textbox', { name: 'Clients' }).inputValue()).toBe('37');
    await other.page.getByText('Copy as command').click();
    expect(await new LabPage(other.page).overflow()).toBeLessThanOrEqual(0);

    await lab.run.click();
    await lab.reaches('running');
    await eventually(
      'the other page sees it too',
      async () => (await other.page.locator('main').getAttribute('data-run')) === 'running',
    );
    await lab.reaches('completed');
    const steps = await page.evaluate(() => history.length);
    await lab.openTab('Latency');
    await page.reload();
    await lab.reaches('completed');
    await page.getByRole('tab', { name: 'Latency', selected: true }).waitFor();
    await lab.openTab('Why');
    expect(page.url()).toBe(link);
    expect(await page.evaluate(() => history.length)).toBe(steps);
    expect([...complaints, ...other.complaints]).toEqual([]);
  },
);

test(
  'Own settings are kept aside for a run of somebody else, and come back',
  { timeout: withinMs },
  async () => {
    const server = serve();
    const url = await server.url;
    const { page, complaints } = await open(soonMeasured(url));
    const reader = await open(`${url}/#plan=1&clients=21&lane=lua&lane=multi`);
    await reader.page.locator('.lane[data-lane=lua]').waitFor();
    const lab = new LabPage(page);
    await lab.type('Duration', '20');
    await lab.run.click();
    const shown = new LabPage(reader.page);
    await shown.reaches('running');
    const back = reader.page.getByRole('button', { name: 'Back to mine' });
    expect(await back.isDisabled()).toBe(true);
    await reader.page.locator('.lane[data-lane=one-by-one]').waitFor();
    expect(reader.page.url()).toContain('clients=21');
    await lab.stop.click();
    await shown.reaches('stopped');
    await back.click();
    await reader.page.locator('.lane[data-lane=lua]').waitFor();
    expect(await reader.page.getByRole('textbox', { name: 'Clients' }).inputValue()).toBe('21');
    expect([...complaints, ...reader.complaints]).toEqual([]);
  },
);

test('While the settings of the address are on their way, nothing can be changed that they would overwrite', async () => {
  const server = serve();
  const { page } = await open(await server.url);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/plans/check', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`${await server.url}/?again#plan=1&clients=12&lane=pipeline&lane=lua`);
  const tools = page.getByRole('button', { name: 'Tools of One by one' });
  await tools.waitFor();
  await expect(tools.click({ timeout: 500 })).rejects.toThrow();
  answer();
  await new LabPage(page).removeLane('Lua script');
  expect(await page.locator('.lane').count()).toBe(1);
  expect(await page.getByRole('textbox', { name: 'Clients' }).inputValue()).toBe('12');
});

test('A damaged plan and one of a newer version are told in words, and leave the settings as they are', async () => {
  const server = serve();
  const url = await server.url;
  const { page } = await open(`${url}/#plan=1&clients=-5&lane=pipeline`);
  const said = page.getByRole('alert');
  await said.getByText('Clients: must be a number from 1 to 1000').waitFor();
  expect(await page.locator('.lane').count()).toBe(lanesOfNewPage.length);
  expect(await page.getByRole('textbox', { name: 'Clients' }).inputValue()).toBe('10');
  await page.goto(`${url}/#plan=2&moon=full&lane=pipeline`);
  await said.getByText(/newer Roundtrip.*no such field: moon/).waitFor();
  await said.getByRole('button', { name: 'Close' }).click();
  await page.goto(`${url}/#plan=1&clients=12&lane=pipeline`);
  await eventually('the page is set up', async () => (await page.locator('.lane').count()) === 1);
  expect(await said.count()).toBe(0);
  await page.goto(`${url}/?plan=moon`);
  await said.getByText(/cannot be set up: Lanes: must have at least 1/).waitFor();
  await page.goto(`${url}/?plan=1&clients=13&lane=pipeline`);
  await eventually('a query is read as well', async () => (await page.locator('.lane').count()) === 1);
  expect(await page.getByRole('textbox', { name: 'Clients' }).inputValue()).toBe('13');
  expect(new URL(page.url()).search).toBe('');
});

test('The presenter’s token never gets into the link', async () => {
  const server = serve([], { ROUNDTRIP_TOKEN: 'presenter-secret-123' });
  const { page } = await open(
    `${new URL(await server.url).origin}/#token=presenter-secret-123&plan=1&clients=12&lane=pipeline`,
  );
  await eventually('the page is set up', async () => (await page.locator('.lane').count()) === 1);
  await new LabPage(page).type('Clients', '13');
  await eventually('the address has followed', () => page.url().includes('clients=13'));
  expect(page.url()).not.toContain('secret');
});
