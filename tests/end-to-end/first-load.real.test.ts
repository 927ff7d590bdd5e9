import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { usePageServer } from '../support/page-server.ts';

const open = useBrowser();
const serve = usePageServer();

test('Until Run can be pressed, at most 120 kB come over the wire', async () => {
  const server = serve();
  const url = await server.url;
  const { page, complaints } = await open(url);
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  // A slow line, on which what can wait does wait.
  const line = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000, offline: false };
  await session.send('Network.emulateNetworkConditions', line);
  // Counted in the page, at the frame in which Run can be pressed: what comes after it is not waited for.
  await page.addInitScript(() => {
    const look = () => {
      const run = document.querySelector<HTMLButtonElement>('main:not([inert]) > .start button');
      if (!run || run.disabled || run.getAttribute('aria-disabled') === 'true') {
        requestAnimationFrame(look);
        return;
      }
      const loaded = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ] as PerformanceResourceTiming[];
      const bytes = loaded.reduce((sum, { transferSize }) => sum + transferSize, 0);
      document.documentElement.dataset['loadedBytes'] = String(bytes);
    };
    requestAnimationFrame(look);
  });
  const encodings: Record<string, string | undefined> = {};
  session.on('Network.responseReceived', ({ response }) => {
    const [, name] = /assets\/(\w+)-.*\.js$/.exec(response.url) ?? [];
    if (name) encodings[name] = response.headers['content-encoding'];
  });
  await page.goto(url, { waitUntil: 'commit' });
  const loaded = page.locator('html[data-loaded-bytes]');
  await loaded.waitFor();
  const bytes = Number(await loaded.getAttribute('data-loaded-bytes'));
  // The masthead is there before the script of the page.
  const [painted, scripted] = await page.evaluate(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const script = resources.find(({ name }) => /\/page-[^/]*\.js$/.test(name));
    return [performance.getEntriesByName('first-contentful-paint')[0]?.startTime, script?.responseEnd];
  });
  expect(painted).toBeLessThan(scripted ?? 0);
  expect(encodings).toMatchObject({ page: 'br', words: 'br' });
  expect(bytes).toBeGreaterThan(60_000);
  expect(bytes).toBeLessThanOrEqual(120_000);
  expect(complaints).toEqual([]);
});
