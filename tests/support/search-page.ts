import type { Page } from 'playwright-core';
import { withinMs } from './lab-page.ts';
import { script } from './scripted/script.ts';

/** The room in which the batch size is searched for, as its reader knows it. */
export class SearchPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get start() {
    return this.page.getByRole('button', { name: 'Search', exact: true });
  }

  get stop() {
    return this.page.getByRole('button', { name: 'Stop', exact: true });
  }

  async enter(): Promise<void> {
    await this.page.getByRole('link', { name: 'Batch size' }).click();
    await this.page.locator('main[data-view=search]').waitFor();
  }

  /** As small a search as there is: one way of batching, three batch sizes. */
  async shorten(): Promise<void> {
    for (const way of ['Auto-pipelining', 'MSET / MGET'])
      await this.page.getByRole('checkbox', { name: way }).uncheck();
    await this.page.getByRole('textbox', { name: 'Largest batch' }).fill('8');
    await this.page.locator('fieldset:has(legend:text("Time to spend")) label').first().click();
  }

  /** Points in the chart. */
  async points(): Promise<number> {
    return Number(await this.page.locator('figure[data-points]').getAttribute('data-points'));
  }

  async state(): Promise<string | null> {
    return this.page.locator('main').getAttribute('data-search');
  }

  async reaches(state: 'none' | 'running' | 'completed' | 'stopped' | 'failed'): Promise<void> {
    const reached = () => this.page.locator(`main[data-search=${state}]`).waitFor({ timeout: withinMs });
    await (state === 'completed' ? script.fly(reached) : reached());
  }

  overflow(): Promise<number> {
    return this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  }
}
