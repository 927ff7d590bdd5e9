import { chromium, type BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findProgram } from '../../server/setup/programs.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    browserEndpoint: string;
  }
}

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

/** Of all projects that have pages. */
interface Shared {
  browser?: Promise<BrowserServer>;
  users: number;
}
const shared: Shared = ((globalThis as { oneBrowser?: Shared }).oneBrowser ??= { users: 0 });

/** One Chromium for all tests in the browser: each page has a profile of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.users++;
  shared.browser ??= chromium.launchServer({
    executablePath: findProgram('chromium') ?? 'chromium',
    args: flags,
    headless: true,
  });
  const browser = await shared.browser;
  project.provide('browserEndpoint', browser.wsEndpoint());
  return async () => {
    if (--shared.users === 0) await browser.close();
  };
}
