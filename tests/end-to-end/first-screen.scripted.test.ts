import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
const script = useScript(1);
const serve = usePageServer();
const timeout = 2 * withinMs;

const strategies = ['one-by-one', 'concurrent', 'auto-pipeline', 'pipeline', 'multi-key'];
const planOf = (durationMs: number, lanes: readonly string[]) =>
  `plan=1&warmupMs=200&durationMs=${durationMs}&schedule.settleMs=0&network.rttMs=1&${lanes.map((id) => `lane=${id}`).join('&')}`;
const plan = planOf(2000, strategies);

/** What a reader sees without scrolling: words and numbers of the text, and what can be pressed or typed into. */
const countSeen = (page: Page) =>
  page.evaluate(() => {
    const isSeen = ({ top, bottom, left, right, width, height }: DOMRect) =>
      width > 1 && height > 1 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      // The way past the navigation shows once it has the focus.
      element.closest('.visually-hidden, .skip:not(:focus)') === null;
    const texts: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const around = node.parentElement;
      if (around && !around.closest('option, script, style') && isShown(around))
        if (isSeen(range.getBoundingClientRect())) texts.push(node.textContent ?? '');
    }
    const controls = [
      ...document.querySelectorAll<HTMLElement>('a, button, input, select, summary, [role=slider]'),
    ].filter(
      (one) =>
        isShown(one) &&
        isSeen(one.getBoundingClientRect()) &&
        // Doubts depend on the machine: they are not counted.
        !one.matches('.doubt > summary'),
    );
    // What is written in a field is read like any other text.
    for (const one of controls)
      if (one instanceof HTMLInputElement) texts.push(one.value);
      else if (one instanceof HTMLSelectElement) texts.push(one.selectedOptions[0]?.text ?? '');
    const words = texts.join(' ').match(/\p{L}[\p{L}’'-]*/gu) ?? [];
    const numbers = texts.join(' ').match(/\d[\d.,:]*/g) ?? [];
    return { words: words.length, numbers: numbers.length, controls: controls.length };
  });

/** Keeps what moves of itself, from now on. */
const noteShifts = (page: Page) =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset['shifted'] = '0';
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        dataset['shifted'] = String(
          Number(dataset['shifted']) + (entry as PerformanceEntry & { value: number }).value,
        );
    }).observe({ type: 'layout-shift' });
  });
const shifted = async (page: Page) => Number(await page.locator('html').getAttribute('data-shifted'));

/** From the lowest word of the headline to the board, px. */
const voidBelow = (page: Page) =>
  page.evaluate(() => {
    const box = (element: Element) => element.getBoundingClientRect();
    const said = [...document.querySelectorAll('.hero, .headline > *')].filter((one) =>
      one.checkVisibility(),
    );
    const board = document.querySelector('.board');
    return board && said.length > 0 ? box(board).top - Math.max(...said.map((one) => box(one).bottom)) : NaN;
  });
const mostVoid = 32;

/** Both ends of what the page is made for. */
const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

test.each(['as it should be', 'of a lane that is noisy', 'on a machine that was too busy'])(
  'Nothing moves when the outcome comes, %s, on a screen and on a phone',
  { timeout },
  async (how) => {
    // A full core: a lane that is less busy may as well wait for the network, whose PINGs are real.
    if (how.endsWith('too busy')) script.lane('pipeline', { cpu: 1, coreWait: 0.5 });
    if (how.endsWith('noisy'))
      script.lane('pipeline', { latencyMs: ({ before }) => (before % 7 === 0 ? 40 : 4) });
    const url = `${await serve().url}#${plan}`;
    const pages: Page[] = [];
    for (const viewport of windows) pages.push((await open(url, { viewport })).page);
    const labs = pages.map((page) => new LabPage(page));
    const top = async (lab: LabPage) => (await lab.lane('one-by-one').boundingBox())?.y;
    await labs[0]?.run.click();
    const before = await Promise.all(
      labs.map(async (lab) => {
        await eventually('a ratio shows', async () => (await lab.ratio('pipeline')) > 0, withinMs);
        await noteShifts(lab.page);
        expect(await voidBelow(lab.page)).toBeLessThanOrEqual(mostVoid);
        return top(lab);
      }),
    );
    for (const lab of labs) {
      await lab.reaches('completed');
      await lab.page.getByRole('button', { name: 'Share', exact: true }).waitFor();
      if (how.endsWith('too busy')) await lab.page.getByRole('button', { name: 'Machine quiet?' }).waitFor();
      expect(await shifted(lab.page)).toBeLessThanOrEqual(0.02);
      expect(await voidBelow(lab.page)).toBeLessThanOrEqual(mostVoid);
    }
    expect(await Promise.all(labs.map(top))).toEqual(before);
  },
);

test(
  'After a run of five lanes the first screen has 180 words, 60 numbers and 45 controls at most, and a projector of 1280 × 720 all lanes and the chart',
  { timeout },
  async () => {
    const { page } = await open(`${await serve().url}#${plan}`);
    const lab = new LabPage(page);
    await lab.run.click();
    await lab.reaches('completed');
    await page.getByRole('button', { name: 'Share', exact: true }).waitFor();
    const seen = await countSeen(page);
    // Lower bounds, so that an empty page cannot pass.
    expect(seen.words).toBeGreaterThan(60);
    expect(seen.numbers).toBeGreaterThan(15);
    expect(seen.words, JSON.stringify(seen)).toBeLessThanOrEqual(180);
    expect(seen.numbers, JSON.stringify(seen)).toBeLessThanOrEqual(60);
    expect(seen.controls, JSON.stringify(seen)).toBeLessThanOrEqual(45);

    await page.setViewportSize({ width: 1280, height: 720 });
    const lowest = () =>
      page
        .locator('h1, .rail, .lane, .axis, [data-chart=throughput] canvas')
        .evaluateAll((parts) => Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)));
    expect(await page.locator('.lane').count()).toBe(strategies.length);
    await expect.poll(lowest).toBeLessThanOrEqual(720);
  },
);

test.each(['en', 'ru'])(
  'Presenting at 1280 × 720 (%s) shows the headline, eight lanes and the chart, with the number at 96 px and no label cut',
  { timeout },
  async (locale) => {
    const lanes = [...strategies, 'multi', 'lua', 'wire'];
    const url = `${await serve().url}#${planOf(500, lanes)}`;
    const { page } = await open(url, { locale, viewport: { width: 1280, height: 720 } });
    await page.keyboard.press('Shift+P');
    await page.locator(':root[data-presenting]').waitFor();
    await page.keyboard.press('r');
    await page.locator('main[data-run=completed]').waitFor({ timeout: withinMs });
    await page.locator('.ways > [aria-haspopup=dialog]').first().waitFor();
    expect(await page.locator('.lane').count()).toBe(lanes.length);
    const lowest = () =>
      page
        .locator('h1, .lane, .axis, [data-chart=throughput] canvas')
        .evaluateAll((parts) => Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)));
    await expect.poll(lowest).toBeLessThanOrEqual(720);
    const number = page.locator('.hero > b');
    expect(await number.evaluate((one) => parseFloat(getComputedStyle(one).fontSize))).toBeGreaterThanOrEqual(
      96,
    );
    const cut = await page
      .locator('.rail :is(label, button), .axis span, .lane h2')
      .evaluateAll((parts) =>
        parts.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
    expect(cut).toEqual([]);
  },
);

test('The way for slow code has its room on a phone before the server says what the page may do', async () => {
  const { page } = await open(await serve().url, { viewport: { width: 390, height: 844 } });
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/session', async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  const door = page.locator('.door');
  await door.waitFor({ state: 'attached' });
  expect(await door.isVisible()).toBe(false);
  const height = () => door.evaluate((one) => one.getBoundingClientRect().height);
  const kept = await height();
  expect(kept).toBeGreaterThan(0);
  answer();
  await door.waitFor();
  expect(await height()).toBe(kept);
});
