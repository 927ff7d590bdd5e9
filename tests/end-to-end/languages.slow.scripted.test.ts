import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { translations } from '../../client/src/messages/index.ts';
import { writePlanAddress } from '../../shared/plan/address/write.ts';
import { useBrowser } from '../support/browser.ts';
import { useEmbedded } from '../support/embedded.ts';
import { englishLeft } from '../support/english-left.ts';
import { eventually } from '../support/eventually.ts';
import { alreadyThere } from '../../server/redis/connection/target.ts';
import { serveLessons } from '../support/lesson-server.ts';
import { makeHistory } from '../support/made-history.ts';
import { keepEachKind } from '../support/kept-in-each-kind.ts';
import { LabPage, withinMs } from '../support/lab-page.ts';
import { drawnOf } from '../support/matrix.ts';
import { usePageServer } from '../support/page-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
const script = useScript(1);
const serve = usePageServer();
const embedded = useEmbedded();
const rooms = ['/', '/lessons', '/lessons/rtt', '/batch-size', '/runs', '/profile'];
const widths = [1440, 390];
/** Below the lanes of Compare, each with what is there once its words have come. */
const tabs = [
  ['time', 'figure'],
  ['latency', 'figure'],
  ['distances', '.legend'],
  ['code', 'pre'],
  ['data', 'section'],
  ['why', '[data-anatomy]'],
] as const;

/** By a link of the page, which takes a tenth of loading it again. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.locator(`a[href$="${path}"]`).first().click();
  await page.waitForURL((url) => url.pathname === path);
}

test(
  'A language chosen at the top is kept, and its words fit every room on a screen and on a phone',
  { timeout: 2 * withinMs },
  async () => {
    const url = await serve().url;
    const { page, complaints } = await open(url, { locale: 'en-GB' });
    const lab = new LabPage(page);
    const preferences = page.locator('button[aria-controls=preferences]');
    const choice = page.locator('select:has(option[value=ru])');
    const spoken = () => page.evaluate(() => document.documentElement.lang);
    expect(await spoken()).toBe('en');

    const headlines: string[] = [];
    const tooWide: Record<string, number> = {};
    for (const language of [...translations, 'en']) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(url);
      await preferences.click();
      await choice.selectOption(language);
      await page.locator(`html[lang=${language}] [data-connection=connected]`).waitFor();
      headlines.push(await lab.headline.innerText());
      await page.goto(`${new URL(url).origin}/runs`);
      await page.locator('[data-connection=connected]').waitFor();
      for (const room of drawnOf(`rooms in ${language}`, rooms, 2)) {
        if (room === '/lessons/rtt') await goTo(page, '/lessons');
        await goTo(page, room);
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
    const url = await serve().url;
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
    await page.locator('[data-anatomy]').first().waitFor();
    for (const name of ['По одной', 'Конвейер']) {
      const [verdict = '', advice = ''] = await page
        .locator('[data-anatomy]')
        .filter({ has: page.getByRole('heading', { name }) })
        .locator('.verdict p:not([lang])')
        .allInnerTexts();
      expect(verdict).toMatch(/(Упирается|Что сдерживает|Не хватает ядер).*\d %/);
      expect(advice).toMatch(/[а-я]\.$/);
    }
    // A comma would be read as a decimal one.
    const rate = await lab.lane('pipeline').locator('.rate').getAttribute('title');
    expect(rate).toMatch(/^\d{1,3}(\u202f\d{3})+ \D+$/);
    expect(complaints).toEqual([]);
  },
);

test(
  'A reader gets the language that the browser asks for, and on a phone a button that names it',
  { timeout: withinMs },
  async () => {
    const url = await serve().url;
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

/** Reads every state of a page in the language of its browser. */
class Reader {
  readonly page: Page;
  readonly found: string[] = [];
  readonly locale: string;
  /** Names that people gave to things, and the maker to the processor. */
  readonly #given: readonly string[];

  constructor(page: Page, locale: string, given: readonly string[]) {
    this.page = page;
    this.locale = locale;
    this.#given = [...given, ...cpus().flatMap(({ model }) => model.split(' '))];
  }

  /** What is folded is opened: that is read as well. */
  async read(where: string): Promise<void> {
    await this.page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    let left = await englishLeft(this.page, this.#given);
    // Names come with the first answer of the server.
    for (let tries = 1; left.length > 0 && tries < 4; tries++) {
      await this.page.waitForTimeout(250);
      left = await englishLeft(this.page, this.#given);
    }
    this.found.push(...left.map((text) => `${this.locale}, ${where}: ${text}`));
  }
}

const buttons = {
  ru: { run: 'Пуск', search: 'Искать' },
  zh: { stop: '停止' },
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A Russian and a Chinese reader look at one server: what happens there, both of them see. */
async function openForBoth(address: string, given: readonly string[] = []) {
  const [ru, zh] = await Promise.all(
    ['ru-RU', 'zh-CN'].map(async (locale) => {
      const { page } = await open(address, { locale });
      return new Reader(page, locale, given);
    }),
  );
  if (!ru || !zh) throw new Error('both readers have a page');
  const both = (work: (reader: Reader) => Promise<void>) => Promise.all([work(ru), work(zh)]);
  return { ru, zh, both, read: (where: string) => both((reader) => reader.read(where)) };
}

describe('Readers in Russian and Chinese find no English but names and code', () => {
  test('in what was kept', { timeout: 2 * withinMs }, async () => {
    const file = join(temporaryFolder(), 'history.sqlite');
    const { ids } = await keepEachKind(file);
    const { origin } = new URL(await serve(['--history', file]).url);
    const { ru, zh, both } = await openForBoth(`${origin}/runs`, ['test', 'HELLO']);
    await both(async (reader) => {
      const { page } = reader;
      await page.locator('[data-entry]').first().waitFor();
      await reader.read('the list');
      for (const id of drawnOf(`entries for ${reader.locale}`, ids, Math.ceil(ids.length / 2))) {
        await goTo(page, `/runs/${id}`);
        await page.locator('main article > :nth-child(2)').waitFor();
        await reader.read(id);
        await goTo(page, '/runs');
      }
      await page.goto(`${origin}/runs/compare?ids=first,second,level`);
      await page.locator('tr[data-lane=pipeline] [data-ratio]').first().waitFor();
      await reader.read('three runs side by side');
      await page.goto(`${origin}/runs/42`);
      await page.locator('[role=alert]').waitFor();
      await reader.read('an entry that is not there');
    });
    expect([...ru.found, ...zh.found]).toEqual([]);
  });

  test('around a run', { timeout: 2 * withinMs }, async () => {
    const server = serve(['--history', join(temporaryFolder(), 'history.sqlite')]);
    const { origin } = new URL(await server.url);
    const { ru, zh, both, read } = await openForBoth(
      `${origin}/#plan=1&durationMs=600&warmupMs=300&network.rttMs=5&schedule.sliceMs=200&lane=one-by-one&lane=pipeline&lane=lua&clients=3`,
    );
    const reach = (state: 'running' | 'completed') => both(({ page }) => new LabPage(page).reaches(state));
    const readTabs = (when: string) =>
      both(async (reader) => {
        for (const [tab, content] of tabs) {
          await reader.page.locator(`[data-tab=${tab}]`).click();
          await reader.page.locator(`[role=tabpanel] ${content}`).first().waitFor();
          await reader.read(`${tab} ${when}`);
        }
      });
    await readTabs('before');
    await button(ru.page, buttons.ru.run).click();
    await reach('running');
    for (let times = 1; times <= 5; times++) await read('during');
    await reach('completed');
    await readTabs('after');
    // One after the other: who follows a presenter does not present.
    for (const reader of [ru, zh]) {
      const { page } = reader;
      await page.locator('.present').waitFor();
      await page.keyboard.press('Shift+P');
      await page.keyboard.press('?');
      await page.locator('dialog').waitFor();
      await reader.read('the keys of a presenter');
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('j');
      await page.locator('dialog').waitFor();
      await reader.read('how to join');
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('Shift+P');
    }
    await server.close();
    await both(async (reader) => {
      await reader.page.locator('[data-connection=lost]').waitFor();
      await reader.read('without a connection');
    });
    expect([...ru.found, ...zh.found]).toEqual([]);
  });

  test('where a plan is refused', { timeout: 2 * withinMs }, async () => {
    const { origin } = new URL(await serve().url);
    const { ru, zh, both } = await openForBoth(origin, [
      ...['workload', 'colour', 'embedded', 'cluster', 'FLUSHALL'],
      'R, S, Z, G',
    ]);
    await both(async (reader) => {
      const { page } = reader;
      const alert = page.getByRole('alert');
      // Every reason is said on paper; here it is that the page asks for the words.
      for (const [why, address] of [
        ['a number out of its range', 'clients=100000&lane=lua'],
        ['a field that there is not', 'colour=7&lane=lua'],
        ['sizes in the wrong order', 'dataSizeRange=20,10&lane=lua'],
        ['a lane that cannot send it', 'commands=incr&lane=one-by-one&lane=multi-key'],
        ['a command that is refused', 'commands=custom&customCommand=FLUSHALL&lane=one-by-one'],
      ] as const) {
        await page.goto(`${origin}/#plan=1&${address}`);
        await alert.first().waitFor();
        await reader.read(why);
        await alert.getByRole('button').click();
        await alert.waitFor({ state: 'detached' });
      }
      await page.goto(`${origin}/#plan=1&clients=1&lane=one-by-one&lane=pipeline`);
      await page.locator('.lane').nth(1).waitFor();
      await page.locator('.lane').nth(2).waitFor({ state: 'detached' });
      const field = page.getByRole('textbox').nth(1);
      await field.fill('100000');
      await reader.read('a number typed out of its range');
      await page.getByRole('combobox').filter({ hasText: 'INCR' }).first().selectOption('incr');
      await page.locator('.lane .tools').first().click();
      await page.locator('.lane select').selectOption('multi-key');
      await page.locator('.lane .alarm').first().waitFor();
      await reader.read('a lane set up so that it cannot send');
    });
    expect([...ru.found, ...zh.found]).toEqual([]);
  });

  test('in lessons and searches', { timeout: 3 * withinMs }, async () => {
    const { url } = await serveLessons({
      targets: [alreadyThere(embedded().target)],
      history: await makeHistory(),
    });
    const { ru, zh, both, read } = await openForBoth(`${url}/lessons`);
    const openPart = ({ page }: Reader, part: string) => page.locator(`[data-part=${part}]`).click();
    await both(async (reader) => {
      await reader.page.locator('main a[href*="/lessons/"]').first().waitFor();
      await reader.read('the lessons');
      await goTo(reader.page, '/lessons/shallow-pipelines');
      for (const part of ['question', 'guess', 'run']) {
        await openPart(reader, part);
        await reader.read(part);
      }
    });
    await ru.page.locator('h1').click();
    await ru.page.keyboard.press('Enter');
    await both(({ page }) => page.locator('main[data-state=running]').waitFor());
    for (let times = 1; times <= 3; times++) await read('a lesson in progress');
    await both(async (reader) => {
      await goTo(reader.page, '/');
      await reader.read('a run of a lesson');
      await goTo(reader.page, '/lessons');
      await goTo(reader.page, '/lessons/shallow-pipelines');
      await script.fly(() =>
        reader.page.locator('main[data-state=completed]').waitFor({ timeout: withinMs }),
      );
      for (const part of ['run', 'outcome', 'claims', 'reading']) {
        await openPart(reader, part);
        await reader.read(part);
      }
      await goTo(reader.page, '/batch-size');
      await reader.page.locator('main[data-search=none]').waitFor();
      await reader.read('before a search');
    });
    await button(ru.page, buttons.ru.search).click();
    await both(({ page }) => page.locator('main[data-search=running]').waitFor());
    for (let times = 1; times <= 3; times++) await read('a search in progress');
    await button(zh.page, buttons.zh.stop).click();
    await both(({ page }) => page.locator('main[data-search=stopped]').waitFor({ timeout: withinMs }));
    await read('after a search');
    expect([...ru.found, ...zh.found]).toEqual([]);
  });
});
