import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { copiedText, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, soonMeasured, withinMs } from '../support/lab-page.ts';
import { drawnOf } from '../support/matrix.ts';
import { readPixels } from '../support/read-qr-code.ts';
import { usePageServer } from '../support/page-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
useScript(3);
const serve = usePageServer();
const token = 'for-the-presenter';
const besides = { ROUNDTRIP_TOKEN: token, ROUNDTRIP_ALLOWED_HOSTS: 'box.example' };

const sized = (width: number) => ({
  viewport: { width, height: width === 390 ? 844 : 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
});
const typeSize = (page: Page) =>
  page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));

/** What the QR code on this page says. */
async function qrCode(page: Page): Promise<string> {
  const image = page.locator('dialog img');
  await image.waitFor();
  const { bytes, side } = await image.evaluate(async (drawn) => {
    if (!(drawn instanceof HTMLImageElement)) throw new Error('the QR code is no image');
    await drawn.decode();
    const side = 660;
    const canvas = new OffscreenCanvas(side, side);
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas to draw on');
    pen.drawImage(drawn, 0, 0, side, side);
    // As one text: a list of a million numbers takes seconds on its way.
    const { data } = pen.getImageData(0, 0, side, side);
    return { bytes: btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join('')), side };
  });
  return readPixels(new Uint8ClampedArray(Buffer.from(bytes, 'base64')), side, side);
}

const widths = [
  [1440, 390],
  [390, 1024],
] as const;

test.each(drawnOf('widths of a workshop', widths, 1))(
  'At %i pixels the presenter runs and stops by key; a viewer at %i sees it and starts nothing',
  { timeout: 3 * withinMs },
  async (width, viewerWidth) => {
    const server = serve([], besides);
    const url = new URL(await server.url);
    const { page, complaints } = await open(soonMeasured(url.href), sized(width));
    const presenter = new LabPage(page);
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    await presenter.openMore();
    const wanted = new RegExp(`^http://box\\.example:${url.port}/#plan=`);
    await eventually('the link is the one by which others come', async () => {
      await page.getByRole('button', { name: /^(Copy link|Copied)$/ }).click();
      return wanted.test(await copiedText(page));
    });
    expect(await page.getByText('Works on this computer only.').count()).toBe(0);
    url.hash = '';
    const { page: audience, complaints: others } = await open(url.href, sized(viewerWidth));
    const viewer = new LabPage(audience);
    await audience.getByText('Only the presenter starts and stops runs. You can watch').waitFor();

    const before = await typeSize(page);
    await page.keyboard.press('Shift+P');
    await page.locator(':root[data-presenting]').waitFor();
    if (width > 390) expect(await typeSize(page)).toBeGreaterThan(before);
    await page.keyboard.press('j');
    const joining = await page.locator('[data-url]').getAttribute('data-url');
    expect(joining).toBe(`http://box.example:${url.port}/`);
    expect(await qrCode(page)).toBe(joining);
    await page.getByRole('dialog').getByText('1 viewer').waitFor();
    await page.keyboard.press('r');
    expect(await page.locator('main').getAttribute('data-run')).toBe('none');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    // While a field is typed into, its letters are its own.
    await page.keyboard.press('e');
    await presenter.type('Duration', '600');
    await page.keyboard.press('r');
    expect(await page.locator('main').getAttribute('data-run')).toBe('none');
    await presenter.type('Duration', '600');
    await page.locator('h1').click();
    await page.keyboard.press('e');
    await page.keyboard.press('r');
    await viewer.reaches('running');
    await eventually('the viewer sees it live', async () => (await viewer.points('pipeline')) > 0, withinMs);

    await audience.keyboard.press('Shift+P');
    await audience.keyboard.press('s');
    expect(await audience.locator('[data-action]').getAttribute('aria-disabled')).toBe('true');
    const asked = await audience.evaluate(async () => {
      const answer = await fetch('/api/runs/current', { method: 'DELETE' });
      return answer.status;
    });
    expect(asked).toBe(401);
    expect(await presenter.overflow()).toBeLessThanOrEqual(0);
    expect(await viewer.overflow()).toBeLessThanOrEqual(0);
    // Nothing beside the lanes: they have the window to themselves.
    const stage = await page.locator('.stage').boundingBox();
    expect(stage?.width).toBeGreaterThan(0.85 * width);

    await page.keyboard.press('2');
    await eventually('one lane is left', async () => (await page.locator('.lane:visible').count()) === 1);
    expect(await page.locator('.lane:visible').getAttribute('data-lane')).toBe('auto-pipeline');
    await page.keyboard.press('0');
    await eventually('all lanes are back', async () => (await page.locator('.lane:visible').count()) === 3);

    expect(await page.locator('main').getAttribute('data-run')).toBe('running');
    await page.keyboard.press('s');
    await viewer.reaches('stopped');
    await presenter.reaches('stopped');

    // The class talks about what comes next, not about figures that were of something else.
    const passed = audience.getByText('The presenter is setting up the next run');
    expect(await passed.count()).toBe(0);
    await page.keyboard.press('e');
    await presenter.type('Duration', '30');
    await passed.waitFor();
    expect(await audience.locator('.figures.outdated').count()).toBe(1);
    await presenter.type('Duration', '600');
    await passed.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    expect(others.filter((text) => !text.includes('401'))).toEqual([]);
  },
);

test(
  'The audience goes where the presenter goes, until one goes elsewhere',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve([], besides);
    const url = new URL(await server.url);
    const { page } = await open(url.href);
    url.hash = '';
    const { page: follower } = await open(url.href, sized(390));
    const { page: wanderer } = await open(url.href, sized(1024));
    const room = (of: Page, name: string) => of.getByRole('link', { name, exact: true });
    const isAt = (of: Page, path: string) =>
      eventually(`it is at ${path}`, () => new URL(of.url()).pathname === path, withinMs);

    await page.getByRole('button', { name: 'Present', exact: true }).click();
    await room(page, 'Batch size').click();
    await isAt(follower, '/batch-size');
    await isAt(wanderer, '/batch-size');
    await room(wanderer, 'Runs').click();
    const back = wanderer.getByRole('button', { name: 'Back to the presenter' });
    await back.waitFor();
    await room(page, 'Compare').click();
    await isAt(follower, '/');
    expect(new URL(wanderer.url()).pathname).toBe('/runs');
    await back.click();
    await isAt(wanderer, '/');
    const follow = wanderer.getByRole('button', { name: 'Follow presenter' });
    expect(await follow.getAttribute('aria-pressed')).toBe('true');
    // It has taken the place of what was pressed, and who follows has no lanes to change.
    expect(await follow.evaluate((button) => button === document.activeElement)).toBe(true);
    const grips = (of: Page) => of.getByTitle('Drag the lane to another place');
    for (const of of [follower, wanderer, page]) expect(await grips(of).count()).toBe(0);
    await page.keyboard.press('e');
    await grips(page).first().waitFor();
  },
);

test(
  'Without a token, who follows the presenter starts, stops and changes nothing until they stop following',
  { timeout: 2 * withinMs },
  async () => {
    const url = await serve(['--history', join(temporaryFolder(), 'history.db')]).url;
    const { page } = await open(soonMeasured(url));
    const presenter = new LabPage(page);
    const { page: follower } = await open(url, sized(1024));
    const action = follower.locator('[data-action]');
    await action.waitFor();
    await page.keyboard.press('Shift+P');
    await page.locator(':root[data-presenting]').waitFor();
    await page.keyboard.press('r');
    await new LabPage(follower).reaches('running');
    await action.click({ force: true });
    await follower.keyboard.press('Shift+P');
    await follower.keyboard.press('s');
    await follower.getByText('The presenter starts and stops runs.').waitFor();
    expect(await follower.locator(':root[data-presenting]').count()).toBe(0);
    await presenter.reaches('completed');

    // What the class has measured is the presenter's to rename and to remove.
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    const change = (of: Page) => of.getByRole('button', { name: /^Name and tags/ });
    await change(page).waitFor();
    await follower.locator('[data-entry]').waitFor();
    expect(await change(follower).count()).toBe(0);
    await follower.getByRole('button', { name: 'Follow presenter' }).click();
    await change(follower).waitFor();
    await follower.getByRole('link', { name: 'Compare', exact: true }).click();
    expect(await action.getAttribute('aria-disabled')).not.toBe('true');
  },
);

test(
  'Notes for the presenter close by Escape, and do not show on the projector',
  { timeout: withinMs },
  async () => {
    const { page } = await open(new URL('/lessons/workshop', await serve().url).href);
    const note = page.getByText('Notes for the presenter').first();
    const opened = page.locator('main details[open]');
    await note.click();
    expect(await opened.count()).toBe(1);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Present', exact: true }).click();
    await note.waitFor({ state: 'detached' });
  },
);

test(
  'A server that this machine alone reaches says how others could join',
  { timeout: withinMs },
  async () => {
    const { page } = await open(await serve().url);
    await page.getByRole('button', { name: 'Present', exact: true }).click();
    await page.getByRole('button', { name: 'Join: this computer only' }).click();
    await page.getByText('npm start -- --host 0.0.0.0').waitFor();
  },
);

test(
  'A workshop has its plan on the page: the clock runs, the class is dots, and what comes next is one press away',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve([], { ROUNDTRIP_TOKEN: token });
    const { page } = await open(await server.url);
    const { origin, hash } = new URL(page.url());
    await page.goto(`${origin}/lessons${hash}`);
    await page.getByRole('link', { name: 'A workshop in 45 minutes' }).click();
    await page.getByRole('button', { name: 'Start the clock' }).click();
    const bar = page.getByRole('complementary', { name: 'Workshop' });
    await bar.getByText(/^0:\d\d of 45:00$/).waitFor();
    // Both in Compare: the second is a step all the same, before its minute.
    await bar.getByRole('link', { name: 'Next: The first run' }).click();
    await bar.getByRole('link', { name: 'Next: Round trip and pipelines' }).click();
    const viewer = await open(`${origin}/lessons/rtt`);
    await viewer.page.keyboard.press('n');
    expect(await viewer.page.getByRole('complementary', { name: 'Workshop' }).count()).toBe(0);
    await bar.getByText('0 of 1 guessed').waitFor();
    await viewer.page.getByRole('textbox').fill('5');
    await viewer.page.keyboard.press('Enter');
    await bar.getByText('1 of 1 guessed').waitFor();
    await page.reload();
    await bar.getByRole('link', { name: /^Next:/ }).click();
    expect(new URL(page.url()).pathname).toBe('/lessons/batch-limits');
  },
);

test('A phone votes for the next batch size, and the presenter alone sets it', async () => {
  const server = serve([], besides);
  const url = new URL(await server.url);
  const { page, complaints } = await open(soonMeasured(url.href), sized(1280));
  url.hash = '';
  const { page: phone, complaints: others } = await open(url.href, sized(390));
  await page.keyboard.press('Shift+P');
  await phone.getByText('Vote for the next run').waitFor();
  await phone.getByRole('slider', { name: 'Batch size' }).fill('6');
  await phone.getByText('Your vote: 64').waitFor();
  const most = page.getByRole('button', { name: '1 vote for 64' });
  await most.waitFor();
  const set = page.getByRole('textbox', { name: 'Batch size' });
  expect(await set.inputValue()).toBe('16');
  expect(await new LabPage(phone).overflow()).toBeLessThanOrEqual(0);
  await most.click();
  await most.waitFor({ state: 'detached' });
  expect(await set.inputValue()).toBe('64');
  await phone.getByText('Your vote: 64').waitFor({ state: 'detached' });
  expect([complaints, others]).toEqual([[], []]);
});
