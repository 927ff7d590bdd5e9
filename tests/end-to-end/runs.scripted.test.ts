import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { HistoryPage } from '../../shared/contract/history.ts';
import { ask } from '../support/ask.ts';
import { copiedText, useBrowser } from '../support/browser.ts';
import { downloaded } from '../support/downloaded.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, withinMs } from '../support/lab-page.ts';
import { sampleResult } from '../support/a-result.ts';
import { usePageServer } from '../support/page-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
useScript(1);
const serve = usePageServer();

const scrollTo = (page: Page, where: 'start' | 'end') =>
  page.evaluate(
    (top) => {
      window.scrollTo(0, top);
    },
    where === 'start' ? 0 : 100_000,
  );

/** In the window, in pixels from its top. */
async function edges(shown: Locator): Promise<{ top: number; bottom: number }> {
  const box = await shown.boundingBox();
  if (!box) throw new Error('it is not shown');
  return { top: box.y, bottom: box.y + box.height };
}

/** How many of each role the browser tells to a screen reader. */
async function heard(page: Page, roles: readonly string[]): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const told = nodes.filter(({ ignored }) => !ignored).map(({ role }): unknown => role?.value);
  return roles.map((one) => told.filter((role) => role === one).length);
}

/** The opened run is shared in all four ways, and the link leads to the same. */
async function shares(page: Page): Promise<void> {
  const title = await page.locator('article h1').innerText();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this result' });
  expect(await dialog.getByRole('img').getAttribute('alt')).toContain(title);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save image' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^roundtrip-.+\.png$/);
  const png = await downloaded(download);
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    'PNG',
    1200,
    630,
  ]);
  const copied = async (name: string) => {
    const before = await copiedText(page);
    await dialog.getByRole('button', { name }).click();
    await eventually(`${name} has copied`, async () => (await copiedText(page)) !== before);
    return copiedText(page);
  };
  expect(await copied('Copy as Markdown')).toMatch(
    /^### Roundtrip: SET.*\n\n\*\*.*\*\*\n\n(?:.+\n+)*?\| lane \|/,
  );
  const html = await copied('A chart for a page of your own');
  const link = await copied('Copy link to this result');
  expect(link).toBe(page.url());
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // By itself, in a page of somebody else.
  const context = page.context();
  const other = await context.newPage();
  const asked: string[] = [];
  other.on('request', (request) => asked.push(request.url()));
  await other.setContent(html);
  expect((await other.locator('figure svg text').allTextContents()).join(' ')).toContain(title);
  expect(asked).toEqual([]);
  await other.goto(link);
  await other.locator('article h1').waitFor();
  expect(await other.locator('article h1').innerText()).toBe(title);
  await other.close();
}

test(
  'A run is kept, found after a restart, named, compared and deleted',
  { timeout: 3 * withinMs },
  async () => {
    const file = join(temporaryFolder(), 'history.db');
    const first = serve(['--history', file]);
    const { origin } = new URL(await first.url);
    const measured = await open(
      `${origin}/#plan=1&durationMs=300&warmupMs=100&schedule.sliceMs=100&lane=one-by-one&lane=pipeline`,
    );
    const lab = new LabPage(measured.page);
    await eventually('the page is set up', async () => (await measured.page.locator('.lane').count()) === 2);
    const watching = await open(`${origin}/runs`);
    await watching.page.getByRole('heading', { level: 1 }).waitFor();
    await lab.openTools('Pipeline');
    await measured.page.getByRole('button', { name: 'Rename Pipeline' }).click();
    await measured.page.keyboard.type('x'.repeat(45));
    await measured.page.keyboard.press('Enter');
    for (let runs = 1; runs <= 2; runs++) {
      await lab.run.click();
      await lab.reaches('running');
      await lab.reaches('completed');
      // A list that is open follows.
      await watching.page
        .locator('[data-entry]')
        .nth(runs - 1)
        .waitFor();
    }
    await lab.addLane();
    await measured.page.getByRole('link', { name: 'Open Runs' }).click();
    await measured.page.getByRole('button', { name: 'Set up this plan again' }).waitFor();
    await first.close();

    const second = serve(['--history', file]);
    const { page, complaints } = await open(`${new URL(await second.url).origin}/runs`);
    const entries = page.locator('[data-entry]');
    await eventually('both are listed', async () => (await entries.count()) === 2);
    await entries
      .first()
      .getByRole('button', { name: /^Name and tags/ })
      .click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Before the upgrade');
    await page.getByRole('textbox', { name: /^Tags/ }).fill('spring, lab');
    await page.getByRole('button', { name: 'Save' }).click();
    const edit = page.getByRole('button', { name: 'Name and tags of Before the upgrade' });
    const hasFocus = () => edit.evaluate((button) => button === document.activeElement);
    await eventually('the focus is back', hasFocus);
    await edit.press('Enter');
    await page.keyboard.type('not kept');
    await page.keyboard.press('Escape');
    await eventually('the focus is back', hasFocus);
    await page.getByRole('link', { name: 'Before the upgrade' }).click();
    await shares(page);
    await page.goBack();
    await page.getByRole('link', { name: 'Before the upgrade' }).waitFor();
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.getByRole('searchbox').fill('upgrade');
    await eventually('one is found', async () => (await entries.count()) === 1);
    await page.getByRole('searchbox').fill('');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await new LabPage(page).overflow()).toBeLessThanOrEqual(0);
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('spring');
    await eventually('one has the tag', async () => (await entries.count()) === 1);
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('');
    await eventually('both are listed again', async () => (await entries.count()) === 2);

    await entries.first().getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Clear the choice of runs' }).click();
    expect(
      await entries
        .first()
        .getByRole('checkbox')
        .evaluate((one) => one === document.activeElement),
    ).toBe(true);
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    for (const index of [0, 1]) await entries.nth(index).getByRole('checkbox').check();
    // The way on stays in sight, and on a phone it comes after the list and lies over none of it.
    const compare = page.getByRole('button', { name: 'Compare 2 runs' });
    await page.setViewportSize({ width: 1440, height: 300 });
    await scrollTo(page, 'end');
    expect((await edges(compare)).top).toBeGreaterThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 500 });
    await scrollTo(page, 'start');
    expect((await edges(entries.last())).bottom).toBeGreaterThan(500);
    expect((await edges(compare)).bottom).toBeLessThanOrEqual(500);
    await scrollTo(page, 'end');
    expect((await edges(entries.last())).bottom).toBeLessThanOrEqual((await edges(compare)).top);
    await entries
      .last()
      .getByRole('button', { name: /^Delete/ })
      .press('Tab');
    expect(await compare.evaluate((button) => button === document.activeElement)).toBe(true);
    await compare.press('Enter');
    await page.locator('tr[data-lane=pipeline] [data-ratio]').waitFor();
    expect(new URL(page.url()).pathname).toBe('/runs/compare');
    const ratio = async () =>
      Number(await page.locator('tr[data-lane=pipeline] [data-ratio]').getAttribute('data-ratio'));
    await page.getByText(/each lane judged alone at 95 %: \d faster, \d slower, \d inconclusive/).waitFor();
    expect(await page.locator('[data-chart=dumbbells] [data-ratio]').count()).toBe(2);
    // The other run as the base: the ratio is turned over, and the address says so.
    const [before, address] = [await ratio(), page.url()];
    const base = page.getByRole('combobox', { name: 'Base' });
    const others = await base
      .locator('option')
      .evaluateAll((options) => options.map((one) => (one as HTMLOptionElement).value));
    const now = await base.inputValue();
    await base.selectOption(others.find((one) => one !== now) ?? '');
    await eventually('it is turned over', async () => Math.abs((await ratio()) * before - 1) < 1e-9);
    expect(page.url()).not.toBe(address);
    await page.goBack();
    await eventually('it is turned back', async () => (await ratio()) === before);
    await page.goBack();
    await eventually('both are listed once more', async () => (await entries.count()) === 2);
    await page.goForward();
    await page.reload();
    await page.locator('tr[data-lane=pipeline] [data-ratio]').waitFor();
    for (const width of [1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await new LabPage(page).overflow()).toBeLessThanOrEqual(0);
    }
    // Drawn as blocks on a phone, without more to the right, and still heard as a table.
    const beyond = await page
      .locator('.region')
      .evaluate((region) => region.scrollWidth - region.clientWidth);
    expect(beyond).toBe(0);
    expect(await heard(page, ['table', 'columnheader', 'rowheader', 'cell'])).toEqual([1, 4, 2, 6]);

    await page.getByRole('link', { name: 'Before the upgrade' }).click();
    await page.getByRole('region', { name: 'Figures by lane' }).waitFor();
    expect(await page.locator('tr[data-lane]').count()).toBe(2);
    // On a phone the figures are scrolled, and the names of the lanes stay.
    const name = page.locator('tr[data-lane=pipeline] th');
    const place = await name.boundingBox();
    expect(place?.width).toBeLessThan(195);
    await page.locator('.region').evaluate((region) => (region.scrollLeft = 100));
    expect(await name.boundingBox()).toEqual(place);
    for (const chart of ['heat', 'ridges'])
      await eventually(
        `it has the chart ${chart}`,
        async () => (await page.locator(`[data-chart=${chart}] > ul li`).count()) === 2,
      );
    expect(await new LabPage(page).overflow()).toBeLessThanOrEqual(0);
    for (const [name, separator] of [
      ['CSV', '","'],
      ['CSV, decimal comma', '";"'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name, exact: true }).click(),
      ]);
      const text = (await downloaded(download)).toString();
      expect(text).toContain('pipeline');
      expect(text.split('\n', 1)[0]).toContain(separator);
    }

    await page.getByRole('button', { name: 'Set up this plan again' }).click();
    await eventually('its plan is set up', async () => (await page.locator('.lane').count()) === 2);
    await page.goBack();
    await page.getByRole('button', { name: 'Run history' }).click();
    await page.getByRole('button', { name: 'Delete Before the upgrade' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await eventually('one is left', async () => (await entries.count()) === 1);
    expect([...complaints]).toEqual([]);
  },
);

test('A run that others can open has its headline as title and a card for previews', async () => {
  const server = serve(['--history', join(temporaryFolder(), 'history.db')], {
    ROUNDTRIP_ALLOWED_HOSTS: 'box.example',
  });
  const { origin } = new URL(await server.url);
  const { page, complaints } = await open(
    `${origin}/#plan=1&durationMs=300&warmupMs=100&schedule.sliceMs=100&lane=one-by-one&lane=pipeline`,
    { colorScheme: 'dark' },
  );
  const lab = new LabPage(page);
  await lab.run.click();
  await lab.reaches('completed');
  const list = async () => (await (await fetch(`${origin}/api/history`)).json()) as HistoryPage;
  await eventually('it is kept', async () => (await list()).total === 1);
  const id = (await list()).entries[0]?.id ?? '';
  const card = () => fetch(`${origin}/api/history/${id}/card`);
  await eventually('its card is there', async () => (await card()).ok);
  await page.goto(`${origin}/runs/${id}`);
  const title = (await page.locator('article h1').innerText()).replace(/\.$/, '');
  await eventually('the tab has it', async () => (await page.title()) === `${title} · Roundtrip`);
  const { body } = await ask(`${origin}/runs/${id}`, { headers: { host: 'box.example' } });
  expect(body).toContain(`<title>${title} · Roundtrip</title>`);
  expect(body).toContain(`content="http://box.example/api/history/${id}/card"`);
  // A picture on white: its first pixel below the head.
  const bytes = Buffer.from(await (await card()).arrayBuffer()).toString('base64');
  const pixel = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const context = document.createElement('canvas').getContext('2d');
    context?.drawImage(image, 0, 0);
    return [...(context?.getImageData(2, 100, 1, 1).data ?? [])];
  }, bytes);
  expect(pixel).toEqual([255, 255, 255, 255]);
  await page.getByRole('button', { name: 'Run history' }).click();
  await eventually('the room has its own', async () => (await page.title()) === 'Runs · Roundtrip');
  expect([...complaints]).toEqual([]);
});

test('A result file is dropped on the page, shown as such, or refused in words', async () => {
  const server = serve();
  const { page, complaints } = await open(await server.url);
  const drop = (...files: [name: string, text: string][]) =>
    page.evaluate((dropped) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of dropped)
        dataTransfer.items.add(new File([text], name, { type: 'application/json' }));
      for (const type of ['dragenter', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, files);
  await drop(['broken.json', '{"schema": 7}']);
  await page.getByRole('alert').getByText('broken.json: A newer Roundtrip wrote it (schema 7)').waitFor();
  await drop(['friday.json', JSON.stringify(sampleResult)]);
  await page.getByText('from a file').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('× 3.87');
  // Without samples it has nothing over time, and still the slices that the result counts.
  await page.locator('[data-chart=ridges] > ul li').first().waitFor({ state: 'attached' });
  expect(await page.locator('[data-chart=heat], [data-chart=throughput]').count()).toBe(0);
  // This server keeps nothing: it writes what the page has.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'HTML report' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`roundtrip-${sampleResult.id}.html`);
  expect((await downloaded(download)).toString()).toContain('<!doctype html>');
  await page.getByRole('button', { name: 'Compare with another run' }).click();
  expect(await page.getByRole('checkbox', { name: /friday/ }).isChecked()).toBe(true);
  const { workload } = sampleResult.plan;
  const larger = {
    ...sampleResult,
    plan: { ...sampleResult.plan, workload: { ...workload, dataSize: 5120 } },
  };
  await drop(['monday.json', JSON.stringify(sampleResult)], ['tuesday.json', JSON.stringify(larger)]);
  await page.getByText('Payload 100 B → 5.0 KiB').waitFor();
  await page.getByRole('link', { name: 'tuesday.json' }).waitFor();
  for (const [place, head] of [
    ['monday.json', 'Payload 100 B'],
    ['tuesday.json', 'Payload 5.0 KiB'],
  ].entries())
    expect(
      (
        await page
          .locator('thead th')
          .nth(place + 1)
          .innerText()
      ).split('\n'),
    ).toEqual(head);
  expect(complaints).toEqual([]);
});

test.each([
  ['en-GB', 'Pasted text', 'SET, run 2', 'One run without intervals', 'it measures HTTP'],
  ['ru-RU', 'Вставленный текст', 'SET, прогон 2', 'Один прогон без интервалов', 'он измеряет HTTP'],
  ['zh-CN', '粘贴的文本', 'SET，第 2 次', '只有一次运行', '它测的是 HTTP'],
])(
  'The output of another tool is pasted into the page, shown or named: %s',
  async (locale, title, second, about, named) => {
    const viewport = { width: 1000, height: 700 };
    const url = await serve().url;
    const { page, complaints } = await open(url, { locale, viewport });
    const paste = (text: string, selector = 'body') =>
      page.evaluate(
        ([pasted, into]) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', pasted);
          document
            .querySelector(into)
            ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        },
        [text, selector] as const,
      );
    const quiet = 'SET: 81967.21 requests per second, p50=0.271 msec\r\n';
    const heading = page.getByRole('heading', { level: 1, name: title });
    await page.locator('main input').first().waitFor({ state: 'attached' });
    await paste(quiet, 'main input');
    await paste('a word');
    // Texts are opened one after another: these two had their turn.
    await paste(`${quiet}${quiet}`);
    await heading.waitFor();
    expect(await page.getByRole('rowheader').allInnerTexts()).toEqual([
      expect.stringContaining('SET') as string,
      second,
    ]);
    expect(await page.getByRole('columnheader').count()).toBe(6);
    expect(await page.getByText(about).count()).toBe(1);
    await paste('  12 threads and 400 connections\n  Thread Stats   Avg      Stdev\n');
    await page.getByRole('alert').getByText(named).waitFor();
    expect(await page.getByText('wrk').count()).toBe(1);
    // The room Profile takes other files.
    await page.goto(new URL('profile', url).href);
    await page.locator('[data-view=profile]').waitFor();
    await paste(quiet);
    await heading.waitFor();
    expect(complaints).toEqual([]);
  },
);

test('A room whose code is gone, as after an update of the server, says so and is there after a reload', async () => {
  const { page } = await open(await serve().url);
  await page.route('**/assets/RunsRoom*', (route) => route.abort());
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await page.getByText('or has a newer page').waitFor();
  await page.unroute('**/assets/RunsRoom*');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Run history' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/runs');
});
