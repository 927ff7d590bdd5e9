import { marked, type Tokens } from 'marked';
import { describe, expect, test } from 'vitest';
import { markdown } from '../../server/reporters/markdown.ts';
import type { Report } from '../../server/reporters/reporter.ts';
import { reported } from '../support/reported.ts';
import { laneOf, laneOfMix, sampleResult } from '../support/sample-result.ts';

const tablesOf = (report: Report) =>
  marked
    .lexer(reported(markdown, report))
    .filter((token): token is Tokens.Table => token.type === 'table')
    .map(({ header, rows }) => [header, ...rows].map((row) => row.map(({ text }) => text)));

describe('read by a Markdown parser', () => {
  test('there is a table of throughput and one of latency', () => {
    const [throughput, latency, ...more] = tablesOf({ result: sampleResult });
    expect(more).toEqual([]);
    expect(throughput).toEqual([
      ['lane', 'commands/s', '95 % interval', 'against the first', 'batch', 'failed', 'bound by'],
      ['one-by-one', '**75,000**', '71.3k – 78.8k', 'baseline', '1.0', '0', 'client cpu'],
      ['pipeline', '**290,000**', '276k – 305k', '× 3.87 (3.70 – 4.02)', '1.0', '12', 'client cpu'],
      ['lua', '**76,000**', '72.2k – 79.8k', '× 1.01 (0.97 – 1.05), inconclusive', '1.0', '0', 'client cpu'],
    ]);
    expect(latency?.[2]).toEqual(['pipeline', '0.125', '0.125', '0.250', '0.375', '0.500', '1.250']);
  });

  test('each command of a mix has its latencies below those of its lane', () => {
    const latency = tablesOf({ result: { ...sampleResult, lanes: [laneOfMix] } })[1];
    expect(latency?.map(([name, , p50]) => [name, p50])).toEqual([
      ['latency, ms', 'p50'],
      ['pipeline', '0.125'],
      ['pipeline, SET', '0.500'],
      ['pipeline, JSON.GET', '–'],
    ]);
  });

  test('lanes with settings of their own, and a machine that was too busy, are named before the figures', () => {
    const [first, ...lanes] = sampleResult.lanes;
    const plan = {
      ...sampleResult.plan,
      lanes: sampleResult.plan.lanes.map((lane) =>
        lane.id === 'pipeline' ? { ...lane, workload: { ...lane.workload, clients: 5 } } : lane,
      ),
    };
    if (!first) throw new Error('the sample has lanes');
    const busy = { ...first, verdict: { ...first.verdict, code: 'cores' } as typeof first.verdict };
    const text = reported(markdown, { result: { ...sampleResult, plan, lanes: [busy, ...lanes] } });
    const [title, , warning] = text.split('\n');
    expect(title).toMatch(/ · other settings in pipeline$/);
    expect(warning).toContain('This machine was too busy');
    expect(text).toContain('  - settings of its own: 5 connections\n');
  });

  test('checks come first, the failed ones marked', () => {
    const checks = [
      { name: 'pipeline.p99 < 5ms', passed: true, message: '0.375 ms' },
      { name: 'lua.failed == 0', passed: false, message: 'it is 3' },
    ];
    expect(tablesOf({ result: sampleResult, checks })[0]).toEqual([
      ['', 'check', 'found'],
      ['✅', 'pipeline.p99 &lt; 5ms', '0.375 ms'],
      ['❌', 'lua.failed == 0', 'it is 3'],
    ]);
  });

  test('a user’s words stay words, in their cell', () => {
    const label = 'a | b\n<img src=x onerror=alert(1)> **bold** [link](x) `code` &amp; \\|';
    const report = { result: { ...sampleResult, lanes: [laneOf('two', 1, { label, strategy: 'x' })] } };
    expect(tablesOf(report)[0]?.[1]?.length).toBe(7);
    const html = marked.parse(reported(markdown, report), { async: false });
    expect(html).not.toMatch(/<img|<a |<em>|<code>/);
    expect(html).toContain(
      'two (a | b &lt;img src=x onerror=alert(1)&gt; **bold** [link](x) `code` &amp;amp; \\|)',
    );
  });
});

test('it says what another client waited, and how much of that was its own lag in sending', () => {
  const latency = (p50: number) => ({
    mean: p50,
    min: p50,
    p50,
    p95: p50,
    p99: 2 * p50,
    p999: p50,
    max: 3 * p50,
  });
  const seen = { rps: 100, latencyMs: latency(1), sendLagMs: latency(0.75), waitMs: latency(0.25) };
  const textOf = (bystander: typeof seen | { rps: number; latencyMs: typeof seen.latencyMs }) =>
    reported(markdown, { result: { ...sampleResult, lanes: [laneOf('pipeline', 1, { bystander })] } });
  const all = 'bystander p50 1.000, p99 2.000, max 3.000 ms';
  expect(textOf(seen)).toContain(`${all} (send lag p50 0.750, p99 1.500; wait p50 0.250, p99 0.500)\n`);
  expect(textOf({ rps: 100, latencyMs: latency(1) })).toContain(`${all}\n`);
});

test('it says where and how it was measured', () => {
  const text = reported(markdown, { result: sampleResult });
  expect(text).toContain('- Server: redis 7.0.15 (embedded), ping 0.080 ms');
  expect(text).toContain('Lanes took turns');
  expect(text).toContain('⚠️ failures: WRONGTYPE 12');
});
