import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { LabPage } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';

const open = useBrowser();
const serve = usePageServer();

test('Until Run can be pressed, at most 110 kB come over the wire', async () => {
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
  let bytes = 0;
  const encodings: Record<string, string | undefined> = {};
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  session.on('Network.responseReceived', ({ response }) => {
    const [, name] = /assets\/(\w+)-.*\.js$/.exec(response.url) ?? [];
    if (name) encodings[name] = response.headers['content-encoding'];
  });
  await page.goto(url, { waitUntil: 'commit' });
  await new LabPage(page).run.and(page.locator(':enabled')).waitFor();
  expect(encodings).toMatchObject({ page: 'br', words: 'br' });
  expect(bytes).toBeLessThanOrEqual(110_000);
  expect(complaints).toEqual([]);
});
