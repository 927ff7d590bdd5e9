import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Result } from '../../shared/contract/result.ts';
import { useBrowser, type OpenedPage } from '../support/browser.ts';
import { downloaded } from '../support/downloaded.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, soonMeasured, withinMs } from '../support/lab-page.ts';
import { drawnOf } from '../support/matrix.ts';
import { usePageServer } from '../support/page-server.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
useScript(3);
const serve = usePageServer();
/** On a machine that others use as well. */
const timeout = 2 * withinMs;
const widths = [1440, 1024, 390];
const charts = ['throughput', 'latency', 'further'] as const;
const lanesOf = (lab: LabPage) =>
  lab.page.locator('.lane').evaluateAll((lanes) => lanes.map((lane) => lane.getAttribute('data-lane')));
const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement);

test.each(drawnOf('widths of lanes', [1440, 390], 1))(
  '%d pixels wide, lanes are moved, named and set apart by the keyboard',
  { timeout },
  async (width) => {
    const server = serve();
    const { page, complaints } = await open(await server.url, { viewport: { width, height: 900 } });
    const lab = new LabPage(page);
    const button = (name: string) => page.getByRole('button', { name, exact: true });

    await lab.openTools('Pipeline');
    await button('Move Pipeline up').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(button('Move Pipeline up'))).toBe(true);
    for (const place of [1, 0]) {
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await lanesOf(lab)).indexOf('pipeline')).toBe(place);
      await expect.poll(() => isFocused(button('Move Pipeline up'))).toBe(true);
    }
    expect(await lanesOf(lab)).toEqual([
      'pipeline',
      'one-by-one',
      'concurrent',
      'auto-pipeline',
      'multi-key',
    ]);
    await page.getByText('Pipeline is now the baseline.').waitFor();
    expect(await lab.lane('pipeline').locator('[data-ratio]').textContent()).toContain('Baseline');

    await button('Rename Pipeline').click();
    const name = page.getByRole('textbox', { name: 'Name of lane 1' });
    await name.fill('Nightly job');
    await name.press('Enter');
    expect(await lab.lane('pipeline').getByRole('heading').first().textContent()).toBe('Nightly job');

    await lab.openTools('Nightly job');
    await button('Overrides of Nightly job').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Batch size' }).fill('64');
    await dialog.getByRole('textbox', { name: 'Round trip' }).fill('20');
    await dialog.getByRole('textbox', { name: 'Clients' }).fill('0');
    await dialog.getByRole('textbox', { name: 'Clients' }).press('Tab');
    await dialog.getByText('From 1 to 1,000 connections.', { exact: true }).waitFor();
    await dialog.getByRole('textbox', { name: 'Clients' }).fill('');
    await page.keyboard.press('Escape');
    const differences = lab.lane('pipeline').locator('[data-differences]');
    expect(await differences.textContent()).toBe('batch 64, 20 ms round trip');

    expect(await lab.overflow()).toBeLessThanOrEqual(0);
    await lab.openTools('Nightly job');
    expect(await lab.overflow()).toBeLessThanOrEqual(0);
    await button('Overrides of Nightly job').click();
    expect(await lab.overflow()).toBeLessThanOrEqual(0);
    await dialog.getByRole('button', { name: 'Remove all overrides' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(await differences.count()).toBe(0);

    await lab.removeLane('One by one');
    await lab.removeLane('Concurrent');
    await lab.addLane();
    const left = await lanesOf(lab);
    expect(left.slice(0, 2)).toEqual(['pipeline', 'auto-pipeline']);
    const last = page.locator('.lane').last();
    await last.locator('.tools').press('Enter');
    await last.getByRole('button', { name: /^Remove/ }).press('Enter');
    await eventually('the focus is at the last lane that is left', () =>
      isFocused(page.locator('.lane .tools').last()),
    );
    await lab.addLane();

    const gripOf = async (lane: string) => {
      const grip = lab.lane(lane).getByTitle('Drag the lane to another place');
      await grip.scrollIntoViewIfNeeded();
      const box = await grip.boundingBox();
      if (!box) throw new Error('the lane has no grip');
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    await page.mouse.move(...(await gripOf('auto-pipeline')));
    await page.mouse.down();
    await page.mouse.move(...(await gripOf('pipeline')), { steps: 4 });
    await page.locator('.lane[data-lane=pipeline][data-landing=before]').waitFor();
    await page.mouse.up();
    expect((await lanesOf(lab)).slice(0, 2)).toEqual(['auto-pipeline', 'pipeline']);
    expect(await page.locator('[data-landing]').count()).toBe(0);

    // Somebody else starts a run in the middle of a drag: the grip goes, and where the lane was to land with it.
    await page.mouse.move(...(await gripOf('pipeline')));
    await page.mouse.down();
    await page.mouse.move(...(await gripOf('auto-pipeline')), { steps: 4 });
    await page.locator('[data-landing]').waitFor();
    await page.evaluate(async () => {
      const body = JSON.stringify({
        workload: { durationMs: 60_000, clients: 2 },
        network: { rttMs: 2 },
        lanes: [{ strategy: 'pipeline' }, { strategy: 'one-by-one' }],
      });
      await fetch('/api/runs', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    });
    await lab.reaches('running');
    expect(await page.locator('[data-landing]').count()).toBe(0);
    await page.mouse.up();
    await lab.stop.click();
    expect(complaints).toEqual([]);
  },
);

test('A preset sets the workload at one press, and a mix is shown as what it is', { timeout }, async () => {
  const server = serve();
  const { page, complaints } = await open(await server.url);
  const lab = new LabPage(page);
  await lab.openMore();
  await page.getByRole('button', { name: 'Session cache' }).click();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true }).inputValue();
  expect([await field('Payload'), await field('Clients')]).toEqual(['500', '20']);
  const command = (part: number) => page.getByLabel(`Command ${part}`, { exact: true });
  await command(1).waitFor();
  expect([await command(1).inputValue(), await command(2).inputValue()]).toEqual(['setex', 'get']);
  expect(await field('Weight of command 2')).toBe('10');

  await page.getByRole('button', { name: 'Remove SETEX' }).click();
  await command(1).selectOption('incr');
  await page.getByText('Your own settings.').waitFor();
  await lab.openTools('Auto-pipelining');
  await page.getByLabel('Strategy of lane 3').selectOption('multi-key');
  await page.locator('.lane .alarm', { hasText: 'This strategy cannot send INCR' }).waitFor();
  await page.locator('#run-note', { hasText: '): This strategy cannot send INCR' }).waitFor();

  await lab.openMore();
  await page.getByText('Fixed rate', { exact: true }).click();
  await lab.type('Rate', '0');
  await page.locator('#field-rps-note', { hasText: 'From 1 to 10,000,000 commands/s.' }).waitFor();
  await page.getByText('Full speed', { exact: true }).click();
  expect(await page.getByRole('textbox', { name: 'Rate' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('A lane is carried out by another client library', { timeout }, async () => {
  const server = serve();
  const { page, complaints } = await open(
    soonMeasured(await server.url, 'plan=1&clients=2&warmupMs=200&durationMs=500&lane=pipeline&lane=wire'),
  );
  const lab = new LabPage(page);
  await lab.openTools('Pipeline');
  const choice = page.getByLabel('Strategy of lane 1');
  const libraries = await choice
    .locator('optgroup')
    .evaluateAll((groups) =>
      groups.map((group) => [group.getAttribute('label'), group.querySelectorAll('option').length]),
    );
  // Those that write commands one by one there are with ioredis alone, the cache with node-redis, the raw socket once.
  expect(libraries).toEqual([
    ['ioredis', 10],
    ['node-redis', 8],
    ['GLIDE', 7],
  ]);
  await choice.selectOption('pipeline@node-redis');
  expect(await lab.lane('pipeline-node-redis').getByRole('heading').first().textContent()).toBe(
    'Pipeline (node-redis)',
  );
  await expect.poll(() => page.url()).toContain('lane=pipeline&client=node-redis');
  await lab.run.click();
  await lab.reaches('completed');
  await eventually('the headline names the library', async () =>
    ((await lab.headline.textContent()) ?? '').includes('Pipeline (node-redis)'),
  );
  await page.reload();
  await lab.openTools('Pipeline (node-redis)');
  expect(await choice.inputValue()).toBe('pipeline@node-redis');
  expect(complaints).toEqual([]);
});

test('A lane measures another Redis, beside that of the others', { timeout }, async () => {
  const server = serve([], { ROUNDTRIP_TARGETS: '[{"id":"staging","label":"Staging","private":{}}]' });
  const { page, complaints } = await open(
    soonMeasured(
      await server.url,
      'plan=1&clients=2&warmupMs=200&durationMs=600&lane=pipeline&lane=pipeline',
    ),
  );
  const lab = new LabPage(page);
  await lab.openTools('Pipeline 2');
  await page.getByRole('button', { name: 'Overrides of Pipeline 2' }).click();
  const choice = page.getByRole('dialog').getByLabel('Redis', { exact: true });
  await choice.waitFor();
  expect(await choice.locator('option').allTextContents()).toEqual([
    'Shared setting',
    'Private cluster: 3 masters',
    'Staging',
  ]);
  await choice.selectOption('staging');
  await page.getByRole('button', { name: 'Done' }).click();
  const lane = lab.lane('pipeline-staging');
  expect(await lane.getByRole('heading').first().textContent()).toBe('Pipeline (staging)');
  expect(await lane.locator('[data-differences]').textContent()).toBe('staging');
  await expect.poll(() => page.url()).toContain('target=staging');
  await lab.run.click();
  await lab.reaches('completed');
  const { plan, lanes } = await page.evaluate(async () => {
    const [run] = (await (await fetch('/api/runs')).json()) as { id: string }[];
    return (await (await fetch(`/api/runs/${run?.id}`)).json()) as Pick<Result, 'plan' | 'lanes'>;
  });
  expect(plan.lanes.map(({ target }) => target)).toEqual([undefined, 'staging']);
  expect(lanes.map(({ target, countsAgree }) => [target?.id, countsAgree])).toEqual([
    ['embedded', true],
    ['staging', true],
  ]);
  expect(complaints).toEqual([]);
});

test(
  'Sliders take effect during a run, marked in all charts of everybody at every width',
  { timeout },
  async () => {
    const server = serve();
    const url = await server.url;
    const opened: OpenedPage[] = [];
    for (const width of widths)
      opened.push(
        await open(opened.length === 0 ? soonMeasured(url) : url, { viewport: { width, height: 900 } }),
      );
    const labs = opened.map(({ page }) => new LabPage(page));
    const [lab, narrower, phone] = labs;
    if (!lab || !narrower || !phone) throw new Error('a page was not opened');
    const { page } = lab;
    await lab.removeLane('Auto-pipelining');
    await lab.openTools('Pipeline');
    await page.getByRole('button', { name: 'Overrides of Pipeline' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Batch size' }).fill('64');
    await page.getByRole('button', { name: 'Done' }).click();
    await lab.type('Duration', '600');
    await lab.type('Round trip', '0');
    await lab.openMore();
    // A field in use lies over what is below it.
    await page.locator('h1').click();
    await page.getByLabel('Let the network change during a run').check();
    await lab.run.click();
    await page.locator('.lane[data-status=measuring]').first().waitFor({ timeout: withinMs });

    for (const one of labs) await one.openTab('Over time');
    await lab.type('Clients', '5');
    await page
      .locator('figure[data-chart=throughput][data-marks="5 clients"]')
      .waitFor({ timeout: withinMs });
    await narrower.type('Batch size', '32');
    await phone.type('Round trip', '2');
    for (const one of labs)
      for (const id of charts) {
        const { page } = one;
        await one.openTab(id === 'latency' ? 'Latency' : 'Over time');
        await eventually(
          `the marks stand in the chart of ${id}`,
          async () =>
            /5 clients; .*(batch 32.*2 ms round trip|2 ms round trip.*batch 32)/.test(
              (await one.chart(id).getAttribute('data-marks')) ?? '',
            ),
          withinMs,
        );
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0);
      }
    expect(await page.getByRole('textbox', { name: 'Threads', exact: true }).isDisabled()).toBe(true);
    expect(await page.locator('#field-threads-note').textContent()).toContain('Fixed during a run');
    // What was set for one lane alone stays.
    await lab.openTools('Pipeline');
    const batch = lab.lane('pipeline').locator('[data-fact="per-write"] dd');
    expect(await batch.textContent()).toBe('64.0');
    await lab.stop.click();
    await lab.reaches('stopped');

    for (const one of labs) {
      await one.reaches('stopped');
      await one.openTab('Latency');
      const [type, least, most] = ((await one.chart('latency').getAttribute('data-axis')) ?? '').split(' ');
      expect(type).toBe('logarithmic');
      expect(Number(most) / Number(least)).toBeGreaterThanOrEqual(10);
      expect(await one.chart('latency').locator('.empty').count()).toBe(0);
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save Latency as PNG picture' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^roundtrip-.+-latency\.png$/);
    expect((await downloaded(download)).subarray(1, 4).toString()).toBe('PNG');
    await lab.openTab('Over time');
    await page.getByLabel('Further figure').selectOption('serverCpu');
    await page.getByText('the server’s CPU time is partly the proxy’s doing').waitFor();
    await page.getByLabel('Further figure').selectOption('clientCpu');
    expect(await lab.chart('further').locator('.empty').count()).toBe(0);
    expect(opened.flatMap(({ complaints }) => complaints)).toEqual([]);
  },
);

test('Six lanes fit at every width while they run, and no figure is cut off', { timeout }, async () => {
  const server = serve();
  const { page, complaints } = await open(soonMeasured(await server.url));
  const lab = new LabPage(page);
  for (let lanes = 3; lanes < 6; lanes++) await lab.addLane();
  await lab.type('Duration', '600');
  await lab.run.click();
  for (const lane of ['one-by-one', 'auto-pipeline', 'pipeline'])
    await eventually(`${lane} has sent`, async () => (await lab.points(lane)) > 0, withinMs);
  await eventually(
    'all lanes have sent',
    async () => (await page.locator('.lane [data-throughput=""]').count()) === 0,
    withinMs,
  );
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // The charts follow a moment after the window.
    await eventually(`nothing reaches beyond ${width} pixels`, async () => (await lab.overflow()) <= 0);
    const cut = page.locator('.lane :is(.ratio > :not(.visually-hidden), .rate, h2)').evaluateAll((parts) =>
      parts
        .filter((part) => {
          const lane = part.closest('.lane')?.getBoundingClientRect();
          const range = document.createRange();
          range.selectNodeContents(part);
          return lane && range.getBoundingClientRect().right > lane.right;
        })
        .map((part) => part.textContent),
    );
    expect(await cut).toEqual([]);
  }
  // A phone whose reader has doubled the type.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await eventually('nothing reaches beyond a phone at 200 %', async () => (await lab.overflow()) <= 0);
  await page.evaluate(() => document.documentElement.removeAttribute('style'));
  // A phone held across: figures of lanes between the bar with Stop and the end of the window.
  await page.setViewportSize({ width: 844, height: 390 });
  const bar = page.locator('main > .start');
  const rate = page.locator('.lane .rate').first();
  await eventually('a figure is in sight', async () => {
    const [above, below] = [await bar.boundingBox(), await rate.boundingBox()];
    if (above === null || below === null) return false;
    return above.y + above.height <= below.y && below.y + below.height <= 390;
  });
  await lab.stop.click();
  await lab.reaches('stopped');
  expect(complaints).toEqual([]);
});
