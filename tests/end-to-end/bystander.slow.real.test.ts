import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, littleLoad, soonMeasured, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';

const open = useBrowser();
const serve = usePageServer();

test(
  'Another client is asked to watch: its p99 is drawn live and stands at each lane, and the plan says so',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve();
    const { page, complaints } = await open(soonMeasured(await server.url, littleLoad));
    const lab = new LabPage(page);
    const further = lab.chart('further');
    const watched = page.locator('.lane[data-lane=pipeline] [data-fact=bystander] dd');
    await lab.removeLane('Auto-pipelining');
    await lab.type('Duration', '1');
    await lab.openTab('Over time');
    await page.getByRole('combobox', { name: 'Further figure' }).selectOption('Bystander p99');
    expect(await watched.count()).toBe(0);

    await lab.run.click();
    await lab.reaches('running');
    await further.getByText('Not measured: tick “Watch another client”').waitFor({ timeout: withinMs });
    await lab.stop.click();
    await lab.reaches('stopped');

    await lab.openMore();
    await page.getByRole('checkbox', { name: 'Watch another client' }).check();
    await eventually('the address says so', () => page.url().includes('bystander.rps=100'));
    await page.getByText('Copy as command').click();
    expect(await page.locator('[data-line=Roundtrip] pre').textContent()).toContain('--bystander 100');

    await lab.run.click();
    await lab.reaches('running');
    expect(await page.getByRole('checkbox', { name: 'Watch another client' }).isDisabled()).toBe(true);
    await eventually('its line is drawn', () => further.getByRole('button').isEnabled(), withinMs);
    await lab.openFacts('pipeline');
    const told = async () => /^p99 [\d.]+ ms$/.test((await watched.textContent()) ?? '');
    await eventually('it stands at the lane', told, withinMs);
    await lab.reaches('completed');
    expect(await further.getAttribute('data-axis')).toMatch(/^logarithmic /);
    expect(await told()).toBe(true);
    const more = await page.locator('.lane[data-lane=pipeline] [data-fact=bystander]').getAttribute('title');
    expect(more).toMatch(/\nlongest [\d.]+ ms\nown send lag p99 [\d.]+ ms, wait p99 [\d.]+ ms/);
    expect(complaints).toEqual([]);
  },
);
