import { chromium } from 'playwright-core';
import { chromiumPath } from './chromium.ts';
import type { FromViewers, ToViewers } from './viewer-messages.ts';

/** The real page in Chromium, opened and left as it is told. */
const [url = ''] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });

const post = (message: FromViewers) => process.send?.(message);
process.on('message', ({ type }: ToViewers) => {
  if (type === 'watch') void page.goto(url);
  else if (type === 'leave') void page.goto('about:blank');
  else post({ type: 'report', cpuMs: 0, viewers: [] });
});
process.on('disconnect', () => void browser.close());
post({ type: 'ready' });
