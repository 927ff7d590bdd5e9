import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { copiedText, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, soonMeasured, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
const script = useScript(3);
const serve = usePageServer();

/** What the bar of a lane is made of, ms. */
async function partsOf(lane: Locator): Promise<{ total: number; parts: number[] }> {
  return {
    total: Number(await lane.getAttribute('data-total')),
    parts: await lane
      .locator('.bar [data-part]')
      .evaluateAll((parts) => parts.map((part) => Number(part.getAttribute('data-ms')))),
  };
}

test(
  'Each lane’s trip is taken apart from what was measured, follows the batch slider, and its code can be copied',
  { timeout: 3 * withinMs },
  async () => {
    const server = serve();
    const { page, complaints } = await open(await server.url, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const lab = new LabPage(page);
    const lane = (id: string) => page.locator(`[data-anatomy="${id}"]`);
    const pipeline = lane('pipeline');

    await page.getByRole('button', { name: 'Code of Pipeline' }).press('Enter');
    const code = pipeline.getByRole('region', { name: 'Code of Pipeline' });
    await code.waitFor();
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    expect(focused).toBe('The code for it: Pipeline');
    const width = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
    expect(await width(code)).toBeCloseTo(await width(pipeline), 0);
    await page.keyboard.press('Enter');
    await code.waitFor({ state: 'hidden' });
    expect(await pipeline.textContent()).toContain('Expected, not measured: 1 trip for 16 commands');
    expect(await pipeline.locator('[data-part][data-ms]').count()).toBe(0);
    const height = async () => (await pipeline.boundingBox())?.height;
    const heightBefore = await height();

    await lab.type('Duration', '20');
    await lab.run.click();
    await lab.reaches('running');
    await eventually(
      'a batch of 16 is measured',
      async () => (await pipeline.getAttribute('data-over')) === 'newest',
      withinMs,
    );
    expect(await pipeline.getAttribute('data-commands')).toBe('16');
    expect(await height()).toBe(heightBefore);

    await lab.type('Batch size', '64');
    await eventually(
      'the picture follows the slider',
      async () => (await pipeline.getAttribute('data-commands')) === '64',
      withinMs,
    );
    expect(await pipeline.locator('.sum').textContent()).toContain('64 commands share a trip');
    expect(await pipeline.locator('pre').textContent()).toContain('const batchSize = 64;');
    const ids = ['one-by-one', 'auto-pipeline', 'pipeline'];
    for (const id of ids)
      await eventually(
        `${id} has had a turn with it`,
        async () => (await lane(id).locator('[data-part][data-ms]').count()) > 0,
        withinMs,
      );
    await lab.stop.click();
    await lab.reaches('stopped');

    for (const id of ids) {
      const { total, parts } = await partsOf(lane(id));
      expect(total).toBeGreaterThan(0);
      expect(parts.reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(total, 6);
    }
    expect(await lane('one-by-one').getAttribute('data-commands')).toBe('1');
    expect(await lane('one-by-one').locator('.same').textContent()).toContain('64 trips');
    const trips = (id: string) => width(lane(id).locator('.trips'));
    expect(await trips('one-by-one')).toBeGreaterThan(await trips('pipeline'));

    for (const size of [1440, 1024, 390]) {
      await page.setViewportSize({ width: size, height: 900 });
      const facts = pipeline.getByLabel('What Pipeline promises');
      expect(await facts.textContent()).toContain('ioredis and GLIDE give an error or a reply for each');
      const summary = pipeline.locator('.code summary');
      await summary.click();
      await pipeline.getByRole('button', { name: 'Copy', exact: true }).click();
      await pipeline.getByRole('button', { name: 'Copied', exact: true }).waitFor();
      expect(await copiedText(page)).toBe(await pipeline.locator('pre').textContent());
      await eventually(`nothing is wider than ${size} pixels`, async () => (await lab.overflow()) <= 0);
      await summary.click();
    }
    expect(complaints).toEqual([]);
  },
);

/** Counts in the page how often a lane showed a figure on its way to another, for `onTheWay` to read. */
const noteFigures = (page: Page) =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset['onTheWay'] = '0';
    new MutationObserver(() => {
      for (const figure of document.querySelectorAll<HTMLElement>('.lane .figure[data-throughput]')) {
        const shown = Number((figure.querySelector('.exact')?.textContent ?? '').replace(/[^\d.]/g, ''));
        const reached = Number(figure.dataset['throughput']);
        if (reached > 0 && Math.abs(shown / reached - 1) > 0.02)
          dataset['onTheWay'] = String(Number(dataset['onTheWay']) + 1);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
const onTheWay = async (page: Page) => Number(await page.locator('html').getAttribute('data-on-the-way'));

test(
  'Where motion is not wanted, packets stand still and figures change at once',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve();
    const { page } = await open(soonMeasured(await server.url), { reducedMotion: 'reduce' });
    const lab = new LabPage(page);
    await page.locator('.figures > .why').scrollIntoViewIfNeeded();
    await lab.type('Duration', '10');
    // From one slice to the next by more than a reader would miss.
    script.lane(() => true, { latencyMs: ({ atMs }) => 5 + 3 * Math.sin(atMs / 300) });
    await noteFigures(page);
    await lab.run.click();
    await eventually(
      'something is measured',
      async () => (await page.locator('[data-anatomy="one-by-one"]').getAttribute('data-over')) === 'newest',
      withinMs,
    );
    const moving = () =>
      page.locator('.carrier').evaluateAll((all) => all.flatMap((one) => one.getAnimations()).length);
    expect(await moving()).toBe(0);
    await eventually('a ratio shows', async () => (await lab.ratio('pipeline')) > 0, withinMs);
    expect(await onTheWay(page)).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await eventually('they move', async () => (await moving()) > 0);
    await eventually('figures move with their bars', async () => (await onTheWay(page)) > 0, withinMs);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    const states = () =>
      page
        .locator('.carrier')
        .evaluateAll((all) => all.flatMap((one) => one.getAnimations().map(({ playState }) => playState)));
    expect(new Set(await states())).toEqual(new Set(['paused']));
  },
);
