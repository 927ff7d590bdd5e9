import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, soonMeasured, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';
import { startBuilt } from '../support/start-built.ts';

const open = useBrowser();
const serve = usePageServer();

test(
  'A second browser sees the run live, and a reload comes back into it',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve();
    const url = await server.url;
    const { page, complaints } = await open(soonMeasured(url));
    const lab = new LabPage(page);
    await lab.type('Clients', '7');
    await lab.type('Duration', '30');
    await lab.run.click();
    await lab.reaches('running');
    await eventually('the lines have begun', async () => (await lab.points('one-by-one')) > 1, withinMs);

    const second = await open(url, { viewport: { width: 390, height: 844 } });
    const other = new LabPage(second.page);
    await other.reaches('running');
    expect(await other.points('one-by-one')).toBeGreaterThan(1);
    await second.page.getByRole('button', { name: 'Settings', exact: true }).click();
    expect(await second.page.getByRole('textbox', { name: 'Clients', exact: true }).inputValue()).toBe('7');
    const soFar = await other.points('one-by-one');
    await eventually('its line grows', async () => (await other.points('one-by-one')) > soFar, withinMs);

    const beforeReload = await lab.points('one-by-one');
    await page.reload();
    await lab.reaches('running');
    expect(await lab.points('one-by-one')).toBeGreaterThanOrEqual(beforeReload);

    await other.stop.click();
    await lab.reaches('stopped');
    await other.reaches('stopped');
    // Who did it knows; all others are told.
    await page.getByText('Another viewer stopped the run.').waitFor();
    expect(await second.page.getByText('stopped the run').count()).toBe(0);
    expect(complaints).toEqual([]);
    expect(second.complaints).toEqual([]);
  },
);

test('Without the presenter’s token one watches, and is told so', { timeout: 2 * withinMs }, async () => {
  const server = serve([], { ROUNDTRIP_TOKEN: 'for-the-presenter' });
  const url = new URL(await server.url);
  expect(url.hash).toBe('#token=for-the-presenter');
  const { page } = await open(soonMeasured(url.href));
  expect(page.url()).not.toMatch(/token|for-the-presenter/);
  const presenter = new LabPage(page);

  url.hash = '';
  const { page: audience } = await open(url.href);
  const viewer = new LabPage(audience);
  await audience.getByText('Only the presenter starts and stops runs.').waitFor();
  await audience.getByText('The lanes are measured when the presenter presses Run.').waitFor();
  expect(await viewer.run.getAttribute('aria-disabled')).toBe('true');
  expect(await audience.getByRole('textbox', { name: 'Clients', exact: true }).isDisabled()).toBe(true);

  await presenter.run.click();
  await viewer.reaches('running');
  await page.reload();
  await presenter.reaches('running');
  await presenter.stop.click();
  await viewer.reaches('stopped');
});

test(
  'When the server is killed, the page says that the connection is lost, and comes back',
  { timeout: 3 * withinMs },
  async () => {
    const first = startBuilt(['--port', '0']);
    const url = await first.url;
    const { page } = await open(soonMeasured(url));
    const lab = new LabPage(page);
    await lab.type('Duration', '60');
    await lab.run.click();
    await lab.reaches('running');
    await eventually('the lines have begun', async () => (await lab.points('one-by-one')) > 0, withinMs);

    first.child.kill('SIGKILL');
    await page.getByText('Connection lost – reconnecting…').waitFor();
    expect(await page.locator('[data-action]').getAttribute('aria-disabled')).toBe('true');
    await first.ended;

    // In the folder of the first, so that it clears away what a killed one left behind.
    startBuilt(['--port', new URL(url).port], { TMPDIR: first.folder });
    await page.locator('[data-connection=connected]').waitFor({ timeout: withinMs });
    await lab.reaches('lost');
    expect(await page.getByText('Connection lost – reconnecting…').count()).toBe(0);
    await eventually(
      'the next run can begin',
      async () => (await lab.run.getAttribute('aria-disabled')) === 'false',
    );
  },
);
