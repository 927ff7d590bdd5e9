import { join } from 'node:path';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { sampleResult } from '../../support/sample-result.ts';
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

describe('results of other tools', () => {
  test('are reported under their name, as one run without intervals', async () => {
    const { code, stdout } = await runCli(['report', theirs]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /measured by redis-benchmark \/ valkey-benchmark\.\s+One\s+run\s+without\s+intervals/,
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

  test('of HTTP are named and refused', async () => {
    const k6 = file('k6.json', '{"metrics": {"http_reqs": {}}, "root_group": {}}');
    for (const words of [
      ['report', k6],
      ['compare', theirs, k6],
    ])
      expect(await runCli(words)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('k6.json is a result of k6: it measures HTTP') as string,
      });
  });
});
