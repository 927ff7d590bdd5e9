import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Tokens } from 'marked';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import { runCli } from '../../support/run-cli.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const folder = folderForAll();
const file = (name: string) => join(folder(), name);
// A fixed rate: little load, and no figure here is a speed.
const words = [
  ...['bench', '--rps', '2000', '--warmup', '0', '--duration', '900ms', '--slice', '100ms'],
  '--strategy',
];
const short = [...words, 'one-by-one,pipeline'];

/** The baseline with another throughput in some lanes, as if they had been so much faster. */
function rewritten(name: string, change: (result: Result) => void): string {
  const result = JSON.parse(readFileSync(file('baseline.json'), 'utf8')) as Result;
  change(result);
  writeFileSync(file(name), JSON.stringify(result));
  return file(name);
}
const faster = (lane: string, by: number) => (result: Result) => {
  const throughput = result.lanes.find(({ id }) => id === lane)?.throughput;
  if (!throughput) throw new Error(`${lane} measured nothing`);
  throughput.estimate = throughput.estimate * by;
  throughput.slices.forEach((value, index) => (throughput.slices[index] = value * by));
};

beforeAll(async () => {
  const { code } = await runCli([...short, '-q', '--json', file('baseline.json')]);
  expect(code).toBe(0);
});

describe('assertions', () => {
  test('about one command of a mix hold or fail as it was measured; of one that is not sent, they are refused', async () => {
    const mix = [...words, 'pipeline', '-t', 'get,set', '--ratio', '1:1'];
    const bound = (text: string) => ['--assert', text];
    const { code, stdout } = await runCli([
      ...mix,
      ...bound('pipeline.get.p99 < 60s'),
      ...bound('pipeline.set.min > 60s'),
    ]);
    expect(stdout).toMatch(/passed +pipeline\.get\.p99 < 60s +[\d.]+ ms\n/);
    expect(stdout).toMatch(/failed +pipeline\.set\.min > 60s +[\d.]+ ms, more than 60000 ms wanted\n/i);
    expect(code).toBe(99);
    const refused = await runCli([...mix, ...bound('pipeline.incr.p99 < 5ms')]);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('this lane sends no "incr"; it sends get, set');
  });

  test('0: all hold, and are told with what was measured', async () => {
    const { code, stdout } = await runCli([
      ...short,
      ...[
        '--assert',
        'pipeline.throughput / one-by-one.throughput > 0.01',
        '--assert',
        'pipeline.failed == 0',
      ],
    ]);
    expect(stdout).toMatch(
      /Checks: all 2 passed\npassed +pipeline\.throughput .* > 0\.01 +\d+.*\npassed +pipeline/,
    );
    expect(code).toBe(0);
  });

  test('99: one does not hold; the result is written all the same', async () => {
    const { code, stdout } = await runCli([
      ...short,
      ...[
        '--assert',
        'pipeline.p99 < 1us',
        '--assert',
        'pipeline.failed == 0',
        '--json',
        file('failed.json'),
      ],
    ]);
    expect(stdout).toMatch(
      /Checks: 1 of 2 failed\nFAILED +pipeline\.p99 < 1us +[\d.]+ ms, less than 0.001 ms allowed\npassed/,
    );
    expect(code).toBe(99);
    expect((JSON.parse(readFileSync(file('failed.json'), 'utf8')) as Result).state).toBe('completed');
  });

  test('99: also in quiet, which then tells what failed and nothing else', async () => {
    const { code, stdout, stderr } = await runCli([
      ...short,
      ...['-q', '--assert', 'pipeline.p99 < 1us', '--assert', 'pipeline.failed == 0'],
    ]);
    expect([code, stdout]).toEqual([99, '']);
    expect(stderr).toMatch(/Checks: 1 of 2 failed\nFAILED +pipeline\.p99/);
    expect(stderr).not.toContain('pipeline.failed');
  });

  test('2: one that cannot be read, and nothing is measured', async () => {
    const { code, stdout, stderr } = await runCli([...short, '--assert', 'pipe.p99 < 1us']);
    expect(stderr).toMatch(/column 1: there is no lane "pipe"; this run has one-by-one, pipeline\n.*\n +\^/);
    expect([code, stdout]).toEqual([2, '']);
  });
});

describe('a baseline', () => {
  test('99: a lane is far slower than it was', async () => {
    const was = rewritten('faster.json', faster('pipeline', 1000));
    const { code, stdout } = await runCli([...short, '--baseline', was, '--max-regression', '10%']);
    expect(stdout).toMatch(/^pipeline .* worse(; .*)?$/m);
    expect(stdout).toMatch(
      /^FAILED +pipeline: ratio to the first lane at most 10 % below .*: worse by (99\.\d|100) %$/m,
    );
    expect(code).toBe(99);
  });

  test('0: without a bound it only tells', async () => {
    const was = rewritten('faster.json', faster('pipeline', 1000));
    const { code, stdout } = await runCli([...short, '--baseline', was]);
    expect(stdout).toMatch(/^pipeline .* worse(; .*)?$/m);
    expect(stdout).not.toContain('Checks');
    expect(code).toBe(0);
  });

  test('99: only what has lost against the first lane, or, of throughputs, against itself', async () => {
    const was = rewritten('ratios.json', (result) => {
      faster('pipeline', 1000)(result);
      faster('one-by-one', 1000)(result);
    });
    const call = ['compare', was, file('baseline.json'), '--max-regression', '80%'];
    expect((await runCli(call)).code).toBe(0);
    expect((await runCli([...call, '--compare', 'throughput'])).code).toBe(99);
  });

  test('2: of fewer lanes than a command line that names none has, with the line that pins them', async () => {
    const times = words.slice(0, -1);
    const { code, stderr } = await runCli([...times, '--baseline', file('baseline.json')]);
    expect(code).toBe(2);
    expect(stderr).toContain('This run adds concurrent, auto-pipeline, multi-key.');
    expect(stderr).toContain('\n  --strategy one-by-one,pipeline\n');
  });

  test.each([
    [
      2,
      'of another plan',
      ['-c', '5', '--baseline', 'baseline.json'],
      /The plans differ:\n.*\n +-c, --clients +10 +5/,
    ],
    [1, 'that is not there', ['--baseline', 'none.json'], /none\.json cannot be read/],
    [2, 'that is missing', ['--max-regression', '10%'], /needs something to compare with: --baseline FILE/],
    [
      2,
      'with an odd bound',
      ['--baseline', 'baseline.json', '--max-regression', 'lots'],
      /a share such as 10%/,
    ],
    [2, 'with all as bound', ['--baseline', 'baseline.json', '--max-regression', '100%'], /less than 100%/],
    [2, 'and an odd comparison', ['--baseline', 'baseline.json', '--compare', 'x'], /throughput or ratios/],
  ])('%i: one %s, before anything is measured', async (expected, _what, more, message) => {
    const named = more.map((word) => (word.endsWith('.json') ? file(word) : word));
    const { code, stdout, stderr } = await runCli([...short, ...named]);
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([expected, '']);
  });
});

describe('roundtrip compare', () => {
  test('0: a result and itself are not told apart', async () => {
    const { code, stdout } = await runCli([
      ...[
        'compare',
        file('baseline.json'),
        file('baseline.json'),
        file('baseline.json'),
        '--max-regression',
        '80%',
      ],
    ]);
    expect(stdout.match(/^pipeline .*× 1\.00 .*inconclusive$/gm)).toHaveLength(2);
    expect(stdout).toContain('all 2 passed');
    expect(code).toBe(0);
  });

  test('99: a lane is worse than it may be', async () => {
    const was = rewritten('faster.json', faster('pipeline', 1000));
    const { code, stdout } = await runCli(['compare', was, file('baseline.json'), '--max-regression', '10%']);
    expect(stdout).toContain('1 of 1 failed');
    expect(code).toBe(99);
  });

  // The interval reaches to both sides of a loss of 10 %.
  test.each([
    ['above', 1.1],
    ['below', 1.12],
  ])(
    'a ratio %s the bound whose interval is across it is named on stderr, and fails with --strict alone',
    async (_, by) => {
      const was = rewritten('near.json', faster('pipeline', by));
      const call = ['compare', was, file('baseline.json'), '--max-regression', '10%'];
      const { code, stdout, stderr } = await runCli(call);
      expect(stderr).toMatch(/^Not judged: pipeline: ratio to the first lane at most 10 % below /m);
      expect(stdout).toContain('Checks: 0 passed, 1 not judged, 0 failed');
      expect(code).toBe(0);
      expect((await runCli([...call, '--strict'])).code).toBe(99);
    },
  );

  test('writes what it found for the summary of a CI job, as Markdown and as JSON', async () => {
    const was = rewritten('faster.json', faster('pipeline', 1000));
    const files = ['--markdown', file('compared.md'), '--json', '-'];
    const call = [
      'compare',
      was,
      file('baseline.json'),
      '--max-regression',
      '10%',
      '--compare',
      'throughput',
      ...files,
    ];
    writeFileSync(file('summary.md'), 'of an earlier step\n');
    const { code, stdout, stderr } = await runCli(call, { GITHUB_STEP_SUMMARY: file('summary.md') });
    expect(code).toBe(99);
    expect(stderr).toMatch(/^pipeline .* worse(; .*)?$/m);
    const found = JSON.parse(stdout) as {
      comparisons: { lanes: unknown[] }[];
      checks: { passed: boolean }[];
    };
    expect(found.comparisons[0]?.lanes[1]).toMatchObject({ lane: 'pipeline', outcome: 'worse' });
    expect(found.checks.filter(({ passed }) => !passed)).toHaveLength(1);
    const text = readFileSync(file('compared.md'), 'utf8');
    const tables = marked.lexer(text).filter((token): token is Tokens.Table => token.type === 'table');
    expect(tables.map(({ header }) => header[0]?.text)).toEqual(['', 'lane']);
    expect(tables[1]?.rows[1]?.map((cell) => cell.text)).toEqual([
      'pipeline',
      expect.stringMatching(/^[\d,]+$/),
      expect.stringMatching(/^[\d,]+$/),
      expect.stringMatching(/^\*\*× 0\.\d+\*\*$/),
      expect.stringMatching(/ – /),
      expect.stringMatching(/^🔴 worse(; .*)?$/),
    ]);
    expect(readFileSync(file('summary.md'), 'utf8')).toBe(`of an earlier step\n${text}\n`);
  });

  test.each([
    ['--markdown', '--json'],
    ['--json', '--markdown'],
  ])('1: what cannot be written by %s keeps nothing from being written by %s', async (full, other) => {
    const written = file(`beside${full}`);
    const call = ['compare', file('baseline.json'), file('baseline.json'), full, '/dev/full', other, written];
    const { code, stderr } = await runCli(call);
    expect(stderr).toMatch(new RegExp(`could not be written:\n${full} /dev/full: ENOSPC`));
    expect(readFileSync(written, 'utf8')).toContain('baseline.json');
    expect(code).toBe(1);
  });

  test('another machine is a warning, with what differs', async () => {
    const was = rewritten('elsewhere.json', ({ environment }) => (environment.cpuModel = 'Another CPU'));
    const { code, stdout } = await runCli(['compare', was, file('baseline.json')]);
    expect(stdout).toMatch(
      /! not measured in the same place; ratios survive that.*\n.*\n +cpuModel +Another CPU/,
    );
    expect(code).toBe(0);
  });

  test.each([
    [2, 'one file', ['baseline.json'], /takes two results/],
    [1, 'a file that is not there', ['baseline.json', 'none.json'], /none\.json cannot be read/],
    [1, 'a file that is no result', ['baseline.json', 'text.json'], /text\.json is not a result/],
    [
      2,
      'a folder that is not there',
      ['baseline.json', 'baseline.json', '--json', '/none/x'],
      /--json \/none\/x/,
    ],
    [2, 'an unknown option', ['baseline.json', 'baseline.json', '--fast'], /there is no option --fast/],
  ])('%i: %s', async (expected, _what, files, message) => {
    writeFileSync(file('text.json'), '{}');
    const { code, stdout, stderr } = await runCli([
      'compare',
      ...files.map((word) => (word.endsWith('.json') ? file(word) : word)),
    ]);
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([expected, '']);
  });

  test('2: results of different plans, with the fields that differ', async () => {
    const other = rewritten('other.json', ({ plan }) => (plan.workload.clients = 77));
    const { code, stderr } = await runCli(['compare', other, file('baseline.json')]);
    expect(stderr).toMatch(
      /other\.json and .*baseline\.json cannot be compared.*\n.*\n +-c, --clients +77 +10/,
    );
    expect(code).toBe(2);
  });

  test('a change of the plan is judged where its option may differ, and told; another is still refused', async () => {
    const other = rewritten('other.json', ({ plan }) => {
      plan.workload.pipeline = 77;
      plan.workload.clients = 11;
    });
    const call = ['compare', other, file('baseline.json'), '--max-regression', '80%'];
    const judged = await runCli([...call, '--allow-different', 'pipeline,clients']);
    expect(judged.stdout).toContain('! the plans differ in pipeline, as allowed: 77, now 16\n');
    expect(judged.stdout).toContain('all 1 passed');
    expect(judged.code).toBe(0);
    const refused = await runCli([...call, '--allow-different', 'pipeline']);
    expect(refused.stderr).toMatch(
      /The plans differ:\n.*\n +-c, --clients +11 +10\nIf that is meant: --allow-different clients\n$/,
    );
    expect(refused.code).toBe(2);
    const misspelt = await runCli([...call, '--allow-different', 'pipelin']);
    expect(misspelt.stderr).toContain('not "pipelin": did you mean pipeline?');
    expect(misspelt.code).toBe(2);
  });

  test('so is a run with another batch size, before it is measured', async () => {
    const call = [...short, '-P', '4', '--baseline', file('baseline.json'), '--max-regression', '80%'];
    expect((await runCli(call)).code).toBe(2);
    const { code, stdout } = await runCli([...call, '--allow-different', 'pipeline']);
    expect(stdout).toContain('! the plans differ in pipeline, as allowed: 16, now 4\n');
    expect(code).toBe(0);
  });
});
