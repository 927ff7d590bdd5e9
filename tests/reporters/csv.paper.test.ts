import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import type { PlanInput, Tuning } from '../../shared/contract/plan.ts';
import { csv, csvLine, csvWith } from '../../server/reporters/csv.ts';
import { reported } from '../support/reported.ts';
import { aLane } from '../support/a-lane.ts';
import { sampleResult } from '../support/a-result.ts';

const rowsOf = (result = sampleResult) =>
  parse<Record<string, string>>(reported(csv, { result }), { columns: true });

/** The first line of `redis-benchmark --csv`, version 7.0.15. */
const columnsOfRedisBenchmark =
  '"test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"';

describe('read by a CSV parser', () => {
  test('words of a user’s come back as they were, whatever is in them', () => {
    const label = 'says "fast", or\nso; ünï';
    const [row] = rowsOf({ ...sampleResult, lanes: [aLane('pipeline', 1, { label })] });
    expect(row?.['label']).toBe(label);
  });

  test.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
    'words that a spreadsheet would take for a formula are marked as text in every column: %j',
    (formula) => {
      const [comparison] = sampleResult.comparisons;
      if (!comparison) throw new Error('the sample has comparisons');
      const lane = { ...aLane(formula, 1), label: formula };
      const rows = rowsOf({
        ...sampleResult,
        ...{ id: formula, startedAt: formula, lanes: [lane] },
        comparisons: [{ ...comparison, lane: formula, baseline: formula }],
      });
      for (const column of ['lane', 'strategy', 'label', 'baseline', 'run', 'started_at'])
        expect(rows[0]?.[column], column).toMatch(/^'/);
    },
  );

  test('figures below zero stay figures, and nothing in a cell is obeyed by a terminal', () => {
    const text = csvLine(['-0.50', '-3', 'a\u001b[2Jb']);
    expect(text).toBe('"-0.50","-3","a[2Jb"\n');
  });

  test('a semicolon comes with a decimal comma, and words keep their points', () => {
    const lane = aLane('pipeline', 1, { label: 'v1.2; fast' });
    const text = reported(csvWith(';'), { result: { ...sampleResult, lanes: [lane] } });
    const [row] = parse<Record<string, string>>(text, { columns: true, delimiter: ';' });
    const [plain] = rowsOf({ ...sampleResult, lanes: [lane] });
    expect(row?.['label']).toBe('v1.2; fast');
    expect(plain?.['rps']).toMatch(/^\d+\.\d+$/);
    expect(row?.['rps']).toBe(plain?.['rps']?.replace('.', ','));
    expect(csvLine([-0.5, '-3.25', '7.0.15', null, true], ';')).toBe('"-0,5";"-3,25";"7.0.15";"";"true"\n');
  });

  test('settings are those that the figures are of, where they were changed on the way', () => {
    const lanes: PlanInput['lanes'] = [
      { strategy: 'one-by-one' },
      { strategy: 'pipeline' },
      { strategy: 'lua', network: { rttMs: 5 } },
    ];
    const tuning: Tuning = {
      pipeline: 64,
      clients: 3,
      dataSize: 1024,
      network: { rttMs: 20, jitterMs: 0 },
    };
    const rows = rowsOf({
      ...sampleResult,
      plan: parsePlan({ lanes, network: { rttMs: 1 } }),
      tunings: [
        { atMs: 1, tuning, countedIn: ['pipeline', 'lua'] },
        { atMs: 2, tuning: { pipeline: 512 }, countedIn: [] },
      ],
    });
    const settings = rows.map((row) => [
      row['clients'],
      row['pipeline'],
      row['data_size_bytes'],
      row['network'],
    ]);
    expect(settings).toEqual([
      ['10', '16', '100', '1 ms round trip'],
      ['3', '64', '1024', '20 ms round trip'],
      ['3', '64', '1024', '5 ms round trip'],
    ]);
  });

  test('what was not measured is empty', () => {
    const lane = aLane('pipeline', 1, { throughput: null, latencyMs: { command: null, batch: null } });
    const [row] = rowsOf({ ...sampleResult, lanes: [lane] });
    expect(row).toMatchObject({
      rps: '',
      p99_latency_ms: '',
      rps_ci95_low: '',
      bystander_p99_ms: '',
      bystander_wait_p99_ms: '',
    });
  });
});

test('the columns of redis-benchmark come first', () => {
  expect(reported(csv, { result: sampleResult }).startsWith(`${columnsOfRedisBenchmark},`)).toBe(true);
});
