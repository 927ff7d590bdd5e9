import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, withinMs } from '../support/lab-page.ts';
import { SearchPage } from '../support/search-page.ts';
import { usePageServer } from '../support/page-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
useScript(3);
const serve = usePageServer();

test(
  'A search draws its curve live, and ends with an answer, its figures, its code, and lanes to compare',
  { timeout: 5 * withinMs },
  async () => {
    const server = serve(['--history', join(temporaryFolder(), 'history.db')]);
    const { page, complaints } = await open(await server.url);
    const search = new SearchPage(page);
    const lab = new LabPage(page);
    await lab.type('Round trip', '20');
    await search.enter();
    await page.getByText('network: 20 ms round trip').waitFor();
    await search.shorten();
    await search.start.click();
    await search.reaches('running');
    await eventually('a point is drawn while it is in progress', async () => (await search.points()) > 0);
    expect(await search.state()).toBe('running');
    await search.reaches('completed');

    expect(await search.points()).toBeGreaterThanOrEqual(3);
    const heading = page.getByRole('heading', { level: 1 });
    expect(await heading.textContent()).toMatch(/^Batch: pipeline, [248] at a time/);
    const rows = page.locator('tbody tr');
    expect(await rows.count()).toBe(await search.points());
    expect(await page.locator('tr.answer').textContent()).toMatch(/Pipeline.*advised/s);
    expect(await page.locator('pre').textContent()).toContain("from 'ioredis'");
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByText('Against p99', { exact: true }).click();
      await page.getByRole('heading', { name: 'Throughput against p99' }).waitFor();
      await page.getByText('Over batch size', { exact: true }).click();
      await page.getByRole('heading', { name: 'Throughput over batch size' }).waitFor();
      await expect.poll(() => search.overflow(), { message: `at ${width}` }).toBeLessThanOrEqual(0);
    }

    // Another bound, by keyboard and by pointer.
    await page.getByText('Against p99', { exact: true }).click();
    const bound = page.getByRole('slider', { name: 'p99 stays under' });
    const tried = page.locator('[data-tried]');
    await bound.press('Home');
    const [least, most] = await Promise.all(
      ['aria-valuemin', 'aria-valuemax'].map(async (name) => Number(await bound.getAttribute(name))),
    );
    expect(await tried.getAttribute('data-tried')).toBe(String(least));
    await tried.getByText(/No batch size|lowest|Batching is not worth it|Not decided/).waitFor();
    await bound.press('Escape');
    await expect.poll(() => tried.getAttribute('data-tried')).toBe('');
    const area = await bound.boundingBox();
    if (!area) throw new Error('the plot is not there');
    await page.mouse.move(area.x + area.width * 0.9, area.y + 60);
    await page.mouse.down();
    await page.mouse.move(area.x + area.width * 0.7, area.y + 90);
    await page.mouse.up();
    const dragged = Number(await tried.getAttribute('data-tried'));
    expect(dragged).toBeGreaterThan(least ?? 0);
    expect(dragged).toBeLessThan(most ?? 0);
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect.poll(() => tried.getAttribute('data-tried')).toBe('');

    const answer = await heading.textContent();
    const figures = await rows.allTextContents();
    const drawn = await search.points();
    // It is there for whoever comes later.
    await page.reload();
    await search.reaches('completed');
    await page.getByRole('button', { name: 'Compare these in turns' }).click();
    await lab.lane('one-by-one').waitFor();
    await lab.lane('pipeline').waitFor();
    expect(await page.locator('.lane').count()).toBe(2);
    await lab.openMore();
    expect(await page.getByRole('textbox', { name: 'Batch size', exact: true }).inputValue()).toMatch(
      /^[248]$/,
    );

    // What was kept of it shows as much, and can be compared as well.
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.locator('[data-entry] a').click();
    await page.locator(`figure[data-points='${drawn}']`).waitFor();
    expect(await heading.textContent()).toBe(answer);
    expect(await rows.allTextContents()).toEqual(figures);
    expect(await page.locator('pre').textContent()).toContain("from 'ioredis'");
    expect(await search.overflow()).toBeLessThanOrEqual(0);
    // On paper there is nothing to press, and all of the code.
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('main :is(fieldset, .export)').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('pre').evaluate((code) => code.scrollHeight - code.clientHeight)).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Compare these in turns' }).click();
    await lab.lane('pipeline').waitFor();
    expect(complaints).toEqual([]);
  },
);

test(
  'A viewer sees the search and can start none; the presenter stops it in the middle',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve([], { ROUNDTRIP_TOKEN: 'for-the-presenter' });
    const url = new URL(await server.url);
    const presenter = new SearchPage((await open(url.href, { viewport: { width: 1024, height: 768 } })).page);
    url.hash = '';
    url.pathname = '/batch-size';
    const audience = await open(url.href, { viewport: { width: 390, height: 844 } });
    const viewer = new SearchPage(audience.page);
    await viewer.reaches('none');
    await audience.page.getByText('Only the presenter').first().waitFor();
    // A phone that watches has no buttons that do nothing.
    expect(await viewer.start.count()).toBe(0);

    await presenter.enter();
    await presenter.start.click();
    await viewer.reaches('running');
    await eventually('the viewer sees points', async () => (await viewer.points()) > 0, withinMs);
    expect(await viewer.stop.count()).toBe(0);
    await audience.page.getByRole('link', { name: 'Compare', exact: true }).click();
    await audience.page.getByText('A search for a batch size is in progress.').waitFor();
    await audience.page.getByRole('link', { name: 'Open it' }).click();
    await viewer.reaches('running');
    await presenter.stop.click();
    await presenter.reaches('stopped');
    await viewer.reaches('stopped');
    await audience.page.getByText('Stopped before the batch sizes could be compared').first().waitFor();
    expect(await viewer.overflow()).toBeLessThanOrEqual(0);
    expect(await presenter.start.getAttribute('aria-disabled')).toBe('false');
    expect(audience.complaints).toEqual([]);
  },
);
