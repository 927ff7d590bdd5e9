import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { findProgram } from '../../server/setup/programs.mjs';

/** Nothing but the page: no sandbox (tests also run as root in containers), no services of the browser's own. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findProgram('chromium') ?? 'chromium',
    args: flags,
    headless: true,
  });

export interface OpenedPage {
  page: Page;
  /** Errors and warnings in the console, and exceptions that nobody caught. */
  complaints: string[];
}

/** One real Chromium for all tests of a file; each page in a profile of its own, closed with its test. */
export function useBrowser(): (url: string, options?: BrowserContextOptions) => Promise<OpenedPage> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });
  return async (url, options = {}) => {
    if (!browser) throw new Error('the browser is not there before the tests begin');
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(url);
    await page.locator('[data-connection=connected]').waitFor();
    return { page, complaints };
  };
}
