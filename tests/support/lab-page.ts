import type { Page } from 'playwright-core';
import { script } from './scripted/script.ts';

/** On machines that may be busy. */
export const withinMs = 150_000;

/** Little load that the command line can be told as well. */
export const littleLoad =
  'plan=1&clients=2&warmupMs=200&network.rttMs=30&lane=one-by-one&lane=auto-pipeline&lane=pipeline';

/**
 * The lab with its usual lanes, little warm-up and little load: for tests in which no figure is judged. What is in
 * the address already, as a token, stays.
 */
export function soonMeasured(address: string, plan = `schedule.settleMs=0&${littleLoad}`): string {
  const url = new URL(address);
  url.hash = [url.hash.slice(1), plan].filter((part) => part !== '').join('&');
  return url.href;
}

/** The page as its reader knows it: what can be pressed, typed and read. */
export class LabPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get run() {
    return this.page.getByRole('button', { name: 'Run', exact: true });
  }

  get stop() {
    return this.page.getByRole('button', { name: 'Stop', exact: true });
  }

  get headline() {
    return this.page.getByRole('heading', { level: 1 });
  }

  lane(id: string) {
    return this.page.locator(`.lane[data-lane="${id}"]`);
  }

  chart(id: 'throughput' | 'latency' | 'further') {
    return this.page.locator(`figure[data-chart=${id}]`);
  }

  /** What is rarely changed, of the settings. */
  async openMore(): Promise<void> {
    const settings = this.page.getByRole('button', { name: 'Settings', exact: true });
    if ((await settings.isVisible()) && (await settings.getAttribute('aria-expanded')) === 'false')
      await settings.click();
    const more = this.page.getByRole('button', { name: 'More', exact: true });
    await more.waitFor();
    if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
    await this.page.getByRole('button', { name: 'Copy link' }).waitFor();
  }

  /** Fills in a setting, wherever it is. */
  async type(field: string, value: string): Promise<void> {
    const box = this.page.getByRole('textbox', { name: field, exact: true });
    if (!(await box.isVisible())) await this.openMore();
    await box.fill(value);
  }

  async openTab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name, exact: true }).click();
  }

  /** The tools of a lane. */
  async openTools(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `Tools of ${name}`, exact: true }).press('Enter');
    await this.page.getByRole('button', { name: `Code of ${name}`, exact: true }).waitFor();
  }

  /** What is known of a lane, beside its tools. */
  async openFacts(id: string): Promise<void> {
    const tools = this.lane(id).locator('.tools');
    if ((await tools.getAttribute('aria-expanded')) === 'false') await tools.press('Enter');
    await this.lane(id).locator('[data-fact]').first().waitFor();
  }

  async addLane(): Promise<void> {
    await this.openMore();
    await this.page.getByRole('button', { name: 'Add lane' }).click();
  }

  async removeLane(name: string): Promise<void> {
    await this.openTools(name);
    await this.page.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
  }

  /** Moments of a lane that were measured. */
  async points(lane: string): Promise<number> {
    return Number(await this.lane(lane).getAttribute('data-points'));
  }

  /** The ratio against the baseline as it stands; NaN: none yet. */
  async ratio(lane: string): Promise<number> {
    return parseFloat((await this.lane(lane).locator('[data-ratio]').getAttribute('data-ratio')) ?? '');
  }

  /** Waits until the run on screen is in this state. The time of scripted lanes flies until it is completed. */
  async reaches(state: 'running' | 'completed' | 'stopped' | 'failed' | 'lost'): Promise<void> {
    const reached = () => this.page.locator(`main[data-run="${state}"]`).waitFor({ timeout: withinMs });
    try {
      await (state === 'completed' ? script.fly(reached) : reached());
    } catch (error) {
      const is = await this.page.locator('main').getAttribute('data-run');
      const said = await this.page.locator('main > .start').innerText();
      throw new Error(`the run is ${is}, not ${state}; beside Run the page says: ${said}`, { cause: error });
    }
  }

  /** How far the page reaches beyond its window, in pixels. */
  overflow(): Promise<number> {
    return this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  }
}
