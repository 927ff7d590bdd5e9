import { expect, test } from 'vitest';
import type { Result } from '../../shared/contract/result.ts';
import { formatMsShort } from '../../shared/words/format.ts';
import { useBrowser } from '../support/browser.ts';
import { LabPage, soonMeasured, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';

const open = useBrowser();
const serve = usePageServer();
const plan =
  'plan=1&schedule.settleMs=0&clients=2&warmupMs=0&durationMs=400&commands=set,get&ratio=1,3&lane=one-by-one&lane=pipeline';

test(
  'After a run of a mix, each lane has the latencies of its commands',
  { timeout: 2 * withinMs },
  async () => {
    const url = await serve().url;
    const { page, complaints } = await open(soonMeasured(url, plan));
    const lab = new LabPage(page);
    const facts = lab.lane('pipeline').locator('[data-fact="by-command"]');
    await lab.run.click();
    await lab.reaches('completed');
    await lab.openTools('Pipeline');
    const [kept] = (await (await fetch(new URL('/api/runs', url))).json()) as { id: string }[];
    const result = (await (await fetch(new URL(`/api/runs/${kept?.id ?? ''}`, url))).json()) as Result;
    const measured = result.lanes.find(({ id }) => id === 'pipeline')?.byCommand ?? [];
    expect(measured.map(({ command }) => command)).toEqual(['SET', 'GET']);
    expect((await facts.allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual(
      measured.map(
        ({ command, latencyMs }) =>
          `${command} p50 / p99 ms ${formatMsShort(latencyMs?.p50 ?? NaN)} / ${formatMsShort(latencyMs?.p99 ?? NaN)}`,
      ),
    );
    expect(await lab.overflow()).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
  },
);

test(
  'A command that only the server can judge may be started, and its lane says that there is none',
  { timeout: 2 * withinMs },
  async () => {
    const { page } = await open(soonMeasured(await serve().url, 'plan=1&lane=pipeline'));
    const lab = new LabPage(page);
    await page.getByRole('combobox', { name: 'Command 1' }).selectOption('custom');
    const line = page.getByRole('textbox', { name: 'Line' });
    // Nothing is wrong with what nobody has typed, and Run says what it waits for.
    await page.locator('#run-note', { hasText: 'Type the command, such as' }).waitFor();
    expect(await line.getAttribute('aria-invalid')).toBe('false');
    for (const [typed, why] of [
      ['FLUSHALL', 'FLUSHALL names no key'],
      ['BLPOP __key__ 0', 'BLPOP is not sent'],
      ['GET mine', 'Each key has to be __key__'],
    ] as const) {
      await line.fill(typed);
      await page.locator('#run-note', { hasText: why }).waitFor();
      expect(await lab.run.getAttribute('aria-disabled')).toBe('true');
      await page.locator('#custom-note-0', { hasText: why }).waitFor();
    }
    await line.fill('JSON.SET __key__ $ __data__');
    await expect.poll(() => lab.run.getAttribute('aria-disabled')).toBe('false');
    await lab.run.click();
    await page.locator('#custom-note-0', { hasText: 'this server has no command JSON.SET' }).waitFor();
  },
);
