import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { LabPage, soonMeasured, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
useScript(3);
const serve = usePageServer();

test(
  'After a run, W opens a race that fills each track, and Escape closes it',
  { timeout: 2 * withinMs },
  async () => {
    const { page, complaints } = await open(soonMeasured(await serve().url));
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const lab = new LabPage(page);
    await lab.run.click();
    await lab.reaches('completed');
    await page.locator('[data-opens=race]').waitFor();
    await page.keyboard.press('w');
    const dialog = page.getByRole('dialog');
    await dialog.locator('[data-race=over]').waitFor({ timeout: withinMs });
    const tracks = await dialog
      .locator('.fill')
      .evaluateAll((fills) => fills.map((fill) => getComputedStyle(fill).transform));
    expect(tracks).toEqual(tracks.map(() => 'matrix(1, 0, 0, 1, 0, 0)'));
    expect(tracks.length).toBeGreaterThan(1);
    expect(await dialog.locator('.first').count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  },
);
