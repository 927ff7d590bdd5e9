import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readTrend } from '../../../server/cli/gate/trend/file.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { builtSchema } from '../../support/built-schema.ts';
import { runCli } from '../../support/run-cli.ts';
import { useScript } from '../../support/scripted/use-script.ts';
import { folderForAll, temporaryFolder } from '../../support/temporary-folder.ts';

const folder = folderForAll();
const script = useScript();
const file = (name: string) => join(folder(), name);
const words = [
  ...['bench', '--strategy', 'one-by-one,pipeline', '-c', '1', '--warmup', '0', '--name', 'checkout'],
  ...['--duration', '2s', '--slice', '100ms', '--no-progress'],
];
const asked = () => ['--baseline', file('baseline.json'), '--max-regression', '15%', '--confirm'];

/** The pipeline takes three times as long in runs of such a duration, ms. */
const slowIn = (...durations: number[]) => {
  script.lane(
    ({ strategy, workload }) => strategy === 'pipeline' && durations.includes(workload.durationMs),
    { latencyMs: ({ before }) => 18 + 0.1 * Math.sin(before) },
  );
};

beforeAll(async () => {
  const { code, stderr } = await runCli([...words, '-q', '--json', file('baseline.json')]);
  expect([code, stderr]).toEqual([0, '']);
});

test('a loss in the first run alone passes, and the result keeps both runs', async () => {
  slowIn(2000);
  const outputs = ['json', 'junit', 'markdown', 'ndjson'].flatMap((id) => [`--${id}`, file(`both.${id}`)]);
  const { code, stdout, stderr } = await runCli([...words, ...asked(), ...outputs]);
  expect(stderr).toMatch(
    /^In doubt: checkout: pipeline: ratio to the first lane at most 15 % below .*\. Measuring once more, twice as long$/m,
  );
  expect(stdout).toMatch(
    /^passed +checkout: pipeline: .* failed at first, passed in a second run: first × 0\.3\d/m,
  );
  expect(code).toBe(0);
  const text = (id: string) => readFileSync(file(`both.${id}`), 'utf8');
  const result = JSON.parse(text('json')) as Result;
  expect(new Ajv2020({ strictTuples: false }).validate(builtSchema(), result)).toBe(true);
  expect([result.name, result.plan.workload.durationMs, result.secondLook]).toMatchObject([
    'checkout',
    2000,
    {
      checks: [expect.stringMatching(/^checkout: pipeline: ratio/) as string],
      result: { name: 'checkout', plan: { workload: { durationMs: 4000 } } },
    },
  ]);
  expect(text('junit')).toContain('failed at first, passed in a second run');
  expect(text('markdown')).toContain('failed at first, passed in a second run');
  expect(text('markdown')).toMatch(/^### Roundtrip: checkout: SET/);
  const events = text('ndjson').trimEnd().split('\n');
  expect(JSON.parse(events.at(-1) ?? '')).toEqual({ type: 'run-finished', result });
  expect(events.filter((line) => line.includes('"run-started"'))).toHaveLength(1);
  expect((await runCli(['report', file('both.ndjson')])).code).toBe(0);
});

test('a loss in both runs fails, in the diff of a pull request as well', async () => {
  slowIn(2000, 4000);
  const trend = file('failed.jsonl');
  const { code, stdout, stderr } = await runCli([...words, '-q', ...asked(), '--trend', trend], {
    ...{ GITHUB_ACTIONS: 'true', GITHUB_SHA: '0123456789abcdef' },
  });
  expect([code, stdout]).toEqual([99, '']);
  expect(stderr).toMatch(/^FAILED +checkout: pipeline: .* failed, and again in a second run: first × 0\.3/m);
  expect(stderr).toMatch(
    /^::error title=Failed%3A checkout%3A pipeline%3A .*::failed, and again in a second run/m,
  );
  expect(readTrend(trend)).toMatchObject({
    lines: [{ failed: true, commit: '0123456789abcdef', name: 'checkout', lanes: [{}, { id: 'pipeline' }] }],
    faults: [],
  });
});

test('what was counted wrong fails at once', async () => {
  const { code, stderr } = await runCli([
    ...[...words, '-q', ...asked(), '--json', file('counted.json')],
    ...['--assert', 'pipeline.failed > 3', '--assert', 'pipeline.p50 < 1us'],
  ]);
  expect(code).toBe(99);
  expect(stderr).not.toContain('In doubt');
  expect(JSON.parse(readFileSync(file('counted.json'), 'utf8'))).not.toHaveProperty('secondLook');
});

test('a lane that failed is not measured again, unless it may fail', async () => {
  slowIn(2000, 4000);
  script.lane('one-by-one', { answer: () => new Error('ERR no') });
  const call = [...words, '-q', '--confirm', '--assert', 'pipeline.p50 < 1us'];
  const { code, stderr } = await runCli(call);
  expect([code, stderr.includes('In doubt')]).toEqual([1, false]);
  const allowed = await runCli([...call, '--allow-failed', 'one-by-one']);
  expect([allowed.code, allowed.stderr.includes('In doubt')]).toEqual([99, true]);
});

test('the plan of a baseline that differs takes turns with that of the run', async () => {
  const { code, stdout, stderr } = await runCli([
    ...[...words, ...asked(), '-P', '4', '--allow-different', 'pipeline', '--json', file('turns.json')],
  ]);
  expect(stderr).toMatch(/twice as long, in turns with the plan of the baseline$/m);
  expect(stdout).toContain('failed, and again in a second run');
  expect(code).toBe(99);
  const { secondLook } = JSON.parse(readFileSync(file('turns.json'), 'utf8')) as Result;
  expect(secondLook?.result.lanes.map(({ id }) => id)).toEqual(['one-by-one', 'pipeline', 'was-1', 'was-2']);
});

test('a second run that fails leaves the first one in force', async () => {
  slowIn(2000);
  script.lane(({ workload }) => workload.durationMs === 4000, { refusesWith: new Error('no room') });
  const { code, stderr } = await runCli([...words, '-q', ...asked()]);
  expect(stderr).toMatch(/^The second run .*/m);
  expect(stderr).toMatch(/^FAILED +checkout: pipeline: .* × 0\.3\d .*: worse by \d\d/m);
  expect(code).toBe(99);
});

describe('a trend', () => {
  const trend = () => file('trend.jsonl');
  beforeEach(async () => {
    if (existsSync(trend())) return;
    for (let run = 0; run < 3; run++) await runCli([...words, '-q', '--trend', trend()]);
  });

  test('holds a run against the last ones, and a run that failed counts for none', async () => {
    const held = [...words, '-q', '--trend', trend(), '--max-regression', '10%'];
    const before = readFileSync(trend(), 'utf8');
    expect((await runCli(held)).code).toBe(0);
    slowIn(2000);
    const { code, stderr } = await runCli(held);
    expect(stderr).toMatch(
      /FAILED +checkout: pipeline: .* below the last 10 runs of .* of the mean of 4 runs/,
    );
    expect(code).toBe(99);
    const again = await runCli(held);
    expect(again.stderr).toContain('of the mean of 4 runs');
    expect(readFileSync(trend(), 'utf8').startsWith(before)).toBe(true);
    expect(readTrend(trend()).lines.map(({ failed }) => failed)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  test('names a line that is none, and goes by the others', async () => {
    const broken = join(temporaryFolder(), 'broken.jsonl');
    writeFileSync(broken, `half a line\n${readFileSync(trend(), 'utf8')}`);
    const { code, stderr } = await runCli([...words, '-q', '--trend', broken, '--max-regression', '10%']);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/broken\.jsonl, line 1: this is not JSON/)]);
  });

  test('is shown by roundtrip trend, as a table or in files', async () => {
    const shown = await runCli(['trend', trend()]);
    expect(shown.stdout).toMatch(/^checkout: SET .* · plan [0-9a-f]{8}:\nrun +lane +commands\/s/m);
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    const outputs = ['html', 'csv', 'json'].flatMap((id) => [`--${id}`, file(`trend.${id}`)]);
    expect(await runCli(['trend', trend(), ...outputs])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(file('trend.html'), 'utf8')).toContain('class="chart wide"');
    const { kind, runs } = JSON.parse(readFileSync(file('trend.json'), 'utf8')) as {
      kind: string;
      runs: object[];
    };
    expect([kind, runs.length]).toEqual(['trend', readTrend(trend()).lines.length]);
  });

  test.each<[number, string, string[], RegExp]>([
    [1, 'that is not there', ['none.jsonl'], /none\.jsonl holds no run: bench --trend .* appends one/],
    [1, 'that is a folder', ['.'], /cannot be read: it is a folder/],
    [2, 'without a file', [], /trend takes the file of bench --trend/],
  ])('%i: one %s', async (expected, _what, names, message) => {
    const { code, stderr } = await runCli(['trend', ...names.map((name) => file(name))]);
    expect([code, stderr]).toEqual([expected, expect.stringMatching(message)]);
  });
});

test.each<[string, string[], RegExp]>([
  ['a trend in a folder that is not there', ['--trend', '/none/t.jsonl'], /the folder \/none does not exist/],
  [
    'a trend that an output would replace',
    ['--trend', 'x', '--json', 'x'],
    /--json x would replace the trend/,
  ],
  [
    '--confirm without a gate',
    ['--confirm'],
    /--confirm does nothing .* without --assert or --max-regression/,
  ],
  ['a name of two lines', ['--name', 'a\nb'], /--name takes 1 to 80 characters in one line/],
  [
    'a name for several runs',
    ['--name', 'a', '--load-curve', '1k,2k'],
    /--name does not go with --load-curve/,
  ],
])('2: %s, and nothing is measured', async (_what, more, message) => {
  const named = more.includes('--load-curve') ? ['bench'] : words.filter((_, at) => at < 7 || at > 8);
  const { code, stdout, stderr } = await runCli([...named, ...more]);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
});
