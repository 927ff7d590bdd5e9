import { chromium } from 'playwright-core';
import { chromiumPath } from '../bench/page/chromium.ts';

/** The page in a real Chromium, as a viewer has it open for hours. */
export interface WatchedPage {
  /** JavaScript heap in use after a garbage collection, MB. */
  heapMb: () => Promise<number>;
  /** Errors in its console, and exceptions that nobody caught. */
  complaints: string[];
  close: () => Promise<void>;
}

/** Opens it, so that animations take no processor time. Rejects where there is no Chromium. */
export async function watchPage(url: string): Promise<WatchedPage> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
  });
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  await page.locator('[data-connection=connected]').waitFor();
  const session = await page.context().newCDPSession(page);
  return {
    complaints,
    async heapMb() {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return usedSize / 1_048_576;
    },
    close: () => browser.close(),
  };
}
