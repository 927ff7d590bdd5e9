import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { LabPage, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';

const open = useBrowser();
const serve = usePageServer();

test(
  'On the private cluster the lanes show the calls of each master, and slots move at the press of a button',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve();
    const { page, complaints } = await open(await server.url);
    const lab = new LabPage(page);
    const moveSlots = page.getByRole('button', { name: 'Move slots' });
    await lab.openMore();
    await page.getByLabel('Redis', { exact: true }).selectOption({ label: 'Private cluster: 3 masters' });
    await page.getByText('in one slot', { exact: true }).waitFor();
    await lab.removeLane('Concurrent');
    await lab.removeLane('Auto-pipelining');
    await lab.type('Duration', '20');
    expect(await moveSlots.count()).toBe(0);
    await lab.run.click();
    await lab.reaches('running');

    for (const lane of ['one-by-one', 'pipeline']) {
      await lab.openFacts(lane);
      const calls = lab.lane(lane).locator('[data-fact="nodes"] dd');
      await calls.filter({ hasText: /^[1-9][\d,]* · [1-9][\d,]* · [1-9][\d,]*$/ }).waitFor({
        timeout: withinMs,
      });
    }

    await moveSlots.click();
    await page
      .getByText(/^Slots \d+–\d+ moved to 127\.0\.0\.1:\d+ with [\d,]+ keys, in .+\.$/)
      .waitFor({ timeout: withinMs });
    expect(await page.locator('main').getAttribute('data-run')).toBe('running');
    await lab.stop.click();
    await lab.reaches('stopped');
    expect(await moveSlots.count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);
