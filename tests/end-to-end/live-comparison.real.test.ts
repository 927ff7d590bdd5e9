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
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await lab.lane('pipeline').locator('.ratio').evaluate(recordText);
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
  expect(await page.locator('main').getAttribute('data-run')).toBe('running');

  await lab.reaches('completed');
  // A word until the first whole round, and never without a figure again.
  const shown = (await page.locator('html').getAttribute('data-shown')) ?? '';
  expect(shown).toMatch(/^(\D*\n)*(×.*\d.*\n\s*)+/);
  const final = lab.lane('pipeline').locator('[data-final=true]');
  expect(await lab.ratio('pipeline')).toBeGreaterThan(0);
  expect(await final.getAttribute('data-interval')).toMatch(/^[\d.]+ [\d.]+$/);
  expect(await final.textContent()).toContain('95 %');
  expect(await lab.headline.textContent()).toMatch(/× [\d.]+|adds nothing|too noisy to|Inconclusive/i);
  expect(await page.getByRole('heading', { name: 'Bottlenecks' }).count()).toBe(1);
  await lab.openTab('Data');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download result (JSON)' }).click(),
  ]);
  const result = JSON.parse((await downloaded(download)).toString()) as Result;
  expect(download.suggestedFilename()).toBe(`roundtrip-${result.id}.json`);
  expect(result.lanes.map((lane) => lane.strategy)).toEqual(lanesOfNewPage);
  expect(result.plan.workload.durationMs).toBe(1000);

  // One moment for all charts of a tab, with the values of all lanes; by the keyboard as well.
  const read = (chart: string) => page.locator(`[data-chart=${chart}] figcaption li`).allInnerTexts();
  const heard = (chart: string) =>
    page.locator(`[data-chart=${chart}] [role=slider]`).getAttribute('aria-valuetext');
  /** And in words, lane by lane. */
  const isSaid = async (chart: string, said: RegExp) => {
    const listed = await page.locator(`[data-chart=${chart}] > ul li`).allTextContents();
    expect(listed).toHaveLength(lanesOfNewPage.length);
    expect(listed[0]).toMatch(said);
    expect(await coloured(page, chart), chart).toBeGreaterThan(5000);
  };
  await lab.openTab('Latency');
  await page.locator('[data-chart=latency] [role=slider]').focus();
  await page.keyboard.press('End');
  await eventually('every lane has a value', async () =>
    (await read('latency')).every((lane) => /\d/.test(lane)),
  );
  // The charts that name their lanes within have the same moment.
  expect(await heard('heat')).toMatch(/^[\d.]+ s: One by one [\d.]+–[\d.]+ ms, all below [\d.]+, /);
  await isSaid('heat', /^One by one: [\d,.]+–[\d,.]+ ms, all below [\d,.]+$/);
  const percentiles = page.locator('[data-chart=percentiles] > ul li');
  expect(await percentiles.count()).toBe(lanesOfNewPage.length);
  // Lanes are told apart without colour: by marker and dash.
  const outlines = (of: string) =>
    page
      .locator(`[data-chart=percentiles] ${of}`)
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
  const inLegend = await outlines('figcaption li svg path:last-child');
  const looks = await page
    .locator('[data-chart=percentiles] figcaption li svg')
    .evaluateAll((marks) => marks.map((mark) => mark.innerHTML));
  expect(new Set(looks).size).toBe(lanesOfNewPage.length);
  expect(new Set(await outlines('i path'))).toEqual(new Set(inLegend));
  expect(await percentiles.first().textContent()).toMatch(/One by one.*p50 [\d.]+ ms.*max [\d.]+ ms/s);

  await lab.openTab('Over time');
  const moment = page.locator('[data-chart=throughput] [role=slider]');
  await moment.focus();
  expect(await heard('throughput')).not.toMatch(/\d/);
  await page.keyboard.press('End');
  await eventually('every lane has a value', async () =>
    /^[\d.]+ s: One by one [\d,]+, /.test((await heard('throughput')) ?? ''),
  );
  const last = Number(await moment.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowLeft');
  await eventually('it has gone back', async () => Number(await moment.getAttribute('aria-valuenow')) < last);
  await page.keyboard.press('Escape');
  await eventually('it is gone', async () => !/\d/.test((await heard('throughput')) ?? ''));
  await isSaid('ridges', /^One by one: [\d,.]+ \([\d,.]+ – [\d,.]+\)$/);
  // A mark of a slice leads to its moment.
  const ridges = page.locator('[data-chart=ridges] [role=slider]');
  await ridges.scrollIntoViewIfNeeded();
  const box = await ridges.boundingBox();
  if (!box) throw new Error('the ridges are not shown');
  let pointed = false;
  for (let x = 80; x < box.width && !pointed; x += 40) {
    await page.mouse.move(box.x + x, box.y + 30);
    pointed = /\d/.test((await heard('ridges')) ?? '');
  }
  expect(pointed).toBe(true);
  await page.mouse.move(0, 0);

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
  expect(complaints).toEqual([]);
});
