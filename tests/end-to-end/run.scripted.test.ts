import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, soonMeasured, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
useScript(3);
const serve = usePageServer();

test(
  'In a race all lanes measure at once, and the page says that it is a demo',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve();
    const { page, complaints } = await open(soonMeasured(await server.url));
    const lab = new LabPage(page);
    await lab.type('Duration', '10');
    await lab.openMore();
    await page.getByText('Race', { exact: true }).click();
    // As fingers that are used to a desktop do: the second press does not stop what the first has started.
    await lab.run.dblclick();
    await lab.reaches('running');
    await eventually(
      'all three lanes measure',
      async () => (await page.locator('.lane[data-status=measuring]').count()) === 3,
      withinMs,
    );
    await page.getByText('Race: a demo.').waitFor();
    await lab.reaches('completed');
    expect(await lab.points('one-by-one')).toBeGreaterThan(1);
    expect(complaints).toEqual([]);
  },
);

test(
  'Run and Stop work from the keyboard, and the focus stays on the button',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve();
    const { page } = await open(soonMeasured(await server.url));
    const lab = new LabPage(page);
    await lab.run.focus();
    await page.keyboard.press('Enter');
    await lab.reaches('running');
    await eventually('a line has begun', async () => (await lab.points('one-by-one')) > 0, withinMs);
    expect(await lab.stop.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Space');
    await lab.reaches('stopped');
    expect(await lab.run.getAttribute('aria-disabled')).toBe('false');
    expect(await lab.lane('one-by-one').getAttribute('data-status')).toBe('stopped');
  },
);

test(
  'On a phone the notice of a newer run leaves Run in reach, and closes',
  { timeout: 2 * withinMs },
  async () => {
    const url = await serve().url;
    const { page } = await open(soonMeasured(url));
    await page.setViewportSize({ width: 390, height: 844 });
    const lab = new LabPage(page);
    await lab.run.click();
    await lab.reaches('completed');
    const plan = { lanes: [{ strategy: 'pipeline' }], workload: { durationMs: 200, warmupMs: 0 } };
    const answer = await fetch(new URL('/api/runs', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(plan),
    });
    expect(answer.status).toBe(201);
    const notice = page.getByText('Somebody else has started a newer run.');
    await notice.waitFor();
    // A click waits until nothing covers the button.
    await eventually('nothing runs', async () => (await lab.run.count()) === 1, withinMs);
    await lab.run.click({ trial: true });
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await notice.waitFor({ state: 'detached' });
  },
);

test(
  'On a phone nothing below the headline moves from the begin of a run to its end',
  { timeout: 2 * withinMs },
  async () => {
    const { page } = await open(soonMeasured(await serve().url));
    await page.setViewportSize({ width: 390, height: 844 });
    const lab = new LabPage(page);
    await lab.type('Duration', '10');
    const bars = page.getByRole('list', { name: 'Lanes', exact: true });
    const top = () => bars.evaluate((list) => Math.round(list.getBoundingClientRect().top + scrollY));
    await lab.run.click();
    await lab.reaches('running');
    await bars.waitFor();
    const atBegin = await top();
    expect(atBegin).toBeGreaterThan(0);
    await eventually('a ratio shows', async () => (await lab.ratio('pipeline')) > 0, withinMs);
    expect(await top()).toBe(atBegin);
    await lab.reaches('completed');
    await page.getByRole('button', { name: 'Share', exact: true }).waitFor();
    expect(await top()).toBe(atBegin);
  },
);
