import { chromium } from 'playwright-core';

/** The real page in Chromium, opened and left as it is told. */
const [url = ''] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env['ROUNDTRIP_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });

process.on('message', (word) => {
  if (word === 'watch') void page.goto(url);
  else if (word === 'leave') void page.goto('about:blank');
  else process.send?.('');
});
process.on('disconnect', () => void browser.close());
process.send?.('ready');
