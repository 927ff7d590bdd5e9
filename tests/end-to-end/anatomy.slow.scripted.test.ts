import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { copiedText, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, soonMeasured, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
useScript(3);
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

    await pipeline.waitFor();
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
    // Every part of every bar is drawn to one scale.
    const perMs = await Promise.all(
      ids.map(async (id) => {
        const drawn = await lane(id)
          .locator('.bar > span')
          .evaluateAll((spans) => spans.reduce((sum, span) => sum + span.getBoundingClientRect().width, 0));
        const { total } = await partsOf(lane(id));
        return drawn / (total * Math.max(1, 64 / Number(await lane(id).getAttribute('data-commands'))));
      }),
    );
    for (const one of perMs) expect(one / (perMs[0] ?? 0)).toBeCloseTo(1, 1);

    const facts = pipeline.getByLabel('What Pipeline promises');
    expect(await facts.textContent()).toContain('ioredis and GLIDE give an error or a reply for each');
    for (const size of [1440, 1024, 390]) {
      await page.setViewportSize({ width: size, height: 900 });
      await eventually(`nothing is wider than ${size} pixels`, async () => (await lab.overflow()) <= 0);
    }

    // By the keyboard from the lane to its code, and on to another library.
    await lab.openTools('Pipeline');
    await page.getByRole('button', { name: 'Code of Pipeline' }).press('Enter');
    const code = page.getByRole('region', { name: 'Code of Pipeline' });
    await code.waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Code');
    expect(await code.textContent()).toContain('const batchSize = 64;');
    await page.getByRole('tab', { name: 'ioredis' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => code.textContent()).toContain('createClient(');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    expect(await copiedText(page)).toBe(await code.textContent());
    expect(await lab.overflow()).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
  },
);

test(
  'Packets move at most twelve times a second, not where motion is not wanted, and not while they are paused',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve();
    const { page } = await open(soonMeasured(await server.url), { reducedMotion: 'reduce' });
    const lab = new LabPage(page);
    await lab.type('Duration', '10');
    await lab.run.click();
    await eventually(
      'something is measured',
      async () => (await page.locator('[data-anatomy="one-by-one"]').getAttribute('data-over')) === 'newest',
      withinMs,
    );
    await page.locator('.pictures').scrollIntoViewIfNeeded();
    /** How many pictures of all packets there are in a second. */
    const places = () =>
      page.locator('.pictures').evaluate(async (pictures) => {
        const seen = new Set<string>();
        for (const end = performance.now() + 1000; performance.now() < end;) {
          const carriers = [...pictures.querySelectorAll('.carrier')];
          seen.add(
            carriers.map((one) => getComputedStyle(one).transform + getComputedStyle(one).opacity).join(),
          );
          await new Promise(requestAnimationFrame);
        }
        return seen.size;
      });
    expect(await places()).toBe(1);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await eventually('they move', async () => (await places()) > 1);
    expect(await places()).toBeLessThanOrEqual(15);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    expect(await places()).toBe(1);
  },
);
