import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { sampleResult } from '../../support/a-result.ts';
import { projectRoot } from '../../support/project-root.ts';
import { runCli } from '../../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'foreign-results-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const theirs = file(
  'theirs.csv',
  '"test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"\n"SET","50000.00","0.5","0.1","0.400","1","2.000","9"\n"GET","60000.00","0.4","0.1","0.3","1","2","9"\n',
);
const memtier = file(
  'memtier.json',
  '{"ALL STATS": {"Sets": {"Ops/sec": 25000, "Latency": -nan}, "Totals": {"Ops/sec": 25000}}}',
);

const old = [
  '====== SET ======',
  '  100000 requests completed in 2.60 seconds',
  '  20 parallel clients',
  '  100 bytes payload',
  '  keep alive: 1',
  '',
  '99.76% <= 2 milliseconds',
  '38461.54 requests per second',
].join('\r\n');
const text = `${old}\r\n${old}\r\nError from server: ERR no\r\n`;

describe('results of other tools', () => {
  test('are reported under their name, as one run without intervals', async () => {
    const { code, stdout } = await runCli(['report', theirs]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /Measured by redis-benchmark \/ valkey-benchmark\.\s+One\s+run\s+without\s+intervals/,
    );
    expect(stdout).toMatch(/SET +50,000 .*0\.400 +2\.000/);
  });

  test('are compared with one another and with ours, command by command', async () => {
    const between = await runCli(['compare', theirs, memtier]);
    expect([between.code, between.stdout]).toEqual([
      0,
      expect.stringMatching(/SET +Sets +50,000 +25,000 +× 0\.50/),
    ]);
    const result = sampleResult;
    const ours = file('ours.json', JSON.stringify(result));
    const { code, stdout } = await runCli(['compare', theirs, ours]);
    expect(code).toBe(0);
    for (const { id } of result.lanes) expect(stdout).toMatch(new RegExp(`SET +${id} +50,000`));
    expect(stdout).not.toContain('GET');
  });

  test('as pasted text show what the tool says of the run', async () => {
    const pasted = file('pasted.txt', text);
    const { code, stdout } = await runCli(['report', pasted]);
    expect(code).toBe(0);
    const said = stdout.replaceAll(/\s+/g, ' ');
    expect(said).toContain('Measured by redis-benchmark / valkey-benchmark');
    expect(said).toContain('20 clients, 100 B.');
    expect(said).toContain('“Error from server: ERR no”');
    expect(stdout).toMatch(/SET, run 1 +38,462 +– +– +≤ 2 +–/);
    expect(stdout).toMatch(/SET, run 2 +38,462/);
  });

  test('of several runs and of failed ones say so', async () => {
    const stats = (rate: number) => ({ Totals: { 'Ops/sec': rate, 'Hits/sec': 3, 'KB/sec': 12.5 } });
    const runs = file(
      'runs.json',
      JSON.stringify({
        'BEST RUN RESULTS': stats(1100),
        'WORST RUN RESULTS': stats(900),
        'AGGREGATED AVERAGE RESULTS (3 runs)': {
          ...stats(1000),
          Runtime: { Interrupted: 'true' },
        },
      }),
    );
    const { stdout } = await runCli(['report', runs]);
    expect(stdout).toMatch(/Averages of 3 runs/);
    expect(stdout).toMatch(/interrupted/);
    expect(stdout).toMatch(/Totals +1,000 +900 – 1,100 .* 3\.0 .* 12\.5/);
  });

  test('without figures are shown by their errors', async () => {
    const refused = file('refused.txt', 'Could not connect to Redis at 127.0.0.1:1: Connection refused\n');
    const { code, stdout } = await runCli(['report', refused]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Could not connect to Redis')]);
    const compared = await runCli(['compare', theirs, refused, '--max-regression', '10%']);
    expect([compared.code, compared.stderr]).toEqual([2, expect.stringMatching(/no figures\n.*Could not/)]);
  });

  test.each([
    ['k6', '{"metrics": {"http_reqs": {}}, "root_group": {}}', 'is a result of k6: it times a script'],
    ['wrk', '  12 threads and 400 connections\n', 'is a result of wrk: it measures HTTP'],
    [
      'valkey-perf-benchmark',
      '[{"data_sizes":[16],"pipelines":[1]}]',
      'is a list of settings of valkey-perf-benchmark',
    ],
  ])('that are only named are refused, with what can be read: %s', async (name, content, said) => {
    const named = file(`${name}.txt`, content);
    for (const words of [
      ['report', named],
      ['compare', theirs, named],
      ['bench', '--dry-run', '--baseline', named],
    ]) {
      const { code, stderr } = await runCli(words);
      expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
      expect(stderr).toContain('Roundtrip reads text, CSV and JSON of redis-benchmark');
    }
    const { code, stderr } = await runCli(['bench', '--dry-run', '--plan', named]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(new RegExp(`it is a file of ${name}, and no plan of Roundtrip\\. --from`)),
    ]);
  });
});

describe('compare of files of other tools, with a bound', () => {
  const row = (test: string, rate: string) => `"${test}","${rate}"\n`;
  const was = file('was.csv', row('SET', '50000.00') + row('GET', '60000.00'));
  const bound = ['--max-regression', '10%'];

  test('fails for a command that is slower by more, and says that there is no interval', async () => {
    const is = file('slower.csv', row('SET', '22000.00') + row('GET', '59000.00'));
    const markdown = join(folder, 'out.md');
    const json = join(folder, 'out.json');
    const { code, stdout } = await runCli([
      ...['compare', was, is, ...bound, '--markdown', markdown, '--json', json],
    ]);
    expect(code).toBe(99);
    expect(stdout).toContain('Checks: 1 of 2 failed');
    const said = '× 0.44, no interval: one run each: worse by 56 %';
    for (const text of [stdout, readFileSync(markdown, 'utf8')]) {
      expect(text).toContain(said);
      expect(text).toMatch(/GET: .*× 0\.98, no interval: one run each/);
    }
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
      comparisons: [{ rows: [{ ratio: 0.44 }, {}] }],
      checks: [{ passed: false, message: said }, { passed: true }],
    });
  });

  test.each([
    ['is missing', row('GET', '60000'), /FAILED +SET: .*has no SET/],
    ['has no rate', row('SET', '0.00') + row('GET', '60000'), /FAILED +SET: .*× 0\.00/],
  ])('fails for a command that %s', async (_what, content, said) => {
    const { code, stdout } = await runCli(['compare', was, file('less.csv', content), ...bound]);
    expect([code, stdout]).toEqual([99, expect.stringMatching(said)]);
  });

  test.each([
    ['0', row('SET', '0.00'), /FAILED +SET: .*the rate in the earlier file is 0/],
    ['nan', row('GET', '60000') + row('SET', 'nan'), /FAILED +SET: .*the earlier file has no rate/],
    ['0 beside others', row('SET', '0.00') + row('GET', '60000'), /FAILED +SET: .*earlier file is 0/],
  ])('cannot judge a command whose rate was %s', async (_what, content, said) => {
    const earlier = file('earlier.csv', content);
    const { code, stdout } = await runCli(['compare', earlier, was, ...bound]);
    expect([code, stdout]).toEqual([99, expect.stringMatching(said)]);
  });

  test('judges the command that memtier_benchmark has sent, and not the one that it lists with 0', async () => {
    const rates = (sets: number, gets: number) =>
      `{"ALL STATS": {"Sets": {"Ops/sec": ${sets}}, "Gets": {"Ops/sec": ${gets}}, "Totals": {"Ops/sec": ${sets + gets}}}}`;
    const gets = file('gets.json', rates(0, 60_000));
    const none = file('none.json', rates(0, 0));
    const same = await runCli(['compare', gets, gets, ...bound]);
    expect([same.code, same.stdout]).toEqual([0, expect.not.stringContaining('Sets')]);
    expect((await runCli(['compare', none, gets, ...bound])).code).toBe(99);
    expect((await runCli(['compare', gets, none, ...bound])).code).toBe(99);
  });

  test('judges each of several later files, in one document', async () => {
    const json = join(folder, 'three.json');
    const same = file('same.csv', row('SET', '50000') + row('GET', '60000'));
    const slow = file('slow.csv', row('SET', '20000') + row('GET', '60000'));
    const { code, stdout } = await runCli(['compare', was, slow, same, ...bound, '--json', json]);
    expect([code, stdout]).toEqual([99, expect.stringMatching(/FAILED +\S*slow\.csv: SET/)]);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
      comparisons: [{ is: slow }, { is: same }],
    });
  });

  test('passes within it', async () => {
    expect((await runCli(['compare', was, was, ...bound])).code).toBe(0);
  });
});

test('a result of another tool is no baseline: compare judges a run by it', async () => {
  const { code, stderr } = await runCli(['bench', '--dry-run', '--baseline', theirs]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('is a result of redis-benchmark')]);
  expect(stderr).toContain(`compare ${theirs} new.json --max-regression 10%`);
});

test.each([
  ['report', ['report', '-'], readFileSync(theirs, 'utf8')],
  ['compare', ['compare', '-', theirs], readFileSync(theirs, 'utf8')],
  ['report of text', ['report', '-'], 'SET: 50000.00 requests per second, p50=0.271 msec\r\n'],
  ['compare with JSON', ['compare', theirs, '-'], readFileSync(memtier, 'utf8')],
])('%s reads a result of another tool from stdin', (_what, words, input) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(projectRoot, 'dist/server/cli/main.js'), ...words],
    { input, encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/SET .*50,000/);
});
