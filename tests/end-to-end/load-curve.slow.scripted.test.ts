import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';
import { SearchPage } from '../support/search-page.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
const script = useScript(1);
const serve = usePageServer();

test(
  'A load curve is drawn rate by rate, says what each lane keeps, and is kept in the history',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve(['--history', join(temporaryFolder(), 'history.db')]);
    const { page, complaints } = await open(await server.url);
    const search = new SearchPage(page);
    const lab = new LabPage(page);
    await lab.type('Duration', '1');
    await lab.openTools('Pipeline');
    await page.getByRole('button', { name: 'Rename Pipeline' }).click();
    await page.keyboard.type('x'.repeat(80));
    await page.keyboard.press('Enter');
    await search.enter();
    await page.getByText('Latency over load', { exact: true }).click();
    const low = page.getByRole('textbox', { name: 'From' });
    const high = page.getByRole('textbox', { name: 'To' });
    const measure = page.getByRole('button', { name: 'Measure', exact: true });

    await low.fill('1k');
    await high.fill('500');
    await page.getByText('Type more than the lower end.').waitFor();
    await page
      .getByText('Correct the marked settings first')
      .or(page.locator('#search-note'))
      .first()
      .waitFor();
    expect(await measure.getAttribute('aria-disabled')).toBe('true');

    await low.fill('100');
    await high.fill('400');
    await page.getByRole('textbox', { name: 'Steps' }).fill('2');
    await measure.click();
    await page.locator('main[data-load=running]').waitFor({ timeout: withinMs });
    await script.fly(() => eventually('half of it is drawn', async () => (await search.points()) === 5));
    expect(await page.locator('main').getAttribute('data-load')).toBe('running');
    const answer = page.getByRole('heading', { level: 1, name: / keeps? (?:100|400)\/s/ });
    expect(await answer.count()).toBe(0);
    await script.fly(() => page.locator('main[data-load=completed]').waitFor({ timeout: withinMs }));
    expect(await search.points()).toBe(10);
    await answer.waitFor();
    await page.getByText(/^Measured with SET · 10 clients/).waitFor();
    const rows = page.getByRole('row', { name: /^(100|400)\/s, / });
    expect(await rows.count()).toBe(10);
    await page.getByText('p50', { exact: true }).first().click();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => search.overflow(), { message: `at ${width}` }).toBeLessThanOrEqual(0);
    }

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'Runs' }).click();
    await page
      .locator('[data-kind=load-curve]')
      .getByText(/ · Latency over load$/)
      .waitFor();
    expect(await page.locator('main').textContent()).not.toMatch(/Lesson ·|full form/);
    await page.getByLabel('Kind').selectOption('lesson');
    await page.getByText('Nothing matches.').waitFor();
    await page.getByLabel('Kind').selectOption('load-curve');
    await page.locator('main a[href*="runs"]').first().click();
    await answer.waitFor();
    expect(await search.points()).toBe(10);
    expect(complaints).toEqual([]);
  },
);
