import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';

export interface OpenedPage {
  page: Page;
  /** Errors and warnings in the console, and exceptions that nobody caught. */
  complaints: string[];
}

/**
 * Pages in the one real Chromium of one-browser.ts, each in a profile of its own, closed with its test. Nothing moves
 * for show unless a test asks for it: animations would take most of the processor.
 */
export function useBrowser(): (url: string, options?: BrowserContextOptions) => Promise<OpenedPage> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserEndpoint'));
  });
  afterAll(async () => {
    await browser?.close();
  });
  return async (url, options = {}) => {
    if (!browser) throw new Error('the browser is not there before the tests begin');
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    onTestFinished(() => context.close());
    await context.addInitScript(recordCopies);
    // A machine that is busy with several of them takes its time.
    context.setDefaultTimeout(90_000);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(url);
    await page.locator('[data-connection=connected]').waitFor();
    // Settings that are still to come from the address are there: before, nothing can be changed.
    await page.locator('main:not([inert])').waitFor();
    return { page, complaints };
  };
}

/** All pages share one clipboard; each remembers what it puts there itself. */
function recordCopies(): void {
  // Absent where the address is not a secure one.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return;
  const write = clipboard.writeText.bind(clipboard);
  clipboard.writeText = (text) => {
    document.documentElement.dataset.copied = text;
    return write(text);
  };
}

/** What the page last put into the clipboard; empty before. */
export const copiedText = async (page: Page): Promise<string> =>
  (await page.locator('html').getAttribute('data-copied')) ?? '';
