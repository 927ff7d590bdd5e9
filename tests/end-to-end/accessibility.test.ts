import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { LabPage, withinMs } from '../support/lab-page.ts';
import { startBuilt } from '../support/start-built.ts';

const open = useBrowser();

/** Run by the debugger's way into the page: the page's policy lets no script in by a tag. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/** What axe has to say against the page as it stands: rule, element and reason. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] });
  const found = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

const rooms = ['/', '/lessons', '/batch-size', '/runs'];
const themes = ['light', 'dark'] as const;
const allWidths = [1440, 390];

test(
  'axe finds nothing in any room, while nothing runs and during a run',
  { timeout: 4 * withinMs },
  async () => {
    const server = startBuilt(['--port', '0']);
    const url = await server.url;
    const { page } = await open(url);
    const lab = new LabPage(page);
    const against: Record<string, string[]> = {};
    const looked: string[] = [];
    const lookAround = async (state: string, places: readonly string[], widths: readonly number[]) => {
      for (const room of places) {
        await page.goto(new URL(room, url).href);
        await page.locator('[data-connection=connected]').waitFor();
        // A room that is not built yet has nothing in it.
        if ((await page.locator('main > *').count()) === 0) continue;
        looked.push(`${room} ${state}`);
        for (const colorScheme of themes)
          for (const width of widths) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            await page.setViewportSize({ width, height: 900 });
            const found = await violations(page);
            if (found.length > 0) against[`${room} ${state}, ${colorScheme}, ${width} pixels wide`] = found;
          }
      }
    };
    const presenterMode = async (on: boolean) => {
      await page.keyboard.press('Shift+P');
      await page.locator(':root[data-presenting]').waitFor({ state: on ? 'attached' : 'detached' });
    };
    await lookAround('idle', rooms, allWidths);
    await presenterMode(true);
    await lookAround('while presenting', rooms, [1440]);
    await presenterMode(false);
    await page.goto(url);
    await lab.type('Duration', '60');
    await lab.run.click();
    await lab.reaches('running');
    onTestFinished(() =>
      fetch(new URL('/api/runs/current', url), { method: 'DELETE' }).then(() => undefined),
    );
    await page.locator('.lane[data-status=measuring]').first().waitFor();
    await lookAround('during a run', ['/', '/runs'], allWidths);
    await page.goto(url);
    await page.locator('[data-connection=connected]').waitFor();
    await presenterMode(true);
    await lookAround('while a run is presented', ['/'], [1440]);
    expect(looked).toEqual(
      expect.arrayContaining([
        '/ idle',
        '/ while presenting',
        '/ during a run',
        '/ while a run is presented',
      ]),
    );
    expect(against).toEqual({});
  },
);
