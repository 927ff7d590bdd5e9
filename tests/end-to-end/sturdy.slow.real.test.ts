import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LabPage, soonMeasured, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';
import { startBuilt } from '../support/start-built.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const open = useBrowser();
const serve = usePageServer();

/** Longer than both sides need to notice that nobody answers: 5 s to the next heartbeat, 5 s for its answer. */
const asleepMs = 13_000;
/** Shorter by far than the heartbeat allows, so that a busy machine may add to it. */
const heldUpMs = 2000;

/** Starts a run as anybody may over HTTP, with no page in it. */
async function startByApi(url: string, plan: object): Promise<void> {
  const answer = await fetch(new URL('/api/runs', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(plan),
  });
  expect(answer.status).toBe(201);
}

const threeLanes = {
  lanes: [{ strategy: 'one-by-one' }, { strategy: 'auto-pipeline' }, { strategy: 'pipeline' }],
  workload: { warmupMs: 500, durationMs: 2500, clients: 4, keyspace: 100 },
  network: { rttMs: 10 },
  schedule: { sliceMs: 250, settleMs: 0 },
};

const backAgain = (page: Page) => page.getByRole('status').getByText('Connected again.');
const connectionLost = (page: Page) => page.getByText('Connection lost – reconnecting…');
/**
 * The process that draws this page, which can be stopped and started: as with a laptop that sleeps, or a tab in the
 * background that is given no time. Headless Chromium itself neither hides nor freezes tabs. It is the one without
 * which the page no longer answers.
 */
async function processOf(page: Page): Promise<{ stop: () => void; goOn: () => void }> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (!session) throw new Error('the page has no browser');
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  for (const { id } of processInfo.filter(({ type }) => type === 'renderer')) {
    const [stop, goOn] = [() => process.kill(id, 'SIGSTOP'), () => process.kill(id, 'SIGCONT')];
    stop();
    const answer = page.title().then(() => true);
    const answers = await Promise.race([answer, sleep(1500, false)]);
    goOn();
    await answer;
    if (!answers) return { stop, goOn };
  }
  throw new Error('the browser has no such process');
}

/** Has the page note the longest time in which nothing of it ran, for `still` to read. */
const noteStillness = (page: Page) =>
  page.evaluate(() => {
    let last = performance.now();
    setInterval(() => {
      const { dataset } = document.documentElement;
      dataset['still'] = String(Math.max(Number(dataset['still'] ?? 0), performance.now() - last));
      last = performance.now();
    }, 100);
  });

/** The longest time in which nothing of the page ran, ms. */
const still = async (page: Page) => Number(await page.locator('html').getAttribute('data-still'));

/** What is drawn in the first chart, pixel by pixel. */
const drawn = (page: Page) =>
  page.locator('figure[data-chart=throughput] canvas').evaluate((canvas: HTMLCanvasElement) => ({
    shape: [canvas.closest('figure')?.dataset['axis'], canvas.width, canvas.height].join(' '),
    picture: canvas.toDataURL(),
  }));

test(
  'A run started elsewhere shows; a tab that slept through its end shows all of it, as does one that was held up',
  { timeout: 3 * withinMs },
  async () => {
    const server = serve();
    const url = await server.url;
    const [asleep, heldUp] = [await open(url), await open(url)];
    const [sleeping, held] = [await processOf(asleep.page), await processOf(heldUp.page)];
    for (const { page } of [asleep, heldUp]) await noteStillness(page);
    const [sleeper, late] = [new LabPage(asleep.page), new LabPage(heldUp.page)];
    for (const one of [sleeper, late]) await one.openTab('Over time');
    await startByApi(url, threeLanes);
    await sleeper.reaches('running');
    await late.reaches('running');
    await eventually('a line has begun', async () => (await late.points('one-by-one')) > 0, withinMs);

    try {
      sleeping.stop();
      held.stop();
      await sleep(heldUpMs);
      held.goOn();
      await sleep(asleepMs - heldUpMs);
    } finally {
      held.goOn();
      sleeping.goOn();
    }
    await backAgain(asleep.page).waitFor();
    await sleeper.reaches('completed');
    await late.reaches('completed');
    expect(await still(asleep.page)).toBeGreaterThan(asleepMs - 1000);
    expect(await still(heldUp.page)).toBeGreaterThan(heldUpMs - 1000);
    // Its connection was there all the time, so there is nothing to say.
    expect(await backAgain(heldUp.page).count()).toBe(0);

    const fresh = await open(url);
    const seen = new LabPage(fresh.page);
    await seen.openTab('Over time');
    await seen.reaches('completed');
    for (const { page } of [asleep, heldUp]) {
      const lab = new LabPage(page);
      for (const lane of ['one-by-one', 'auto-pipeline', 'pipeline']) {
        expect(await lab.points(lane)).toBeGreaterThan(10);
        expect(await lab.points(lane)).toBe(await seen.points(lane));
      }
      expect(await lab.headline.textContent()).toBe(await seen.headline.textContent());
      const now = await drawn(fresh.page);
      await expect.poll(async () => (await drawn(page)).shape, { timeout: withinMs }).toBe(now.shape);
      await eventually(
        'its chart is that of a page opened now',
        async () => (await drawn(page)).picture === now.picture,
      );
    }
    expect((await drawn(fresh.page)).picture.length).toBeGreaterThan(5000);
    expect([...asleep.complaints, ...heldUp.complaints, ...fresh.complaints]).toEqual([]);
  },
);

test(
  'A room that could not be loaded is there, whole, once the network is back',
  { timeout: 2 * withinMs },
  async () => {
    const server = serve(['--history', join(temporaryFolder(), 'history.db')]);
    const { page } = await open(await server.url);
    await page.context().setOffline(true);
    await connectionLost(page).waitFor({ timeout: withinMs });
    await page.getByRole('link', { name: 'Runs' }).click();
    await page.getByText('This part of the page could not be loaded').waitFor();
    await page.context().setOffline(false);
    const title = (one: Page) => one.getByRole('heading', { level: 1, name: 'Run history' });
    await title(page).waitFor({ timeout: withinMs });
    expect(await page.getByText('This part of the page could not be loaded').count()).toBe(0);
    // With its styles.
    const whole = await open(page.url());
    await title(whole.page).waitFor();
    expect(await title(page).boundingBox()).toEqual(await title(whole.page).boundingBox());
  },
);

test(
  'A network that goes and a server that falls silent are noticed, and afterwards the page is true again',
  { timeout: 3 * withinMs },
  async () => {
    const server = startBuilt(['--port', '0']);
    const url = await server.url;
    const { page } = await open(url);
    const lab = new LabPage(page);
    await startByApi(url, { ...threeLanes, lanes: threeLanes.lanes.slice(0, 2) });
    await lab.reaches('running');
    await eventually('a line has begun', async () => (await lab.points('one-by-one')) > 0, withinMs);
    await page.context().setOffline(true);
    await connectionLost(page).waitFor();
    const clock = page.locator('[role=progressbar]');
    const stoodAt = await clock.textContent();
    await sleep(1_500);
    expect(await clock.textContent()).toBe(stoodAt);
    await page.context().setOffline(false);
    await backAgain(page).waitFor();
    expect(await connectionLost(page).count()).toBe(0);

    // Its sockets stay open, and nothing comes any more.
    const silentFrom = performance.now();
    server.child.kill('SIGSTOP');
    try {
      await connectionLost(page).waitFor({ timeout: withinMs });
      expect(await page.locator('[data-action]').getAttribute('aria-disabled')).toBe('true');
    } finally {
      server.child.kill('SIGCONT');
    }
    expect(performance.now() - silentFrom).toBeGreaterThan(1000);
    await backAgain(page).waitFor({ timeout: withinMs });
    await lab.reaches('completed');
    expect(await lab.run.getAttribute('aria-disabled')).toBe('false');
  },
);

test(
  'A Redis that dies in the middle of a run is told on the page and in the terminal, and the next run has another',
  { timeout: 3 * withinMs },
  async () => {
    const server = startBuilt(['--port', '0']);
    const { page, complaints } = await open(soonMeasured(await server.url));
    const lab = new LabPage(page);
    await startByApi(await server.url, {
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
      workload: { ...threeLanes.workload, durationMs: 30_000 },
      schedule: threeLanes.schedule,
    });
    await lab.reaches('running');
    await eventually('a line has begun', async () => (await lab.points('one-by-one')) > 0, withinMs);
    const [folder = ''] = readdirSync(server.folder);
    process.kill(Number(readFileSync(join(server.folder, folder, 'redis.pid'), 'utf8')), 'SIGKILL');

    await lab.reaches('failed');
    expect(await lab.headline.textContent()).toBe('The run failed');
    await page
      .getByText(/^One by one, Pipeline failed: The connection to 127\.0\.0\.1:\d+ was lost/)
      .first()
      .waitFor();
    for (const id of ['one-by-one', 'pipeline'])
      expect(await lab.lane(id).getAttribute('data-status')).toBe('failed');
    expect(server.stderr()).toMatch(
      /Private redis-server [\d.]+ has ended \(killed by SIGKILL\)\. It is started again for the next run\./,
    );

    await lab.type('Duration', '1');
    await lab.run.click();
    await lab.reaches('running');
    await lab.reaches('completed');
    expect(await lab.ratio('pipeline')).toBeGreaterThan(0);
    // The doubt stands first, or in the list that opens below.
    await page.locator('.doubt > summary').click();
    await page
      .locator('.doubt > summary, .doubt li')
      .filter({ hasText: 'it was started again for this run' })
      .waitFor();
    expect(complaints).toEqual([]);
  },
);
