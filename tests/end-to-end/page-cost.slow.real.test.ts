import { expect, test } from 'vitest';
import { PageWatch } from '../../bench/page/page-figures.ts';
import { useBrowser } from '../support/browser.ts';
import { LabPage, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';

const open = useBrowser();
const serve = usePageServer();

test(
  'A run with six lanes takes little of the network and memory, and moves nothing',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve();
    const url = await server.url;
    const { page } = await open(url);
    const watch = await PageWatch.of(page);
    // The debugger sees only sockets that are opened after it.
    await page.reload();
    await page.locator('[data-connection=connected]').waitFor();
    const strategies = ['one-by-one', 'auto-pipeline', 'pipeline', 'multi', 'lua', 'wire'];
    const plan = {
      lanes: strategies.map((strategy) => ({ strategy })),
      workload: { durationMs: 5000, warmupMs: 1000, clients: 2 },
      network: { rttMs: 2 },
    };
    const answer = await fetch(new URL('/api/runs', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(plan),
    });
    expect(answer.status).toBe(201);
    const lab = new LabPage(page);
    await page.locator('.lane[data-status=measuring]').first().waitFor({ timeout: withinMs });
    await watch.begin();
    await page.locator('.lane[data-lane=wire] [data-ratio]').waitFor({ timeout: withinMs });
    await page.waitForTimeout(3000);
    expect(await page.locator('main').getAttribute('data-run')).toBe('running');
    const { feedKbPerSecond, heap, layoutShifts } = await watch.end();
    await lab.stop.click();
    await lab.reaches('stopped');
    expect(feedKbPerSecond).toBeGreaterThan(0.1);
    expect(feedKbPerSecond).toBeLessThan(5);
    expect(heap.end).toBeLessThan(80e6);
    expect(layoutShifts.join('; ')).toBe('');
  },
);
