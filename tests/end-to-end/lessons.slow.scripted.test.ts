import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { copiedText, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { withinMs } from '../support/lab-page.ts';
import { serveLessons } from '../support/lesson-server.ts';
import { makeHistory } from '../support/made-history.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
const script = useScript(1);

const part = (page: Page) => page.locator('main').getAttribute('data-open-part');
/** Waits for the page to know its lessons: before that no key means anything. */
const atPart = (page: Page, name: string) => page.locator(`main[data-open-part=${name}]`).waitFor();
const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement);
/** Whether nothing lies over it, and it is within the window. */
const isUncovered = (one: Locator) =>
  one.evaluate((element) => {
    const { left, bottom } = element.getBoundingClientRect();
    return document.elementFromPoint(left + 1, bottom - 1) === element;
  });
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test(
  'A lesson is chosen, guessed, run and read, part by part with the keyboard',
  { timeout: 3 * withinMs },
  async () => {
    const server = await serveLessons({ history: await makeHistory() });
    const { page, complaints } = await open(`${server.url}/lessons`);
    const viewer = await open(`${server.url}/lessons/shallow-pipelines`, {
      viewport: { width: 360, height: 640 },
    });

    await page.getByRole('link', { name: /Two or three commands at a time/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Two or three commands at a time' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/lessons/shallow-pipelines');
    expect(await part(page)).toBe('question');

    await page.keyboard.press('ArrowRight');
    expect(await part(page)).toBe('guess');
    const field = page.getByRole('textbox');
    await field.fill('2.5');
    await field.press('ArrowLeft');
    await field.press('n');
    expect(await part(page)).toBe('guess');
    // What is typed and not sent stays while another part is open.
    for (const other of ['question', 'guess']) await page.locator(`[data-part=${other}]`).click();
    expect(await field.inputValue()).toBe('2.n5');
    await field.fill('many');
    await field.press('Enter');
    await page.getByText('Type how many times, from 0.01 to 10,000.').waitFor();
    for (const beyond of ['0', '1e9', '10001']) {
      await field.fill(beyond);
      await field.press('Enter');
      expect(await page.locator('[data-guesses="0"]').count()).toBe(1);
    }
    await field.fill('2.5');
    await field.press('Enter');
    await page.getByText('Your guess: × 2.5.').waitFor();

    await atPart(viewer.page, 'question');
    await viewer.page.keyboard.press('n');
    await viewer.page.locator('[data-guesses="1"]').waitFor();
    await viewer.page.getByRole('textbox').fill('4');
    // Above the keys of the lesson, also on a small phone.
    await viewer.page.evaluate(() => scrollTo(0, 0));
    await viewer.page.keyboard.press('Enter');
    await viewer.page.getByText('Your guess: × 4.').waitFor();
    await expect.poll(() => isUncovered(viewer.page.locator('#guess-note'))).toBe(true);
    await page.locator('[data-guesses="2"]').waitFor();
    await page.reload();
    await page.getByText('Your guess: × 2.5', { exact: true }).waitFor();
    await page.locator('[data-part=guess]').click();
    await page.getByText('Your guess: × 2.5.').waitFor();
    // A phone whose tab was closed comes back by the address, and guesses once all the same.
    const again = await viewer.page.context().newPage();
    await again.goto(viewer.page.url());
    await again.getByText('Your guess: × 4', { exact: true }).waitFor();
    await again.keyboard.press('n');
    await again.getByRole('button', { name: 'Change my guess' }).waitFor();
    await again.close();

    await page.keyboard.press('n');
    expect(await part(page)).toBe('run');
    // A part that was clicked leaves the keys to the lesson.
    await page.locator('[data-part=run]').click();
    await page.keyboard.press('ArrowRight');
    expect(await part(page)).toBe('run');
    await page.keyboard.press('Enter');
    await page.locator('main[data-state=running]').waitFor();
    // As after a click on Run: Enter at the end shows the outcome and does not start the lesson again.
    await page.locator('main [data-action=stop]').focus();
    await viewer.page.locator('main[data-state=running]').waitFor();
    await eventually(
      'the lanes of the step move',
      async () => (await page.locator('[data-throughput]:not([data-throughput=""])').count()) > 1,
      withinMs,
    );
    await page.getByText('Raw socket, batch 3').first().waitFor();

    // Whoever comes now sees where it is, and that the room where runs are compared is as it was.
    const late = await open(`${server.url}/lessons/shallow-pipelines`, {
      viewport: { width: 1024, height: 768 },
    });
    await atPart(late.page, 'run');
    await late.page.goto(server.url);
    await late.page.getByText('The lesson “Two or three commands at a time” is in progress.').waitFor();
    expect(await late.page.locator('main').getAttribute('data-run')).toBe('none');

    await script.fly(() => page.locator('main[data-state=completed]').waitFor({ timeout: withinMs }));
    await page.keyboard.press('Enter');
    expect(await part(page)).toBe('outcome');
    expect(await page.locator('[data-guess]').getAttribute('data-guess')).toBe('2.5');
    const answer = Number(await page.locator('[data-answer]').getAttribute('data-answer'));
    expect(answer).toBeGreaterThan(0);
    expect(await page.locator('[data-mark=own]').textContent()).toContain('× 2.5');
    expect(await page.locator('[data-mark=answer]').textContent()).toContain('Measured here: ×');
    expect(await page.locator('td.published').count()).toBeGreaterThan(0);
    expect(await page.locator('td.measured').count()).toBeGreaterThan(0);

    // Its outcome is shared as a run is, with an address of its own.
    await page.getByText(/three commands at a time did [\d.]+ times as many a second/).waitFor();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const shared = page.getByRole('dialog', { name: 'Share this result' });
    expect(await shared.getByRole('img').getAttribute('alt')).toMatch(/three commands at a time did/);
    await shared.getByRole('button', { name: 'Copy as Markdown' }).click();
    await eventually('it is copied', async () => /three commands/.test(await copiedText(page)));
    expect(await copiedText(page)).toMatch(/redis \d+\.\d+/);
    await shared.getByRole('button', { name: 'Copy link to this result' }).click();
    await eventually('its link is copied', async () => /\/runs\/[^/]+$/.test(await copiedText(page)));
    const address = await copiedText(page);
    await page.keyboard.press('Escape');
    await shared.waitFor({ state: 'detached' });

    await page.keyboard.press('n');
    expect(await part(page)).toBe('claims');
    expect(await page.locator('[data-judgement]').count()).toBe(2);
    await page.keyboard.press('n');
    expect(await part(page)).toBe('reading');
    await page.keyboard.press('p');
    expect(await part(page)).toBe('claims');

    // After the last part comes the next lesson.
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    await page.waitForURL('**/lessons/bulk-insert');
    await atPart(page, 'question');
    await page.goBack();
    await page.getByRole('button', { name: 'Next lesson' }).waitFor();

    await viewer.page.keyboard.press('n');
    await viewer.page.getByRole('button', { name: /See the outcome/ }).click();
    expect(await hasFocus(viewer.page.locator('section[tabindex]'))).toBe(true);
    expect(await viewer.page.locator('[data-guess]').getAttribute('data-guess')).toBe('4');
    expect(await overflow(viewer.page)).toBe(0);
    const guessed = viewer.page.locator('[data-guessed]');
    expect(await guessed.count()).toBe(2);
    await viewer.page.getByText('Median of the class: × 3.25').waitFor();
    expect((await guessed.first().boundingBox())?.width).toBeLessThan(30);

    // The chart has every figure; the tables are below it, folded.
    await viewer.page.getByRole('img', { name: /^SET of 3 bytes over 50 connections/ }).waitFor();
    await viewer.page.getByText('All figures').click();
    // A table that continues out of sight says so, until its end is reached.
    const table = viewer.page.getByRole('region', { name: 'SET of 3 bytes over 50 connections' });
    const more = viewer.page.locator('.after').filter({ has: table });
    await more.waitFor();
    await table.focus();
    await table.evaluate((region) => (region.scrollLeft = region.scrollWidth));
    await more.waitFor({ state: 'detached' });

    // What was kept of it shows as much, the guesses of the class among it.
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.locator('[data-entry] a').click();
    await page.getByRole('heading', { level: 1, name: 'Two or three commands at a time' }).waitFor();
    expect(page.url()).toBe(address);
    expect(await page.locator('[data-answer]').getAttribute('data-answer')).toBe(String(answer));
    expect(await page.locator('[data-guess]').getAttribute('data-guess')).toBe('2.5');
    expect(await page.locator('[data-guessed]').count()).toBe(2);
    expect(await page.locator('[data-mark=answer]').textContent()).toContain('Measured here: ×');
    expect(await page.locator('td.published').count()).toBeGreaterThan(0);
    expect(await page.locator('td.measured').count()).toBeGreaterThan(0);
    expect(await page.locator('[data-judgement]').count()).toBe(2);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflow(page), { message: `at ${width}` }).toBeLessThanOrEqual(0);
    }
    await viewer.page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await expect.poll(() => overflow(viewer.page), { message: 'at 200 %' }).toBeLessThanOrEqual(0);
    for (const { complaints: said } of [viewer, late]) expect(said).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

test('A lesson that there is not says so and offers those that there are', async () => {
  const server = await serveLessons();
  const { page } = await open(`${server.url}/lessons/no-such-lesson`);
  await page.getByText('There is no lesson “no-such-lesson”.').waitFor();
  await page.getByRole('link', { name: /Two or three commands at a time/ }).waitFor();
});

test(
  'Viewers without the token guess and watch; the presenter stops the lesson and reads what there is',
  { timeout: 2 * withinMs },
  async () => {
    const server = await serveLessons({ token: 'for-the-presenter' }, (step) => step);
    const { page } = await open(`${server.url}/lessons/pipeline-depth#token=for-the-presenter`);
    const viewer = await open(`${server.url}/lessons/pipeline-depth`, {
      viewport: { width: 390, height: 844 },
    });
    await atPart(viewer.page, 'question');
    await viewer.page.keyboard.press('n');
    await viewer.page.getByRole('button', { name: '15', exact: true }).click();
    await viewer.page.getByText('Your guess: 15.').waitFor();
    expect(await viewer.page.locator('[data-histogram]').count()).toBe(0);
    expect(await viewer.page.getByRole('button', { name: 'Clear the guesses' }).count()).toBe(0);
    await atPart(page, 'question');
    await page.keyboard.press('Shift+P');
    await page.keyboard.press('n');
    expect(await page.locator('[data-histogram]').count()).toBe(0);
    await page.getByRole('button', { name: 'Show the guesses' }).click();
    await page.locator('[data-histogram=choice]').waitFor();
    await page.getByText('1 viewer · 1 guess so far.').waitFor();

    // For another class: what it guesses is not shown before it is asked for.
    const clear = page.getByRole('button', { name: 'Clear the guesses' });
    await clear.click();
    await page.getByText('Clear the guesses of the whole class?').waitFor();
    const cancel = page.getByRole('button', { name: 'Cancel' });
    expect(await hasFocus(cancel)).toBe(true);
    await cancel.click();
    await page.getByText('1 guess so far.').waitFor();
    await expect.poll(() => hasFocus(clear)).toBe(true);
    await clear.click();
    await clear.click();
    await page.getByText('No guesses yet.').waitFor();
    expect(await hasFocus(page.locator('section[tabindex]'))).toBe(true);
    await viewer.page.getByRole('button', { name: '15', exact: true }).click();
    await page.getByText('1 guess so far.').waitFor();
    expect(await page.locator('[data-histogram]').count()).toBe(0);
    await page.getByRole('button', { name: 'Show the guesses' }).click();
    await page.locator('[data-histogram=choice]').waitFor();

    await viewer.page.keyboard.press('n');
    await viewer.page.getByText('Only the presenter starts and stops runs').waitFor();
    await viewer.page.keyboard.press('Enter');
    expect(await page.locator('main').getAttribute('data-state')).toBe('none');

    // From any part of the lesson, and back to it.
    await page.keyboard.press('r');
    await viewer.page.locator('main[data-state=running]').waitFor();
    await page.keyboard.press('p');
    expect(await part(page)).toBe('guess');
    await page.getByText('The lesson is in progress.').waitFor();
    await page.getByRole('button', { name: 'Run →' }).click();
    expect([await part(page), await hasFocus(page.locator('section[tabindex]'))]).toEqual(['run', true]);
    await script.fly(() =>
      eventually(
        'the second step has begun',
        async () => Number(await viewer.page.locator('[data-current]').getAttribute('data-current')) > 0,
      ),
    );
    await page.keyboard.press('s');
    await viewer.page.locator('main[data-state=stopped]').waitFor({ timeout: withinMs });
    await viewer.page.getByText('Stopped early').waitFor();
    expect(await part(page)).toBe('run');
    // Only of a step that completed is a lane called the fastest.
    const fastest = page.locator('[data-step]').filter({ hasText: 'fastest:' });
    await fastest.first().waitFor();
    for (const step of await fastest.all()) expect(await step.getAttribute('data-state')).toBe('completed');
    await page.keyboard.press('Enter');
    await page.locator('[data-part=reading][aria-current=step]').waitFor({ state: 'detached' });
    expect(await part(page)).toBe('outcome');
    await page.locator('.doubt').getByText('Stopped early').waitFor();
    await page.locator('[data-part=reading]').click();
    await page.getByRole('heading', { name: 'Limitations' }).waitFor();
    await page.locator('section li').getByText('Stopped early').waitFor();
  },
);
