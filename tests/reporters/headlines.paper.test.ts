import { expect, test } from 'vitest';
import { en } from '../../client/src/messages/en.ts';
import { runHeadline as ofPage } from '../../client/src/run/headline.ts';
import { LiveRun } from '../../client/src/run/live-run.svelte.ts';
import { describeRun } from '../../server/history/entry-of.ts';
import { resultHeadline } from '../../shared/report/headline.ts';
import { html } from '../../server/reporters/html.ts';
import { junit } from '../../server/reporters/junit.ts';
import { markdown } from '../../server/reporters/markdown.ts';
import { english } from '../../server/reporters/report-of.ts';
import { environmentFacts } from '../../shared/report/facts.ts';
import type { LaneGain } from '../../shared/contract/lane-result.ts';
import type { Comparison, LatencyComparison, Result } from '../../shared/contract/result.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { reported, shownOnTerminal } from '../support/reported.ts';
import { laneOf, sampleResult } from '../support/sample-result.ts';
import { latencyOf, snapshotOf } from '../support/snapshots.ts';

type Ratio = [lane: string, ratio: number, ci95: [number, number]];

/** One-by-one and lanes that are so many times as fast. */
function resultOf(...ratios: Ratio[]): Result {
  const lanes = ['one-by-one', ...ratios.map(([lane]) => lane)];
  return {
    ...sampleResult,
    plan: parsePlan({ lanes: lanes.map((strategy) => ({ strategy })) }),
    lanes: [laneOf('one-by-one', 1000), ...ratios.map(([lane, ratio]) => laneOf(lane, 1000 * ratio))],
    comparisons: ratios.map(([lane, ratio, ci95]): Comparison => ({
      lane,
      baseline: 'one-by-one',
      ratio,
      ci95,
      outcome: 'faster',
      pairs: 5,
    })),
  };
}

/** What the page, the report and the history make of one result. */
function headlines(result: Result) {
  const run = new LiveRun(
    snapshotOf({ runId: result.id, state: 'completed', plan: result.plan, result, tunings: result.tunings }),
  );
  return {
    page: ofPage(run, false, ({ id }) => id, en),
    report: resultHeadline(result, ({ id }) => id, en.words),
    history: describeRun(result).entry.summary.replace(/^.*: /, ''),
  };
}

test('Page, report and history name the same lane: the raw socket like any other, the harness itself never', () => {
  const said = headlines(
    resultOf(['pipeline', 4, [3.9, 4.1]], ['wire', 8, [7.9, 8.1]], ['noop', 90, [89, 91]]),
  );
  expect(said.page.text).toBe('wire is 8.00 times as fast as one-by-one');
  expect(said.report.text).toBe(said.page.text);
  expect(said.history).toBe('wire × 8.00 against one-by-one at 1.00k/s');
});

test('Where all lanes keep the same rate, page, report and history say so, not who is faster', () => {
  const atRate = (achieved: number, growing = false, own = {}): Result => {
    const result = resultOf(['pipeline', 0.98, [0.97, 0.99]]);
    const plan = parsePlan({
      workload: { rps: 1000 },
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline', workload: own }],
    });
    const lanes = result.lanes.map((lane, index) => ({
      ...lane,
      rate: { offered: 1000, achieved: index === 0 ? 1000 : achieved, backlog: 0, growing },
      latencyMs: {
        ...lane.latencyMs,
        response: lane.latencyMs.command && { ...lane.latencyMs.command, p50: index === 0 ? 0.1 : 4.4 },
      },
    }));
    const slower = result.comparisons.map((one) => ({ ...one, outcome: 'slower' as const }));
    return { ...result, plan, lanes, comparisons: slower };
  };
  const kept = headlines(atRate(985));
  expect(kept.page.text).toBe('Every lane keeps up with 1,000 commands/s');
  expect(kept.page.more).toContain('p50: one-by-one 0.100 ms, pipeline 4.400 ms.');
  expect(kept.page).not.toHaveProperty('why');
  expect(kept.report.text).toBe(kept.page.text);
  expect(kept.report.more).toContain('p50: one-by-one 0.100 ms, pipeline 4.400 ms.');
  expect(kept.history).toBe('every lane keeps up with 1.00k/s');
  expect(describeRun(atRate(985)).entry.said).toMatchObject({ code: 'run', sustainedRate: 1000 });
  for (const result of [atRate(900), atRate(1000, true), atRate(985, false, { rps: 2000 })]) {
    const said = headlines(result);
    expect(said.page.text).toBe('Nothing beats one-by-one here');
    expect(said.report.text).toBe(said.page.text);
    expect(said.history).toBe('nothing beats one-by-one at 1.00k/s');
  }
  const missed = headlines(atRate(900));
  for (const { more } of [missed.page, missed.report])
    expect(more).toContain('Only one-by-one keeps up with 1,000 commands/s.');
  expect(headlines(atRate(985, false, { rps: 2000 })).page.more).not.toContain('keeps up');
});

test('Page, table and reports take the gain of the fastest lane apart', () => {
  const factors =
    '× 4.00 in two factors: × 2.50 (2.40 – 2.60) from not waiting, × 1.60 (1.50 – 1.70) from batching.';
  const plain = resultOf(['pipeline', 4, [3.9, 4.1]]);
  const gain: LaneGain = {
    waiting: { ratio: 2.5, ci95: [2.4, 2.6] },
    batching: { ratio: 1.6, ci95: [1.5, 1.7] },
  };
  const result = {
    ...plain,
    lanes: plain.lanes.map((lane) => (lane.id === 'pipeline' ? { ...lane, gain } : lane)),
  };
  const { page, report } = headlines(result);
  expect(page.why).toContain(factors);
  expect(report.why).toContain(factors);
  const printed = shownOnTerminal({ result }, 120);
  for (const text of [printed, reported(markdown, { result }), reported(junit, { result })])
    expect(text.replaceAll('\\', '')).toContain(factors);
  expect(JSON.stringify(headlines(plain))).not.toContain('from batching');
});

test('Where the p50 is worse, all of them say so in the same line; where nothing is known of it, none', () => {
  const plain = resultOf(['pipeline', 4, [3.9, 4.1]]);
  const paid = (latency: LatencyComparison): Result => ({
    ...plain,
    comparisons: plain.comparisons.map((one) => ({ ...one, latency })),
  });
  const result = paid(latencyOf());
  const said = headlines(result);
  expect(said.page.text).toBe(
    'pipeline does 4.00 times the throughput of one-by-one; a typical command takes 12 % longer (p50)',
  );
  expect(said.report.text).toBe(said.page.text);
  expect(said.history).toBe('pipeline × 4.00 against one-by-one at 1.00k/s; p50 +12 %');
  const inTable = '× 4.00 (3.90 – 4.10); p50 +12 %';
  const texts = (of: Result) => {
    const printed = shownOnTerminal({ result: of }, 120);
    return [printed, reported(markdown, { result: of }), reported(html, { result: of })];
  };
  for (const text of texts(result)) expect(text).toContain(inTable);
  expect(reported(html, { result })).toMatch(/× 4\.00 <small>p50 \+12 %<\/small>/);
  const untold = paid(latencyOf({ ci95: [0.9, 1.3], outcome: 'inconclusive' }));
  for (const of of [untold, plain])
    for (const text of [...texts(of), ...Object.values(headlines(of)).map((one) => JSON.stringify(one))])
      expect(text).not.toMatch(/p50 (\+|× \d)/);
});

test('Where the interval is wide, all of them say it in place of the ratio', () => {
  const said = headlines(resultOf(['pipeline', 12, [3.3, 27]]));
  expect(said.page.text).toBe('pipeline is 3.30 to 27.0 times as fast as one-by-one');
  expect(said.report.text).toBe(said.page.text);
  expect(said.history).toBe('pipeline between × 3.30 and × 27.0 against one-by-one at 1.00k/s');
});

test('Only a change that came in time to count is said to have begun the figures anew', () => {
  const result = resultOf(['pipeline', 4, [3.9, 4.1]]);
  const after = (countedIn: string[]) => {
    const said = headlines({ ...result, tunings: [{ atMs: 1, tuning: { pipeline: 64 }, countedIn }] });
    return said.page.more.includes('Counted since');
  };
  expect(after([])).toBe(false);
  expect(after(['one-by-one', 'pipeline'])).toBe(true);
});

test('Table, reports and history name the network of the figures beside the one that it was', () => {
  const tuning = { network: { rttMs: 20, jitterMs: 0 } };
  const result: Result = {
    ...sampleResult,
    plan: parsePlan({ lanes: [{ strategy: 'one-by-one' }], network: { rttMs: 1 } }),
    environment: { ...sampleResult.environment, network: '1 ms round trip' },
    tunings: [{ atMs: 1, tuning }],
  };
  const changed = '1 ms round trip → 20 ms round trip (20.2 ms measured)';
  const networksOf = (of: Result) => {
    const printed = shownOnTerminal({ result: of }, 120);
    return [
      Object.fromEntries(environmentFacts(of, english))['Network'],
      /· ([^·]*) · turns/.exec(printed)?.[1],
      / · ([^·]*): /.exec(describeRun(of).entry.summary)?.[1],
    ];
  };
  expect(networksOf(result)).toEqual([changed, changed, changed]);
  const late = { ...result, tunings: [{ atMs: 1, tuning, countedIn: [] }] };
  const asked = '1 ms round trip (20.2 ms measured)';
  expect(networksOf(late)).toEqual([asked, asked, asked]);
});

test('The list of runs knows of a machine that was too busy, and of lanes with settings of their own', () => {
  const result = resultOf(['pipeline', 4, [3.9, 4.1]]);
  expect(describeRun(result).entry.said).not.toHaveProperty('doubts');
  const lanes = result.lanes.map((lane) => ({
    ...lane,
    verdict: { ...lane.verdict, code: 'cores' } as typeof lane.verdict,
  }));
  const plan = parsePlan({
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline', workload: { clients: 5 } }],
  });
  const { said, summary } = describeRun({ ...result, lanes, plan }).entry;
  expect(said).toMatchObject({
    doubts: expect.arrayContaining([{ lane: null, finding: { code: 'too-busy' } }]) as unknown,
    overriding: ['pipeline'],
  });
  expect(summary).toContain('other settings in pipeline');
});
