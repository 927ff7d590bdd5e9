import { expect, test } from 'vitest';
import { en } from '../../client/src/messages/en.ts';
import { endedHeadline } from '../../client/src/run/ended-headline.ts';
import { runHeadline as ofPage } from '../../client/src/run/headline.ts';
import { LiveRun } from '../../client/src/run/live-run.svelte.ts';
import { describeRun } from '../../server/history/entry-of.ts';
import { resultHeadline } from '../../shared/report/headline.ts';
import { english } from '../../server/reporters/report-of.ts';
import { throughputOf } from '../../calibration/synthetic-result.ts';
import { environmentFacts } from '../../shared/report/facts.ts';
import type { Comparison, Result } from '../../shared/contract/result.ts';
import { russian as ruWords } from '../../shared/words/ru/index.ts';
import { chinese as zhWords } from '../../shared/words/zh/index.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { shownOnTerminal } from '../support/reported.ts';
import { aLane } from '../support/a-lane.ts';
import { sampleResult } from '../support/a-result.ts';
import { snapshotOf } from '../support/snapshots.ts';

type Ratio = [lane: string, ratio: number, ci95: [number, number]];

/** One-by-one and lanes that are so many times as fast. */
function resultOf(...ratios: Ratio[]): Result {
  const lanes = ['one-by-one', ...ratios.map(([lane]) => lane)];
  return {
    ...sampleResult,
    plan: parsePlan({ lanes: lanes.map((strategy) => ({ strategy })) }),
    lanes: [aLane('one-by-one', 1000), ...ratios.map(([lane, ratio]) => aLane(lane, 1000 * ratio))],
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
    page: ofPage(run, false, ({ id }) => id, en, endedHeadline),
    report: resultHeadline(result, ({ id }) => id, en.words),
    history: describeRun(result).entry.summary.replace(/^.*?: /, ''),
  };
}

test('Page, report and history name the same lane: the raw socket like any other, the harness itself never', () => {
  const said = headlines(
    resultOf(['pipeline', 4, [3.9, 4.1]], ['wire', 8, [7.9, 8.1]], ['noop', 90, [89, 91]]),
  );
  expect(said.page.text).toBe('wire: × 8.00 against one-by-one');
  expect(said.report.text).toBe(said.page.text);
  expect(said.history).toBe(said.page.text);
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
      throughput: throughputOf([index === 0 ? 1000 : achieved]),
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
  expect(kept.page.text).toBe('All lanes keep up with 1,000 commands/s.');
  expect(kept.page.more).toContain('p50: one-by-one 0.100 ms, pipeline 4.400 ms.');
  expect(kept.page).not.toHaveProperty('fastest');
  expect(kept.report.text).toBe(kept.page.text);
  expect(kept.report.more).toContain('p50: one-by-one 0.100 ms, pipeline 4.400 ms.');
  expect(kept.history).toBe(kept.page.text);
  expect(describeRun(atRate(985)).entry.said).toMatchObject({ answer: { code: 'at-rate', all: true } });
  const missed = headlines(atRate(900));
  expect(missed.page.text).toBe('Only one-by-one keeps up with 1,000 commands/s.');
  expect(missed.report.text).toBe(missed.page.text);
  expect(missed.history).toBe(missed.page.text);
  const growing = headlines(atRate(1000, true)).page;
  expect(growing.text).toBe('No lane keeps up with 1,000 commands/s.');
  expect(growing.more).toContain('Queue grows: one-by-one, pipeline.');
  expect(headlines(atRate(985, false, { rps: 2000 })).page.text).toBe('Nothing beats one-by-one here');
});

test('Only a change that came in time to count is said to have begun the figures anew', () => {
  const result = resultOf(['pipeline', 4, [3.9, 4.1]]);
  const after = (countedIn: string[]) => {
    const said = headlines({ ...result, tunings: [{ atMs: 1, tuning: { pipeline: 64 }, countedIn }] });
    return said.page.doubts?.some((doubt) => doubt.includes('Counted since')) === true;
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
  const changed = '1 ms round trip → 20 ms round trip (0.101 ms measured)';
  const networksOf = (of: Result) => {
    const printed = shownOnTerminal({ result: of }, 120);
    return [
      Object.fromEntries(environmentFacts(of, english))['Network'],
      /· ([^·]*) · turns/.exec(printed)?.[1],
      / · ([^·:]*): /.exec(describeRun(of).entry.summary)?.[1],
    ];
  };
  expect(networksOf(result)).toEqual([changed, changed, changed]);
  const late = { ...result, tunings: [{ atMs: 1, tuning, countedIn: [] }] };
  const asked = '1 ms round trip (0.101 ms measured)';
  expect(networksOf(late)).toEqual([asked, asked, asked]);
});

test('Of two versions of the user’s code, page, report and history say how fast the second is, also where it is slower', () => {
  const ofCode = (ratio: number, ci95: [number, number], more = 0): Result => {
    const ids = ['was', 'now', ...new Array<string>(more).fill('other')];
    const result = resultOf(...ids.slice(1).map((id): Ratio => [id, ratio, ci95]));
    const hash = 'a'.repeat(64);
    return {
      ...result,
      plan: {
        ...result.plan,
        lanes: ids.flatMap((id, index) => {
          const lane = result.plan.lanes[index];
          return lane ? [{ ...lane, id, strategy: 'function', file: 'cart.mjs', hash }] : [];
        }),
      },
      lanes: ids.flatMap((id, index) => {
        const lane = result.lanes[index];
        return lane ? [{ ...lane, id, label: id, strategy: 'function' }] : [];
      }),
      comparisons: result.comparisons.map((one) => ({ ...one, baseline: 'was', outcome: 'slower' as const })),
    };
  };
  const slower = ofCode(0.31, [0.25, 0.41]);
  const { page, report, history } = headlines(slower);
  expect(report).toEqual({ text: 'now is × 0.31 as fast as was (95 %: 0.25 – 0.41)', more: '' });
  expect([page.text, history]).toEqual([report.text, report.text]);
  expect(headlines(ofCode(0.31, [0.1, 0.9])).report).toEqual({
    text: 'now is about × 0.31 as fast as was (95 %: 0.10 – 0.90)',
    more: '',
  });
  const inWords = [ruWords, zhWords].map((words) => resultHeadline(slower, ({ id }) => id, words).text);
  expect(inWords).toEqual([
    'now: скорость × 0,31 от «was» (95 %: 0,25 – 0,41)',
    'now 的速度是 was 的 × 0.31（95 %：0.25 – 0.41）',
  ]);
  // A table says which of several is meant.
  expect(headlines(ofCode(0.31, [0.25, 0.41], 1)).report.text).toBe('Nothing beats was here');
});
