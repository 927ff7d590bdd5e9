import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { roomPaths } from '../../shared/contract/enums.ts';
import type { HistoryPage } from '../../shared/contract/history.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { keepEachKind } from '../support/kept-in-each-kind.ts';
import { LabPage, withinMs } from '../support/lab-page.ts';
import { drawnOf } from '../support/matrix.ts';
import { usePageServer } from '../support/page-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
useScript(1);
const serve = usePageServer();

/** Run by the debugger's way into the page: the page's policy lets no script in by a tag. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const colours = ['color-contrast', 'link-in-text-block'];
const everything = { type: 'tag', values: rules };

interface Look {
  theme: 'light' | 'dark';
  width: number;
  runOnly: { type: string; values: readonly string[] };
  /** Rules that a look before it has applied to the same colours: they take most of the time. */
  leftOut?: readonly string[];
}
/** Colours need both themes, sizes each width; every pair of them would say nothing more. */
const all: readonly Look[] = [
  { theme: 'light', width: 1440, runOnly: everything },
  { theme: 'dark', width: 1024, runOnly: { type: 'rule', values: [...colours, 'target-size'] } },
  { theme: 'light', width: 390, runOnly: everything, leftOut: colours },
];
/** Presenting changes sizes alone. */
const presented: readonly Look[] = [{ theme: 'dark', width: 1024, runOnly: everything }];

/** What axe has to say against a page as it stands, state by state. */
class Inspection {
  readonly looked: string[] = [];
  readonly applied = new Set<string>();
  readonly against: Record<string, string[]> = {};
  readonly #page: Page;
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.#page = page;
    this.#url = url;
  }

  async goTo(path: string): Promise<void> {
    await this.#page.setViewportSize({ width: 1440, height: 900 });
    await this.#page.goto(new URL(path, this.#url).href);
    await this.#page.locator('[data-connection=connected]').waitFor();
    await this.#page.getByRole('heading', { level: 1 }).waitFor();
  }

  async rooms(paths: readonly string[], state: string, looks: readonly Look[]): Promise<void> {
    for (const path of paths) {
      await this.goTo(path);
      await this.look(`${path} ${state}`, looks);
    }
  }

  /** A state has one of these looks, which is drawn; every night it has all of them. */
  async look(name: string, looks: readonly Look[]): Promise<void> {
    this.looked.push(name);
    for (const look of drawnOf(name, looks, 1)) {
      const { theme, width } = look;
      await this.#page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await this.#page.setViewportSize({ width, height: 900 });
      await this.#settles();
      // What comes into the window is loaded, and makes the page longer.
      for (let height = 0; height !== (await this.#height());) {
        height = await this.#height();
        await this.#page.setViewportSize({ width, height });
        await this.#settles();
      }
      const found = await this.#violations(look);
      if (found.length > 0) this.against[`${name}, ${theme}, ${width} pixels wide`] = found;
    }
  }

  /** What follows the window, such as a table that has to scroll now, does so a frame later. */
  async #settles(): Promise<void> {
    await this.#page.evaluate(
      () => new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(settled))),
    );
  }

  /** Of the whole page, in pixels: in a window of that height no bar at its edge lies over what can be scrolled. */
  #height(): Promise<number> {
    return this.#page.evaluate(() => Math.max(900, document.documentElement.scrollHeight));
  }

  /** Rule, element and reason. */
  async #violations({ runOnly, leftOut = [] }: Look): Promise<string[]> {
    if (!(await this.#page.evaluate(() => 'axe' in globalThis))) await this.#page.evaluate(axe);
    const options = JSON.stringify({
      runOnly,
      rules: Object.fromEntries(leftOut.map((id) => [id, { enabled: false }])),
      resultTypes: ['violations'],
    });
    const { passes, violations } = await this.#page.evaluate<AxeResults>(`axe.run(document, ${options})`);
    for (const { id } of [...passes, ...violations]) this.applied.add(id);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  }
}

const rooms = [...Object.values(roomPaths), '/lessons/rtt'];

const shortPlan = (pipeline: number) => ({
  lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
  workload: { durationMs: 300, warmupMs: 0, pipeline },
  schedule: { sliceMs: 100, settleMs: 0 },
});

/** Carries these runs out, one after the other, and tells the ids by which they are kept, the newest first. */
async function keepRuns(url: string, plans: readonly object[]): Promise<string[]> {
  const kept = async () =>
    (await (await fetch(new URL('/api/history', url))).json()) as Pick<HistoryPage, 'entries'>;
  for (const plan of plans) {
    const before = (await kept()).entries.length;
    const answer = await fetch(new URL('/api/runs', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(plan),
    });
    expect(answer.status).toBe(201);
    await eventually('the run is kept', async () => (await kept()).entries.length > before, withinMs);
  }
  return (await kept()).entries.map(({ id }) => id);
}

test(
  'axe finds nothing in any room, before, during and after a run, nor in what was kept of it',
  { timeout: 4 * withinMs },
  async () => {
    const history = join(temporaryFolder(), 'history.db');
    const { ids } = await keepEachKind(history);
    const server = serve(['--history', history], { ROUNDTRIP_ALLOWED_HOSTS: 'box.example' });
    const url = await server.url;
    const { page } = await open(url);
    const lab = new LabPage(page);
    const inspection = new Inspection(page, url);
    const presenterMode = async (on: boolean) => {
      await page.keyboard.press('Shift+P');
      await page.locator(':root[data-presenting]').waitFor({ state: on ? 'attached' : 'detached' });
    };

    await inspection.rooms(rooms, 'idle', all);
    await inspection.goTo('/lessons/rtt');
    await page.locator('[data-part=guess]').click();
    await inspection.look('a guess', all);
    await presenterMode(true);
    await inspection.rooms(rooms, 'while presenting', presented);
    for (const [key, shown] of [
      ['j', 'dialog img'],
      ['?', 'dialog kbd'],
    ] as const) {
      await page.keyboard.press(key);
      await page.locator(shown).first().waitFor();
      await inspection.look(`after ${key}`, all);
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
    }
    await presenterMode(false);

    // A lesson and a search as they end, with every part that they can have, measured by nobody.
    for (const kind of ['lesson-', 'search-']) {
      const id = ids.find((one) => one.startsWith(kind)) ?? '';
      await inspection.goTo(`/runs/${id}`);
      await page.locator('article').waitFor();
      await inspection.look(`${id} that was kept`, all);
    }

    const [last, first] = await keepRuns(url, [shortPlan(16), shortPlan(64)]);
    await inspection.goTo('/');
    await lab.reaches('completed');
    await lab.openMore();
    await page.getByText('Copy as command').click();
    await page.locator('[data-line]').first().waitFor();
    await inspection.look('a finished run with all settings', all);
    for (const tab of ['Over time', 'Latency', 'Data', 'Code']) {
      await lab.openTab(tab);
      await page.getByRole('tabpanel').first().locator('section').first().waitFor();
      await inspection.look(`a finished run, ${tab}`, all);
    }
    await lab.openTools('Pipeline');
    await inspection.look('the tools of a lane', all);
    await inspection.goTo('/runs');
    await page.getByRole('checkbox').nth(1).check();
    await inspection.look('the list of runs with one chosen', all);
    await inspection.goTo(`/runs/${last ?? ''}`);
    await page.locator('article[data-run]').waitFor();
    await inspection.look('an opened run', all);
    await inspection.goTo(`/runs/compare?ids=${first ?? ''},${last ?? ''}`);
    await page.locator('tr[data-lane] [data-ratio]').first().waitFor();
    await inspection.look('a comparison', all);

    await inspection.goTo('/');
    await lab.type('Duration', '600');
    await lab.run.click();
    await lab.reaches('running');
    onTestFinished(() =>
      fetch(new URL('/api/runs/current', url), { method: 'DELETE' }).then(() => undefined),
    );
    await page.locator('.lane[data-status=measuring]').first().waitFor();
    await inspection.look('a run', all);
    await presenterMode(true);
    await inspection.look('a run while it is presented', presented);

    expect(inspection.against).toEqual({});
    expect([...inspection.applied]).toEqual(expect.arrayContaining(['color-contrast', 'target-size']));
    for (const state of ['idle', 'while presenting'])
      expect(inspection.looked).toEqual(expect.arrayContaining(rooms.map((path) => `${path} ${state}`)));
  },
);

/** A desk at twice its size is as wide as this. */
const twice: readonly Look[] = [{ theme: 'light', width: 720, runOnly: everything, leftOut: colours }];

test.each(drawnOf('languages at 200 %', ['en', 'ru', 'zh'], 1))(
  'axe finds nothing at 200 % in any room nor in a finished run: %s',
  { timeout: 2 * withinMs },
  async (locale) => {
    const url = await serve(['--history', join(temporaryFolder(), 'history.db')]).url;
    const { page } = await open(url, { locale });
    const inspection = new Inspection(page, url);
    await keepRuns(url, [shortPlan(16)]);
    await inspection.rooms(rooms, 'at 200 %', twice);
    await inspection.goTo('/');
    await new LabPage(page).reaches('completed');
    for (const tab of ['time', 'latency', 'distances', 'code', 'data']) {
      await page.locator(`[data-tab=${tab}]`).click();
      await page.getByRole('tabpanel').locator('section').first().waitFor();
      await inspection.look(`a finished run, ${tab}`, twice);
    }
    expect(await page.locator('html').getAttribute('lang')).toContain(locale);
    expect(inspection.against).toEqual({});
    expect([...inspection.applied]).toContain('html-has-lang');
  },
);

/** Of the element in focus, as it looks: its ring, or that of the control around it, and what the ring lies on. */
interface Stop {
  name: string;
  ring: { width: number; style: string; colour: string; ground: string } | null;
  /** How far the ring of a slider reaches over the text below it, pixels. */
  over: number;
}

const stopHere = (): Stop | null => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  // One that is not seen is a part of what is.
  const seen = element.getBoundingClientRect().width > 1 ? element : element.closest('label');
  const ringed = seen && getComputedStyle(seen).outlineStyle !== 'none' ? seen : null;
  const colourBehind = (start: Element | null): string => {
    for (let one = start; one; one = one.parentElement) {
      const { backgroundColor } = getComputedStyle(one);
      if (!/transparent|, 0\)$/.test(backgroundColor)) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  const style = ringed && getComputedStyle(ringed);
  const reach = style ? parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset) : 0;
  const below = element.matches('input[type=range]') ? element.nextElementSibling : null;
  return {
    name: `${element.localName} ${element.getAttribute('aria-label') ?? element.textContent.trim()}`,
    ring: style
      ? {
          ...{ width: parseFloat(style.outlineWidth), style: style.outlineStyle, colour: style.outlineColor },
          ground: colourBehind(parseFloat(style.outlineOffset) < 0 ? ringed : ringed.parentElement),
        }
      : null,
    over: below ? element.getBoundingClientRect().bottom + reach - below.getBoundingClientRect().top : 0,
  };
};

/** As WCAG 2.2 defines it, of colours as `rgb(1, 2, 3)`. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((channel) => {
      const share = Number(channel) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test.each(drawnOf('themes of rings', ['light', 'dark'] as const, 1))(
  'Every stop of the keyboard has a ring that is seen, and over no text: %s',
  { timeout: withinMs },
  async (colorScheme) => {
    const { page } = await open(await serve().url);
    await page.emulateMedia({ colorScheme });
    await new LabPage(page).run.waitFor();
    const stops: Stop[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(stopHere);
      if (stop === null || stops.length > 150) break;
      stops.push(stop);
    }
    expect(stops.filter(({ name }) => name.startsWith('input ')).length).toBeGreaterThan(5);
    const unseen = stops.filter(
      ({ ring }) => ring?.style !== 'solid' || ring.width < 2 || contrast(ring.colour, ring.ground) < 3,
    );
    expect(unseen).toEqual([]);
    expect(stops.filter(({ over }) => over > 0)).toEqual([]);
  },
);
