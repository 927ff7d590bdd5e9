import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { LabPage, soonMeasured, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';

const open = useBrowser();
const serve = usePageServer();
const plan = 'plan=1&schedule.settleMs=0&clients=2&warmupMs=0&durationMs=400&lane=pipeline';

test(
  'Written units that are opened as a file are checked, run in three ways, and their rates are units a second',
  { timeout: 2 * withinMs },
  async () => {
    const { page } = await open(soonMeasured(await serve().url, plan));
    const lab = new LabPage(page);
    await page.getByRole('combobox', { name: 'Command 1' }).selectOption('Written units…');
    const text = page.getByRole('textbox', { name: 'Units of your service, as JSON' });
    // Nothing is wrong with what nobody has typed, and Run says what it waits for.
    await page.locator('#run-note', { hasText: 'Write down the units first' }).waitFor();
    expect(await text.getAttribute('aria-invalid')).toBe('false');

    const example = readFileSync('shared/plan/written/request.json', 'utf8');
    const openFile = (content: string) =>
      page
        .getByLabel('Open a file')
        .setInputFiles({ name: 'request.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    await openFile(example.replace('"as": "session"', '"as": "cart"'));
    await page
      .getByRole('listitem')
      .filter({ hasText: 'units[0].stages[2].commands[0].command: no earlier stage' })
      .first()
      .waitFor();
    expect(await lab.run.getAttribute('aria-disabled')).toBe('true');
    await openFile(example);
    await page.getByText('“A request of my service” can run.').waitFor();

    await lab.run.click();
    await lab.reaches('completed');
    const lanes = await page
      .locator('.lane')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-lane')));
    expect(lanes).toEqual(['one-by-one', 'auto-pipeline', 'pipeline']);
    expect(await lab.lane('pipeline').locator('.rate').getAttribute('title')).toMatch(/^[\d.,]+k? units\/s$/);
    await lab.openTab('Data');
    const table = page.getByRole('table').filter({ hasText: 'Trips/unit' });
    expect(await table.locator('thead').textContent()).toMatch(/units\/s, all turns/);
    expect(await table.getByRole('row', { name: /^Pipeline/ }).textContent()).toMatch(/15\.0\s*3\.0/);
    expect(await lab.overflow()).toBeLessThanOrEqual(0);
    // The units stand in the address.
    await page.reload();
    await page.getByText('“A request of my service” can run.').waitFor();
  },
);
