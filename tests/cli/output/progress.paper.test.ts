import { describe, expect, test } from 'vitest';
import { Progress } from '../../../server/cli/output/progress.ts';
import type { RunEvent, Sample } from '../../../shared/contract/run-events.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { sampleResult } from '../../support/a-result.ts';

function progressOf({ isTerminal = true, columns = 100 } = {}) {
  let now = 0;
  const written: string[] = [];
  const output = { write: (text: string) => void written.push(text), isTerminal, columns };
  const progress = new Progress(output, () => now);
  return {
    written,
    output,
    hearAt: (ms: number, event: RunEvent) => {
      now = ms;
      progress.onEvent(event);
    },
    fillAt: (ms: number, keys: number, of: number) => {
      now = ms;
      progress.fill(keys, of);
    },
    /** What the terminal's line shows. */
    line: () => written.join('').split('\r\x1b[K').at(-1) ?? '',
  };
}

const started = (totalMs: number | null, requests?: number): RunEvent => ({
  type: 'run-started',
  runId: 'x',
  startedAt: sampleResult.startedAt,
  plan: parsePlan({
    lanes: [{ strategy: 'pipeline' }, { strategy: 'lua' }],
    workload: requests === undefined ? {} : { requests },
  }),
  environment: sampleResult.environment,
  totalMs,
});
const slice = (phase: 'warmup' | 'counted', lane = 'pipeline'): RunEvent => ({
  type: 'slice-started',
  slice: 0,
  phase,
  lanes: [lane],
});
const sample = (completed: number, phase: 'warmup' | 'counted' = 'counted'): RunEvent => ({
  type: 'sample',
  sample: { lane: 'pipeline', phase, completed, failed: 0, throughput: 12_300 } as Sample,
});

describe('on a terminal', () => {
  test('a bar shows how much of the time is over, and how much is left', () => {
    const { hearAt, line } = progressOf();
    hearAt(1000, started(20_000));
    hearAt(6000, slice('warmup'));
    expect(line()).toBe(`█████${'░'.repeat(15)} 25 %, 15 s left · warming up pipeline`);
    hearAt(11_000, sample(5));
    expect(line()).toBe(
      `${'█'.repeat(10)}${'░'.repeat(10)} 50 %, 10 s left · warming up pipeline · pipeline 12.3k/s`,
    );
  });

  test('a run that takes longer than expected is almost done, never more than done', () => {
    const { hearAt, line } = progressOf();
    hearAt(0, started(10_000));
    hearAt(60_000, slice('counted'));
    expect(line()).toContain('99 %, almost done · measuring pipeline');
  });

  test('a change of settings makes a run longer: there is more left', () => {
    const { hearAt, line } = progressOf();
    hearAt(0, started(10_000));
    hearAt(8000, { type: 'tuned', atMs: 8000, tuning: { pipeline: 8 }, revision: 1, totalMs: 16_000 });
    hearAt(8000, slice('warmup'));
    expect(line()).toContain('50 %, 8 s left');
  });

  test('a run by count goes by the commands that are counted, over all lanes', () => {
    const { hearAt, line } = progressOf();
    hearAt(0, started(null, 1000));
    hearAt(1000, sample(9999, 'warmup'));
    expect(line()).not.toContain('%');
    hearAt(5000, slice('counted'));
    expect(line()).toContain(' 0 % · measuring pipeline');
    hearAt(7000, sample(500));
    expect(line()).toContain('25 %, 6 s left');
  });

  test('the line is never longer than the terminal, also after it was made narrower', () => {
    const { hearAt, line, output } = progressOf({ columns: 50 });
    hearAt(0, started(20_000));
    hearAt(1000, sample(1));
    expect(line()).toHaveLength(49);
    output.columns = 30;
    hearAt(2000, sample(1));
    expect(line()).toHaveLength(29);
  });

  test('the line is empty at the end, and a failed lane gets a line of its own', () => {
    const { hearAt, line, written } = progressOf();
    hearAt(0, started(20_000));
    hearAt(1000, slice('counted'));
    hearAt(1500, {
      type: 'lane-failed',
      lane: 'lua',
      error: { name: 'x', code: null, message: 'Connection is closed.', stack: null },
    });
    expect(written.at(-1)).toBe('lua failed: Connection is closed.\n');
    hearAt(2000, { type: 'run-finished', result: sampleResult });
    expect(line()).toBe('');
  });
});

test('elsewhere there are plain lines, one in five seconds', () => {
  const { hearAt, written } = progressOf({ isTerminal: false });
  hearAt(0, started(20_000));
  hearAt(1000, slice('counted'));
  for (let second = 2; second <= 12; second++) hearAt(second * 1000, sample(1));
  hearAt(13_000, { type: 'run-finished', result: sampleResult });
  expect(written).toEqual([
    ' 5 %, 19 s left · measuring pipeline\n',
    '30 %, 14 s left · measuring pipeline · pipeline 12.3k/s\n',
    '55 %, 9 s left · measuring pipeline · pipeline 12.3k/s\n',
  ]);
});

test('writing many keys is told with the time that it takes, a few are not', () => {
  const { fillAt, line } = progressOf();
  fillAt(0, 500, 5_000_000);
  fillAt(499, 400_000, 5_000_000);
  expect(line()).toBe('');
  fillAt(2000, 1_250_000, 5_000_000);
  expect(line()).toBe('█████░░░░░░░░░░░░░░░ 25 %, 6 s left · writing 5.00M keys');
});

test('a run until it is precise tells how precise it is', () => {
  const { hearAt, line } = progressOf();
  const run = started(10_000);
  if (run.type !== 'run-started') throw new Error('it is the first event');
  hearAt(0, { ...run, plan: { ...run.plan, schedule: { ...run.plan.schedule, precision: 0.03 } } });
  hearAt(1000, slice('counted'));
  expect(line()).toContain('measuring pipeline · ratios wanted 3.0 %');
  hearAt(2000, { type: 'standing', standings: [], comparisons: [], widest: 0.053 });
  hearAt(2000, slice('counted'));
  expect(line()).toContain('ratios within 5.3 %, wanted 3.0 %');
});
