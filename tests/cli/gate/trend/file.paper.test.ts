import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitOf } from '../../../../server/cli/gate/trend/commit.ts';
import { appendToTrend, readTrend } from '../../../../server/cli/gate/trend/file.ts';
import { trendLineOf } from '../../../../server/cli/gate/trend/line.ts';
import { aResult } from '../../../support/a-result.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const lineOf = (more: Parameters<typeof aResult>[0] = {}) =>
  trendLineOf(aResult({ rounds: 20, ...more }), { commit: 'abc1234', failed: false });

describe('a file of a trend', () => {
  test('that is not there holds nothing', () => {
    expect(readTrend(join(temporaryFolder(), 'none'))).toEqual({ lines: [], faults: [] });
  });

  test('gets a line a run, and keeps what is there', () => {
    const file = join(temporaryFolder(), 't.jsonl');
    appendToTrend(file, lineOf());
    const before = readFileSync(file, 'utf8');
    appendToTrend(file, lineOf({ name: 'checkout' }));
    expect(readFileSync(file, 'utf8').startsWith(before)).toBe(true);
    expect(readTrend(file)).toEqual({ lines: [lineOf(), lineOf({ name: 'checkout' })], faults: [] });
  });

  test('names lines that are none by their numbers, and reads the others', () => {
    const file = join(temporaryFolder(), 't.jsonl');
    const line = JSON.stringify(lineOf());
    const text = [
      line,
      '',
      '{"kind":"tre',
      '7',
      '{"type":"run-started"}',
      line.replace('"schema":1', '"schema":2'),
    ];
    writeFileSync(file, `${[...text, line.replace('"failed":false', '"failed":"no"'), line].join('\n')}\n`);
    const { lines, faults } = readTrend(file);
    expect(lines).toEqual([lineOf(), lineOf()]);
    expect(faults).toEqual([
      `${file}, line 3: this is not JSON, as --trend writes it; it may have been cut off. It is left out`,
      `${file}, line 4: this is no line of a trend, as --trend writes it. It is left out`,
      `${file}, line 5: this is no line of a trend, as --trend writes it. It is left out`,
      `${file}, line 6: this line has schema 2, and this version reads schema 1. It is left out`,
      expect.stringMatching(/, line 7: failed: .* It is left out$/),
    ]);
  });

  test('whose last line was cut off gets the next one on a line of its own', () => {
    const file = join(temporaryFolder(), 't.jsonl');
    writeFileSync(file, '{"kind":"tre');
    appendToTrend(file, lineOf());
    expect(readTrend(file)).toMatchObject({ lines: [lineOf()], faults: [{}] });
  });

  test('that cannot be written is named', () => {
    const folder = temporaryFolder();
    expect(() => {
      appendToTrend(folder, lineOf());
    }).toThrow(`--trend ${folder} could not be written: EISDIR`);
  });
});

describe('a line', () => {
  test('has figures of each lane that completed, with their intervals', () => {
    const { lanes, machine, commit, name } = lineOf({ lanes: { 'one-by-one': 1000, pipeline: 12_000 } });
    expect([machine, commit, name]).toEqual([
      { cpuModel: 'test', cores: 2, platform: 'linux x64', agents: null },
      'abc1234',
      null,
    ]);
    expect(lanes.map(({ id, ratio }) => [id, ratio === null])).toEqual([
      ['one-by-one', true],
      ['pipeline', false],
    ]);
    const [, pipeline] = lanes;
    expect(pipeline?.rate?.value).toBeCloseTo(12_000, 6);
    expect(pipeline?.ratio?.value).toBeCloseTo(12, 6);
    for (const figure of [pipeline?.rate, pipeline?.ratio, pipeline?.p50Ms]) {
      const [low = NaN, high = NaN] = figure?.ci95 ?? [];
      expect(low).toBeLessThanOrEqual(figure?.value ?? NaN);
      expect(high).toBeGreaterThanOrEqual(figure?.value ?? NaN);
    }
    expect(pipeline?.p99Ms).toEqual({ value: expect.any(Number) as number, ci95: null });
    const broken = { perSecond: 1, state: 'failed' as const };
    expect(lineOf({ lanes: { 'one-by-one': 1000, lua: broken } }).lanes.map(({ id }) => id)).toEqual([
      'one-by-one',
    ]);
  });

  test('has the same fingerprint for plans that measure the same, and for no others', () => {
    const of = (plan: Parameters<typeof aResult>[0]) => lineOf(plan).plan;
    const lanes = [{ strategy: 'one-by-one' }, { strategy: 'pipeline', label: 'Batches' }];
    expect(of({ plan: { lanes } })).toBe(of({}));
    expect(of({ plan: { workload: { clients: 5 } } })).not.toBe(of({}));
    expect(of({ seed: 2, name: 'x' })).toBe(of({}));
  });
});

describe('the commit', () => {
  test.each(['GITHUB_SHA', 'CI_COMMIT_SHA', 'GIT_COMMIT'])('is that of %s', (name) => {
    expect(commitOf({ [name]: '0123abc4567' }, '/')).toBe('0123abc4567');
  });

  test('is that of the folder’s repository, or not known', () => {
    const folder = temporaryFolder();
    expect(commitOf({ GITHUB_SHA: 'not a commit' }, folder)).toBeNull();
    const inside = join(folder, 'inside');
    mkdirSync(inside);
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...words], {
        ...{ cwd: folder, encoding: 'utf8' },
      });
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'x');
    expect(commitOf({}, inside)).toBe(git('rev-parse', 'HEAD').trim());
  });
});
