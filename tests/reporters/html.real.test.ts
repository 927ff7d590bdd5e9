import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { html } from '../../server/reporters/html.ts';
import { embeddedIn } from '../../shared/report/embedded.ts';
import { style } from '../../server/reporters/html/style.ts';
import type { RunDocument } from '../../shared/report/document.ts';
import { emptyCounts, record } from '../../server/engine/latency/histogram.ts';
import { toHdr } from '../../server/engine/latency/hdr-export.ts';
import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { Result } from '../../shared/contract/result.ts';
import { reported } from '../support/reported.ts';
import { aLane } from '../support/a-lane.ts';
import { sampleResult } from '../support/a-result.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.connect(inject('browserEndpoint'));
});
afterAll(() => browser.close());

function withHistogram(lane: LaneResult, micros: number): LaneResult {
  const counts = emptyCounts();
  for (let n = 1; n <= 1000; n++) record(counts, micros * (1 + n / 1000));
  const slices = [0.9, 1, 1.1, 1].map((share) => share * (lane.throughput?.median ?? 0));
  return {
    ...lane,
    throughput: lane.throughput && { ...lane.throughput, slices },
    histograms: { ...lane.histograms, command: toHdr(counts) },
  };
}

const measured: Result = {
  ...sampleResult,
  lanes: sampleResult.lanes.map((lane, index) => withHistogram(lane, 100 * 3 ** index)),
};

/** Opened from a file, with the network off; whatever it asks for or complains of is kept. */
async function opened(report: Omit<RunDocument, 'kind'>, options: BrowserContextOptions = {}) {
  const file = join(temporaryFolder(), 'report.html');
  writeFileSync(file, reported(html, report));
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    offline: true,
    ...options,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => void complaints.push(dialog.message()));
  const url = pathToFileURL(file).href;
  await page.goto(url);
  return { page, requests, complaints, url };
}

describe('in a browser with the network off', () => {
  test('charts are drawn for every lane, nothing is asked for and nothing complained of', async () => {
    const { page, requests, complaints, url } = await opened({ result: measured });
    const lines = page.locator('svg.chart.wide polyline');
    expect(await lines.count()).toBe(2 * 3);
    for (const line of await lines.all()) {
      const box = await line.boundingBox();
      expect(box?.width).toBeGreaterThan(500);
    }
    expect(await page.locator('svg.chart.narrow').first().isVisible()).toBe(false);
    expect(complaints).toEqual([]);
    expect(requests).toEqual([url]);
  });

  test('bars are as long as their figures, and the interval lies across their ends', async () => {
    const { page } = await opened({ result: measured });
    const bars = page.locator('.bars').first();
    const widths = await bars
      .locator('.fill')
      .evaluateAll((fills) => fills.map((bar) => bar.getBoundingClientRect().width));
    expect(widths.length).toBe(3);
    expect((widths[1] ?? 0) / (widths[0] ?? 1)).toBeCloseTo(290 / 75, 1);
    const [low, high] = await bars
      .locator('li:nth-child(2) .whisker')
      .evaluateAll((marks) => [
        Math.min(...marks.map((mark) => mark.getBoundingClientRect().left)),
        Math.max(...marks.map((mark) => mark.getBoundingClientRect().right)),
      ]);
    const end = await bars
      .locator('li:nth-child(2) .fill')
      .evaluate((bar) => bar.getBoundingClientRect().right);
    expect(end).toBeGreaterThan(low);
    expect(end).toBeLessThan(high);
  });

  test('the percentile curves stand above one another as their latencies do', async () => {
    const { page } = await opened({ result: measured });
    const heights = await page
      .locator('section:has(h2:text("Latency")) svg.chart.wide polyline')
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().top));
    expect(heights).toEqual([...heights].sort((a, b) => b - a));
    expect(new Set(heights).size).toBe(3);
  });

  test('the headline, the checks and the verdicts are told', async () => {
    const checks = [{ name: 'pipeline.failed == 0', passed: false, message: 'it is 12' }];
    const { page } = await opened({ result: measured, checks });
    expect(await page.locator('h1').textContent()).toBe('pipeline: × 3.87 against one-by-one');
    expect(await page.locator('.checks .failed').textContent()).toMatch(
      /Failed.*pipeline\.failed == 0.*it is 12/s,
    );
    expect(await page.locator('.verdicts .warn').allTextContents()).toContain('failures: WRONGTYPE 12');
  });

  test.each([320, 390, 768, 1440])('at %i pixels nothing sticks out', async (width) => {
    const { page } = await opened({ result: measured }, { viewport: { width, height: 800 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const tables = await page.locator('.scroll').evaluateAll((all) =>
      all.map((one) => {
        const figure = one.querySelector('td')?.getBoundingClientRect().right ?? 0;
        return { cut: one.scrollWidth > one.clientWidth, figure: figure - one.getBoundingClientRect().right };
      }),
    );
    expect(tables.length).toBe(3);
    for (const { cut, figure } of tables) {
      if (width === 1440) expect(cut).toBe(false);
      // Its first figure stands beside the name, and what is further right shows that it is there.
      expect(figure).toBeLessThanOrEqual(0);
    }
    const overlaps = await page.locator('.boards li').evaluateAll((all) =>
      all.flatMap((one) => {
        const box = (name: string) => one.querySelector(name)?.getBoundingClientRect();
        const [rate, ratio] = [box('.rate'), box('.ratio')];
        return rate && ratio && rate.bottom > ratio.top && rate.right > ratio.left && rate.top < ratio.bottom
          ? [one.textContent]
          : [];
      }),
    );
    expect(overlaps).toEqual([]);
    const chart = page.locator(`svg.chart.${width < 640 ? 'narrow' : 'wide'}`).first();
    expect(await chart.isVisible()).toBe(true);
  });

  test('it is dark where the reader likes it dark, and light on paper', async () => {
    const { page } = await opened({ result: measured }, { colorScheme: 'dark' });
    const wall = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await wall()).toBe('rgb(8, 13, 19)');
    await page.emulateMedia({ media: 'print' });
    expect(await wall()).toBe('rgb(255, 255, 255)');
  });

  test('it says what was measured where and how, and how to run it again unless commands were left out', async () => {
    const { page } = await opened({ result: measured });
    const facts = await page.locator('.fact').allTextContents();
    expect(facts.join(' · ')).toMatch(/^SET · .* · network: .* · Redis 7\.0\.15 .*ioredis/);
    expect(await page.locator('.boards .summary').first().textContent()).toMatch(/awaits its reply/);
    expect(await page.locator('#command').textContent()).toMatch(/^npx --no -- roundtrip bench --/);
    const { workload } = measured.plan;
    const plan = { ...measured.plan, workload: { ...workload, customCommand: '…' } };
    const { page: reduced } = await opened({ result: { ...measured, plan } });
    expect(await reduced.locator('#command').count()).toBe(0);
    expect(await reduced.getByText('Names or commands were left out of this file').count()).toBe(1);
  });

  test('the plan is copied by a button', async () => {
    const { page, complaints } = await opened({ result: measured });
    await page.locator('summary', { hasText: 'The plan' }).click();
    await page.locator('button[data-copies="plan"]').click();
    await page.locator('button', { hasText: /Copied|Marked/ }).waitFor();
    const marked = await page.evaluate(() => getSelection()?.toString() ?? '');
    if (marked !== '') expect(JSON.parse(marked)).toEqual(JSON.parse(JSON.stringify(measured.plan)));
    expect(complaints).toEqual([]);
  });
});

describe('words of a user’s', () => {
  const evil = '</script></style><img src="https://example.com/x" onerror="alert(1)"> \' " & ]]> <b>';
  const report: Omit<RunDocument, 'kind'> = {
    result: {
      ...measured,
      warnings: [{ code: 'run-not-marked', reason: evil }],
      lanes: [
        withHistogram(aLane('one-by-one', 1000, { label: evil }), 100),
        withHistogram(
          aLane('pipeline', 2000, {
            label: evil,
            warnings: [{ code: 'run-not-marked', reason: evil }],
            verdict: { code: 'all-failed', bound: 'none', failed: 1, failure: evil },
            failures: { [evil]: 1 },
            failed: 1,
          }),
          200,
        ),
      ],
      environment: { ...measured.environment, network: evil, cpuModel: evil },
    },
    checks: [{ name: evil, passed: false, message: evil }],
  };

  test('stay words', async () => {
    const { page, requests, complaints, url } = await opened(report);
    expect(await page.locator('img, main b:text("<b>")').count()).toBe(0);
    expect(await page.locator('h1').textContent()).toContain(evil);
    expect(complaints).toEqual([]);
    expect(requests).toEqual([url]);
  });

  test('come out of the file as they were, with the whole result', () => {
    const text = reported(html, report);
    expect(JSON.parse(embeddedIn(text) ?? '')).toEqual(JSON.parse(JSON.stringify(report.result)));
  });
});

test.each<[string, Result]>([
  [
    'nothing measured',
    {
      ...sampleResult,
      lanes: sampleResult.lanes.map((lane) => ({
        ...lane,
        throughput: null,
        latencyMs: { command: null, batch: null },
      })),
      comparisons: [],
    },
  ],
  ['one lane and one slice', { ...measured, lanes: [aLane('pipeline', 5)], comparisons: [] }],
  [
    'more slices than a chart has room for',
    {
      ...measured,
      lanes: measured.lanes.map((lane) => ({
        ...lane,
        throughput: lane.throughput && { ...lane.throughput, slices: Array.from({ length: 3600 }, () => 5) },
      })),
    },
  ],
])('%s: still a page without a complaint and without NaN', async (_what, result) => {
  const { page, complaints } = await opened({ result });
  expect(complaints).toEqual([]);
  const { body } = await page.evaluate(() => ({ body: document.body.innerHTML.split('<script')[0] ?? '' }));
  expect(body).not.toMatch(/NaN|undefined|Infinity/);
});

test('its colours are those of the page', () => {
  const tokens = readFileSync(new URL('../../client/src/shell/styles/tokens.css', import.meta.url), 'utf8');
  const ours = [...style.matchAll(/^(--[\w-]+): (.*?);/gm)].filter(
    ([, name]) => !/face|code|--lane$/.test(name ?? ''),
  );
  expect(ours.length).toBeGreaterThan(20);
  for (const [, name, value] of ours) expect(tokens).toContain(`${name ?? ''}: ${value ?? ''};`);
});
