import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { initialStrategies } from '../../shared/plan/initial-choices.ts';
import type { Result } from '../../shared/contract/result.ts';
import { useBrowser } from '../support/browser.ts';
import { downloaded } from '../support/downloaded.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, withinMs } from '../support/lab-page.ts';
import { startBuilt } from '../support/start-built.ts';

/** Pixels of a chart that are neither grey nor black nor white: what is drawn in the colour of a lane. */
const coloured = (page: Page, chart: string): Promise<number> =>
  page.locator(`[data-chart=${chart}] canvas`).evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const rgb = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      if ((data[at + 3] ?? 0) > 40 && Math.max(...rgb) - Math.min(...rgb) > 40) count++;
    }
    return count;
  });

const open = useBrowser();

/** Keeps every text that the element has from now on, a line each. */
const recordText = (element: Element) => {
  const { dataset } = document.documentElement;
  const note = () => {
    const text = element.textContent.trim();
    if (!(dataset['shown'] ?? '').endsWith(`\n${text}\n`))
      dataset['shown'] = `${dataset['shown'] ?? ''}${text}\n`;
  };
  note();
  new MutationObserver(note).observe(element, { characterData: true, childList: true, subtree: true });
};

const lanesOfNewPage = initialStrategies(['set'], false);
const lanes = lanesOfNewPage.map((strategy) => `lane=${strategy}`).join('&');

test('One press of Run compares the ways, live and to the end', { timeout: 2 * withinMs }, async () => {
  const server = startBuilt(['--port', '0']);
  const { page, complaints } = await open(`${await server.url}#plan=1&warmupMs=500&${lanes}`);
  const lab = new LabPage(page);
  await lab.type('Duration', '1');
  const heights = () =>
    Promise.all(
      [page.locator('.headline'), lab.lane('pipeline').locator('.ratio').first()].map(
        async (part) => (await part.boundingBox())?.height,
      ),
    );
  const heightsBefore = await heights();
  await lab.lane('pipeline').locator('.ratio .large').evaluate(recordText);
  await lab.run.click();

  await lab.reaches('running');
  await page.locator('.lane[data-status=warmingUp]').first().waitFor();
  expect(await page.locator('.lane[data-status=waiting]').count()).toBe(lanesOfNewPage.length - 1);

  await eventually('the lines have begun', async () => (await lab.points('pipeline')) > 0, withinMs);
  const before = [await lab.points('one-by-one'), await lab.points('pipeline')];
  await eventually(
    'both lines have grown',
    async () =>
      (await lab.points('one-by-one')) > (before[0] ?? 0) &&
      (await lab.points('pipeline')) > (before[1] ?? 0),
    withinMs,
  );

  await eventually('a ratio shows', async () => (await lab.ratio('pipeline')) > 0, withinMs);
  expect(await heights()).toEqual(heightsBefore);
  expect(await page.locator('main').getAttribute('data-run')).toBe('running');

  await lab.reaches('completed');
  // Grey from the first moments of the warm-up on, and never without a figure again.
  const shown = (await page.locator('html').getAttribute('data-shown')) ?? '';
  expect(shown).toMatch(/^(× –\n)*(×? ?[\d.–]*\d[\d.–]*\n)+$/);
  const final = lab.lane('pipeline').locator('[data-final=true]');
  expect(await lab.ratio('pipeline')).toBeGreaterThan(1);
  expect(await final.getAttribute('data-interval')).toMatch(/^[\d.]+ [\d.]+$/);
  expect(await final.textContent()).toContain('95 %');
  expect((await heights())[1]).toBe(heightsBefore[1]);
  expect(await lab.headline.textContent()).toMatch(
    /(as fast as|throughput of|Too noisy to compare with) One by one|Inconclusive/,
  );
  expect(await page.getByRole('heading', { name: 'Bottlenecks' }).count()).toBe(1);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download result (JSON)' }).click(),
  ]);
  const result = JSON.parse((await downloaded(download)).toString()) as Result;
  expect(download.suggestedFilename()).toBe(`roundtrip-${result.id}.json`);
  expect(result.lanes.map((lane) => lane.strategy)).toEqual(lanesOfNewPage);
  expect(result.plan.workload.durationMs).toBe(1000);

  // One moment for all charts, with the values of all lanes; by the keyboard as well.
  const read = (chart: string) => page.locator(`[data-chart=${chart}] figcaption li`).allInnerTexts();
  expect((await read('throughput')).join()).not.toMatch(/\d/);
  await page.locator('[data-chart=latency] [role=slider]').focus();
  await page.keyboard.press('End');
  await eventually('every lane has a value in every chart', async () =>
    [...(await read('throughput')), ...(await read('latency'))].every((lane) => /\d/.test(lane)),
  );
  const moment = page.locator('[data-chart=throughput] [role=slider]');
  const last = Number(await moment.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowLeft');
  await eventually('it has gone back', async () => Number(await moment.getAttribute('aria-valuenow')) < last);
  // The charts that name their lanes within have the same moment.
  const heard = (chart: string) =>
    page.locator(`[data-chart=${chart}] [role=slider]`).getAttribute('aria-valuetext');
  expect(await heard('heat')).toMatch(/^[\d.]+ s: One by one [\d.]+–[\d.]+ ms, all below [\d.]+, /);
  expect(await heard('ridges')).toMatch(/^[\d.]+ s: One by one [\d,]+, /);
  await page.keyboard.press('Escape');
  await eventually('it is gone', async () => !/\d/.test((await read('throughput')).join()));

  // And in words, lane by lane.
  for (const [chart, said] of [
    ['heat', /^One by one: [\d,.]+–[\d,.]+ ms, all below [\d,.]+$/],
    ['ridges', /^One by one: [\d,.]+ \([\d,.]+ – [\d,.]+\)$/],
  ] as const) {
    const listed = await page.locator(`[data-chart=${chart}] > ul li`).allTextContents();
    expect(listed).toHaveLength(lanesOfNewPage.length);
    expect(listed[0]).toMatch(said);
    expect(await coloured(page, chart), chart).toBeGreaterThan(5000);
  }
  // A mark of a slice leads to its moment.
  const ridges = page.locator('[data-chart=ridges] [role=slider]');
  await ridges.scrollIntoViewIfNeeded();
  const box = await ridges.boundingBox();
  if (!box) throw new Error('the ridges are not shown');
  let pointed = false;
  for (let x = 80; x < box.width && !pointed; x += 40) {
    await page.mouse.move(box.x + x, box.y + 30);
    pointed = /\d/.test((await read('throughput')).join());
  }
  expect(pointed).toBe(true);
  await page.mouse.move(0, 0);

  const percentiles = page.locator('[data-chart=percentiles] > ul li');
  expect(await percentiles.count()).toBe(lanesOfNewPage.length);
  // Lanes are told apart without colour: by the markers that the legend has.
  const outlines = (of: string) =>
    page
      .locator(`[data-chart=percentiles] ${of}`)
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
  const inLegend = await outlines('figcaption li svg path:last-child');
  expect(new Set(inLegend).size).toBe(lanesOfNewPage.length);
  expect(new Set(await outlines('i path'))).toEqual(new Set(inLegend));
  expect(await percentiles.first().textContent()).toMatch(/One by one.*p50 [\d.]+ ms.*max [\d.]+ ms/s);

  // A chart keeps to itself: after another width it is drawn as it was.
  const drawn = () =>
    page
      .locator('[data-chart=throughput] canvas')
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const atFirst = await drawn();
  await page.setViewportSize({ width: 1000, height: 900 });
  await eventually('the chart follows', async () => (await drawn()) !== atFirst);
  await page.setViewportSize({ width: 1440, height: 900 });
  await eventually('the chart is as it was', async () => (await drawn()) === atFirst);

  // On a projector: headline, bars and ratios without scrolling.
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press('Shift+P');
  await page.locator(':root[data-presenting]').waitFor();
  await page.evaluate(() => {
    window.scrollTo(0, 0);
  });
  const bottoms = async () => {
    const boxes = await page
      .locator('h1, .lane .track, .lane .ratio')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().bottom));
    expect(boxes).toHaveLength(1 + 3 * lanesOfNewPage.length);
    return Math.max(...boxes);
  };
  await eventually('nothing is below the fold', async () => (await bottoms()) <= 720);
  expect(complaints).toEqual([]);
});
