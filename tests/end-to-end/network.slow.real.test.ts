import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Result } from '../../shared/contract/result.ts';
import { formatMsShort } from '../../shared/words/format.ts';
import { kernelSupport } from '../../server/redis/private/kernel-link.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, soonMeasured, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';

const open = useBrowser();
const serve = usePageServer();

const factOf = (page: Page, lane: string, fact: string) =>
  page.locator(`.lane[data-lane="${lane}"] [data-fact="${fact}"] dd`);

test('A run 20 ms away shows the round trip that was measured', { timeout: 2 * withinMs }, async () => {
  const server = serve();
  const url = await server.url;
  const { page, complaints } = await open(soonMeasured(url));
  const lab = new LabPage(page);
  await lab.removeLane('Auto-pipelining');
  await lab.type('Duration', '1');
  await lab.type('Round trip', '20');
  await lab.run.click();
  await page.locator('.lane[data-status=measuring]').waitFor({ timeout: withinMs });
  const trip = async (lane: string) => {
    await lab.openFacts(lane);
    return parseFloat((await factOf(page, lane, 'round-trip').textContent()) ?? '');
  };
  await lab.openFacts('pipeline');
  const tripOf = page.locator('.lane[data-lane=pipeline] [data-fact=round-trip]');
  expect(await tripOf.textContent()).toMatch(/^Round trip, now\s*[\d.]+ ms$/);
  expect(await trip('pipeline')).toBeGreaterThanOrEqual(20);
  await lab.reaches('completed');
  expect(await tripOf.textContent()).toMatch(/^Round trip, median\s*[\d.]+ ms$/);
  const [kept] = (await (await fetch(new URL('/api/runs', url))).json()) as { id: string }[];
  const result = (await (await fetch(new URL(`/api/runs/${kept?.id ?? ''}`, url))).json()) as Result;
  expect(result.lanes.map(({ id }) => id)).toEqual(['one-by-one', 'pipeline']);
  for (const { id, roundTrip } of result.lanes) {
    expect(roundTrip?.during?.medianMs).toBeGreaterThanOrEqual(20);
    expect(await trip(id)).toBe(Number(formatMsShort(roundTrip?.during?.medianMs ?? NaN)));
  }
  expect(await factOf(page, 'pipeline', 'wire').textContent()).toMatch(/^2,\d{3} bytes, 2 segments$/);
  await lab.openFacts('one-by-one');
  expect(await factOf(page, 'one-by-one', 'wire').textContent()).toMatch(/^1\d\d bytes, 1 segment$/);
  await lab.openTab('Data');
  await page
    .getByRole('region', { name: 'This run' })
    .getByText(/· network: 20 ms round trip/)
    .waitFor();
  expect(complaints).toEqual([]);
});

test(
  'The batch size moves during a run: samples follow, and everybody sees the mark',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve();
    const { page, complaints } = await open(soonMeasured(await server.url));
    const viewer = await open(await server.url);
    const lab = new LabPage(page);
    await lab.removeLane('One by one');
    await lab.removeLane('Auto-pipelining');
    await lab.run.click();
    await page.locator('.lane[data-status=measuring]').waitFor();
    for (const watching of [lab, new LabPage(viewer.page)]) {
      await watching.openTab('Over time');
      await watching.openFacts('pipeline');
    }
    await eventually('batches are of 16', async () =>
      ((await factOf(page, 'pipeline', 'per-write').textContent()) ?? '').startsWith('16'),
    );
    const ridges = page.locator('[data-chart=ridges] > ul li');
    await ridges.waitFor({ state: 'attached' });
    const batch = page.getByRole('slider', { name: 'Batch size' });
    await page.getByRole('textbox', { name: 'Batch size', exact: true }).focus();
    await page.keyboard.press('Tab');
    expect(await batch.evaluate((slider) => slider === document.activeElement)).toBe(true);
    for (let press = 0; press < 2; press++) await page.keyboard.press('ArrowRight');
    for (const watching of [page, viewer.page]) {
      await watching.locator('figure[data-chart=throughput][data-marks$="batch 64"]').waitFor();
      await eventually(
        'batches are of 64',
        async () => (await factOf(watching, 'pipeline', 'per-write').textContent()) === '64.0',
      );
      expect(await watching.getByRole('textbox', { name: 'Batch size', exact: true }).inputValue()).toBe(
        '64',
      );
    }
    await lab.openTab('Data');
    await page
      .getByRole('region', { name: 'This run' })
      .getByText(/Changed while it ran: (batch 32; )?batch 64\./)
      .waitFor();
    // The slices before the change and those after it are apart.
    await lab.openTab('Over time');
    await ridges.filter({ hasText: /^Pipeline · after: batch 64/ }).waitFor({ state: 'attached' });
    expect(await ridges.first().textContent()).toMatch(/^Pipeline · before: [\d,]+/);
    // And at the lane, what it was before is a mark on the bar of now.
    await lab.lane('pipeline').locator('[data-change]:not([data-change=""])').waitFor();
    expect(await lab.lane('pipeline').locator('[data-change]').textContent()).toMatch(
      /^batch 16 → batch 64: × [\d.]+$/,
    );
    expect(await lab.lane('pipeline').locator('.before').count()).toBe(1);
    await lab.stop.click();
    await lab.reaches('stopped');
    expect([...complaints, ...viewer.complaints]).toEqual([]);
  },
);

test(
  'A round trip moved in a run without one starts it anew; what cannot be changed says so',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve();
    const { page, complaints } = await open(soonMeasured(await server.url));
    const lab = new LabPage(page);
    await lab.type('Round trip', 'abc');
    await page.locator('#field-rttMs-note', { hasText: 'From 0 to 500 ms added.' }).waitFor();
    await lab.openMore();
    await page.getByRole('button', { name: 'Queue' }).click();
    expect(await page.getByRole('textbox', { name: 'Round trip', exact: true }).inputValue()).toBe('0');
    await lab.run.click();
    await lab.reaches('running');
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await field('Round trip').focus();
    await page.locator('#field-rttMs-note', { hasText: 'stops the run and starts one with it' }).waitFor();
    expect(await field('Duration').isDisabled()).toBe(true);
    expect(await field('Clients').isDisabled()).toBe(false);
    await lab.type('Batch size', '0');
    await page.locator('#field-pipeline-note', { hasText: 'From 1 to 100,000 commands.' }).waitFor();
    await lab.type('Batch size', '10');
    await field('Round trip').focus();
    await page.getByRole('slider', { name: 'Round trip' }).press('ArrowRight');
    const noNetwork = page.locator('#field-rttMs-note', { hasText: 'This run has no network' });
    await noNetwork.waitFor({ state: 'detached', timeout: withinMs });
    await lab.reaches('running');
    expect(await field('Round trip').inputValue()).toBe('0.1');
    await lab.stop.click();
    await lab.reaches('stopped');
    expect(complaints).toEqual([]);
  },
);

test('Where Linux lays a link, the page offers it; elsewhere it does not', async () => {
  const server = serve();
  const url = await server.url;
  const { page, complaints } = await open(soonMeasured(url));
  const lab = new LabPage(page);
  await lab.removeLane('Auto-pipelining');
  await lab.type('Round trip', '5');
  await lab.openMore();
  const packets = page.getByRole('checkbox', { name: 'Real packets: a link made by Linux' });
  const support = kernelSupport();
  if (support !== 'bandwidth' && support !== 'delay') {
    await page.getByRole('checkbox', { name: 'Until it is certain' }).waitFor();
    expect(await packets.count()).toBe(0);
    return;
  }
  await packets.check();
  const trip = page.getByRole('textbox', { name: 'Round trip', exact: true });
  expect(await trip.inputValue()).toBe(support === 'delay' ? '5' : '0');
  expect(await page.getByRole('checkbox', { name: 'Let the network change' }).isDisabled()).toBe(true);
  await lab.type('Duration', '1');
  await expect.poll(() => new URL(page.url()).hash).toContain('network.by=kernel');
  expect(complaints).toEqual([]);
});
