import { expect, test } from 'vitest';
import { translations } from '../../client/src/messages/index.ts';
import { writePlanAddress } from '../../shared/plan/address/write.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, withinMs } from '../support/lab-page.ts';
import { startBuilt } from '../support/start-built.ts';

const open = useBrowser();
const rooms = ['/', '/lessons', '/lessons/rtt', '/batch-size', '/runs'];
const widths = [1440, 390];

test(
  'A language chosen at the top is kept, and its words fit every room on a screen and on a phone',
  { timeout: 2 * withinMs },
  async () => {
    const url = await startBuilt(['--port', '0']).url;
    const { page, complaints } = await open(url, { locale: 'en-GB' });
    const lab = new LabPage(page);
    const choice = page.locator('select:has(option[value=ru])');
    const spoken = () => page.evaluate(() => document.documentElement.lang);
    expect(await spoken()).toBe('en');

    const headlines: string[] = [];
    const tooWide: Record<string, number> = {};
    for (const language of [...translations, 'en']) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(url);
      await choice.selectOption(language);
      await page.locator(`html[lang=${language}] [data-connection=connected]`).waitFor();
      headlines.push(await lab.headline.innerText());
      for (const room of rooms) {
        await page.goto(new URL(room, url).href);
        await page.locator('[data-connection=connected]').waitFor();
        expect(await spoken(), `${room}, after it was chosen in another room`).toBe(language);
        expect(await choice.inputValue()).toBe(language);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          // Charts follow the window a frame later.
          await eventually('no overflow', async () => (await lab.overflow()) <= 0).catch(async () => {
            tooWide[`${room} in ${language}, ${width} pixels wide`] = await lab.overflow();
          });
        }
      }
    }
    expect(new Set(headlines).size, headlines.join(' / ')).toBe(translations.length + 1);
    expect(tooWide).toEqual({});
    expect(complaints).toEqual([]);
  },
);

test(
  'A reader whose browser asks for Russian gets Russian, the verdicts after a run as well',
  { timeout: withinMs },
  async () => {
    const url = await startBuilt(['--port', '0']).url;
    const plan = writePlanAddress({
      workload: { durationMs: 400, warmupMs: 100 },
      schedule: { sliceMs: 100 },
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
    });
    const { page, complaints } = await open(`${url}#${plan}`, { locale: 'ru-RU' });
    const lab = new LabPage(page);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ru');
    await page.getByRole('button', { name: 'Пуск', exact: true }).click();
    await lab.reaches('completed');
    const notes = page.locator('li[data-lane]', { has: page.getByRole('heading', { level: 3 }) });
    for (const name of ['По одной', 'Конвейер']) {
      const [verdict = '', advice = ''] = await notes
        .filter({ has: page.getByRole('heading', { name }) })
        .locator('p:not([lang])')
        .allInnerTexts();
      expect(verdict).toMatch(/(Упирается|Что сдерживает).*\d %/);
      expect(advice).toMatch(/[а-я]\.$/);
    }
    // A comma would be read as a decimal one.
    expect(await lab.lane('pipeline').locator('.exact').innerText()).toMatch(/^\d{1,3}(\u202f\d{3})+$/);
    expect(complaints).toEqual([]);
  },
);

test(
  'A reader gets the language that the browser asks for, and on a phone a button that names it',
  { timeout: withinMs },
  async () => {
    const url = await startBuilt(['--port', '0']).url;
    const phone = { width: 390, height: 844 };
    for (const [locale, run, preferences] of [
      ['ru-RU', 'Пуск', 'RU Язык и тема'],
      ['zh-TW', '运行', '中 语言与主题'],
      ['fr-FR', 'Run', 'EN Language and theme'],
    ] as const) {
      const { page } = await open(url, { locale, viewport: phone });
      await page.getByRole('button', { name: run, exact: true }).waitFor();
      await page.getByRole('button', { name: preferences, exact: true }).click();
      await page.getByRole('option', { name: 'Русский' }).waitFor({ state: 'attached' });
    }
  },
);
