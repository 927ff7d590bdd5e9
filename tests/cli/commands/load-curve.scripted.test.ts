import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { recipeResultSchema, type RecipeResult } from '../../../shared/contract/recipe.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { reportersOf } from '../../../server/reporters/index.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { interruptAt } from '../../support/scripted/interrupt-at.ts';
import { runCli } from '../../support/run-cli.ts';

const embedded = useEmbedded();
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'load-curve-test-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as RecipeResult;
const short = ['--duration', '1s', '--slice', '100ms', '--warmup', '200ms'];
/** As few slices as a load curve takes. */
const brief = ['--duration', '500ms', '--slice', '100ms', '--warmup', '100ms'];
const twoLanes = ['--strategy', 'one-by-one,pipeline', '-P', '4', '-c', '2'];

describe('bench --load-curve', () => {
  test('all lanes at each rate, from low to high: table, JSON, and a line for each point', async () => {
    const fileOf = (id: string) => join(folder, `curve.${id}`);
    const outputs = reportersOf.recipe.flatMap(({ id }) => [`--${id}`, fileOf(id)]);
    const url = `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`;
    const { code, stdout, stderr } = await runCli(
      ['bench', '--load-curve', '500..4k:3', '-u', url, ...twoLanes, ...short, ...outputs],
      { GITHUB_STEP_SUMMARY: join(folder, 'summary.md') },
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(/Step 1 of 3: 500\/s[^]*Step 2 of 3: 1,400\/s[^]*Step 3 of 3: 4,000\/s/);
    expect(stderr).not.toContain('Predict first');
    expect(stdout).toMatch(/^What each lane keeps:$/m);
    expect(stdout).toMatch(/^500\/s, One by one +\d+/m);
    expect(stdout).toMatch(
      /^4,000\/s, Pipeline +[\d,]+ +\d+\.\d+ +\d+\.\d+ +(rate kept|grows|inconclusive)$/m,
    );
    expect(stdout).not.toMatch(/Published|Prediction|full form/);

    const result = read(fileOf('json'));
    expect(recipeResultSchema.safeParse(result).error?.issues ?? []).toEqual([]);
    expect(result).toMatchObject({ kind: 'recipe', recipe: 'load-curve', state: 'completed' });
    expect(result.load?.rates).toEqual([500, 1400, 4000]);
    expect(result.load?.lanes.map(({ lane, strategy }) => [lane, strategy])).toEqual([
      ['one-by-one', 'one-by-one'],
      ['pipeline', 'pipeline'],
    ]);
    for (const { points } of result.load?.lanes ?? []) {
      expect(points.map(({ offeredRps }) => offeredRps)).toEqual([500, 1400, 4000]);
      expect(points.every(({ p50Ms, p99Ms }) => p50Ms !== null && p99Ms !== null && p50Ms <= p99Ms)).toBe(
        true,
      );
    }
    // Each rate is a whole run, with its counts checked and its lanes in the same rounds.
    expect(result.steps.map(({ result: run }) => run?.plan.target)).toEqual(['url', 'url', 'url']);
    expect(result.steps.map(({ result: run }) => run?.plan.workload.rps)).toEqual([500, 1400, 4000]);
    for (const { result: run } of result.steps)
      expect(
        run?.lanes.map(({ countsAgree, throughput }) => [countsAgree, throughput?.slices.length]),
      ).toEqual([
        [true, 10],
        [true, 10],
      ]);

    const rows = parse<Record<string, string>>(readFileSync(fileOf('csv'), 'utf8'), { columns: true });
    expect(rows.map(({ lane, offered_rps: offered }) => `${lane ?? ''} ${offered ?? ''}`)).toEqual(
      ['one-by-one', 'pipeline'].flatMap((lane) => [500, 1400, 4000].map((rps) => `${lane} ${rps}`)),
    );
    expect(Number(rows[0]?.['p99_ms'])).toBe(result.load?.lanes[0]?.points[0]?.p99Ms);
    const markdown = readFileSync(fileOf('markdown'), 'utf8');
    expect(markdown).toMatch(/^### Latency over load$/m);
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toBe(`${markdown}\n`);
    const schema = readFileSync(new URL('../../support/junit.xsd', import.meta.url), 'utf8');
    const xml = { fileName: 'out.xml', contents: readFileSync(fileOf('junit'), 'utf8') };
    expect((await validateXML({ xml, schema })).errors).toEqual([]);

    const again = await runCli(['report', fileOf('json')]);
    expect(again.stdout).toBe(stdout);
    const admin = await openAdmin(embedded().target);
    expect(await admin.dbsize()).toBe(0);
    admin.disconnect();
  }, 60_000);

  test('the queue of one connection over 5 ms grows at ten times what it can do, and not at a quarter', async () => {
    const { code, stdout } = await runCli([
      ...['bench', '--load-curve', '50,2k', '--rtt', '5ms', '-c', '1', '--strategy', 'one-by-one'],
      ...['--duration', '2500ms', '--slice', '250ms', '--warmup', '300ms', '--json', '-', '-q'],
    ]);
    expect(code).toBe(0);
    const { load } = JSON.parse(stdout) as RecipeResult;
    const [lane] = load?.lanes ?? [];
    const [below, above] = lane?.points ?? [];
    expect(lane?.growsRps).toBe(2000);
    expect(above?.state).toBe('grows');
    expect(below?.state).toBe('kept');
    expect(lane?.keptRps).toBe(50);
    expect(above?.achievedRps).toBeLessThan(250);
    expect(above?.p50Ms).toBeGreaterThan(10 * (below?.p50Ms ?? NaN));
  }, 60_000);

  test('assertions are judged, shown and reported; one that fails makes the exit code 99', async () => {
    const files = ['junit', 'markdown'].map((id) => join(folder, `asserted.${id}`));
    const call = [
      ...['bench', '--load-curve', '100,400', ...twoLanes, ...brief, '--no-progress'],
      ...['--junit', files[0] ?? '', '--markdown', files[1] ?? ''],
    ];
    const held = ['--assert', 'pipeline.failed@400 == 0', '--assert', 'pipeline.commands@400 > 10'];
    const passing = await runCli([...call, ...held]);
    expect(passing.stdout).toMatch(/Checks: all 2 passed\npassed +pipeline\.failed@400 == 0 +0/);
    expect(passing.code).toBe(0);
    const failing = await runCli([...call, ...held, '--assert', 'one-by-one.kept >= 1M']);
    expect(failing.stdout).toMatch(/Checks: 1 of 3 failed[^]*FAILED +one-by-one\.kept >= 1M/);
    expect(failing.code).toBe(99);
    const [junit = '', markdown = ''] = files.map((file) => readFileSync(file, 'utf8'));
    expect(junit).toMatch(/<testcase name="one-by-one\.kept &gt;= 1M"[^>]*>\s*<failure type="check"/);
    expect(markdown).toContain('one-by-one.kept');
    const quiet = await runCli([...call, '-q', ...held, '--assert', 'one-by-one.kept >= 1M']);
    expect(quiet).toMatchObject({ code: 99, stdout: '' });
    expect(quiet.stderr).toMatch(/FAILED +one-by-one\.kept/);
  }, 60_000);

  test('lanes on servers of their own, also those with a name, are measured rate by rate', async () => {
    const file = join(folder, 'servers.json');
    const { code } = await runCli(
      [
        ...['bench', '--load-curve', '100,200', '--strategy', 'pipeline', '--target', 'embedded,other'],
        ...[...brief, '--no-progress', '--json', file],
      ],
      { ROUNDTRIP_TARGETS: '[{"id":"other","private":{}}]' },
    );
    expect(code).toBe(0);
    const { load, steps } = read(file);
    expect(load?.lanes.map(({ lane }) => lane)).toEqual(['pipeline-embedded', 'pipeline-other']);
    for (const { result } of steps)
      expect(result?.lanes.map(({ target, countsAgree }) => [target?.id, countsAgree])).toEqual([
        ['embedded', true],
        ['other', true],
      ]);
  }, 60_000);

  test('a lane that gives up for its queue is an answer, and no failure', async () => {
    const { code, stdout } = await runCli([
      ...['bench', '--load-curve', '50,5k', '--rtt', '5ms', '-c', '1', '--strategy', 'one-by-one,wire'],
      ...['--backlog', '1000', ...short, '--json', '-'],
    ]);
    expect(code).toBe(0);
    const result = JSON.parse(stdout) as RecipeResult;
    expect(result).toMatchObject({ state: 'completed' });
    expect(result.steps[1]).toMatchObject({
      state: 'completed',
      error: null,
      result: { state: 'failed', lanes: [{ error: { code: 'BACKLOG_PASSED' } }, {}] },
    });
    expect(result.load?.lanes[0]).toMatchObject({ growsRps: 5000 });
  }, 60_000);

  test('stopped by Ctrl-C: the rates that were measured are there', async () => {
    const file = join(folder, 'stopped.json');
    interruptAt(({ workload }) => workload.rps === 200);
    const { code, stdout } = await runCli([
      ...['bench', '--load-curve', '100,200,300', ...twoLanes, ...short, '--json', file],
    ]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^100\/s, One by one +\d+/m);
    expect(stdout).not.toMatch(/^300\/s/m);
    const { state, load, steps } = read(file);
    expect(state).toBe('stopped');
    expect(steps).toHaveLength(2);
    expect(load?.lanes.map(({ points }) => points[0]?.state)).not.toContain('stopped');
  }, 60_000);

  test.each([
    ['a bad range', ['1k..x'], /--load-curve: must be a range such as 1k\.\.100k .*"x" is no rate/],
    ['a range the wrong way round', ['100k..1k'], /as in 1k\.\.100k/],
    ['--rps', ['1k..2k', '--rps', '5'], /--rps does not go with --load-curve: both say the rate/],
    [
      'a count',
      ['1k..2k', '-n', '100'],
      /--requests: a count does not go with a load curve: each rate is measured for a time/,
    ],
    ['a race', ['1k..2k', '--schedule', 'race'], /--schedule: race does not go with a load curve/],
    ['a recipe', ['1k..2k', '--recipe', 'rtt'], /--recipe brings plans of its own: leave out --load-curve/],
    ['a plan', ['1k..2k', '--plan', 'plan.json'], /--plan holds the whole plan: leave out --load-curve/],
    [
      'an assertion without a rate',
      ['1k,2k', '--assert', 'pipeline.failed == 0'],
      /--assert, column 10: a load curve has this figure at each rate: .*pipeline\.failed@1000/,
    ],
    ['a baseline', ['1k..2k', '--baseline', 'x.json'], /--baseline does not go with/],
    ['a report of one run', ['1k..2k', '--hgrm', 'x.hgrm'], /Reports of a load curve: --json, --csv/],
    ['a precision', ['1k..2k', '--precision', '3%'], /--precision does not go with --load-curve/],
    [
      'too few slices',
      ['1k..2k', '--duration', '200ms', '--slice', '100ms'],
      /--duration: a load curve needs at least 5 slices a lane/,
    ],
    ['a lane that cannot send it', ['1k..2k', '--strategy', 'multi-key', '-t', 'incr'], /multi-key can only/],
    ['two reports on stdout', ['1k..2k', '--csv', '-', '--json', '-'], /would both go to stdout/],
  ])('refuses %s', async (_what, words, message) => {
    const { code, stdout, stderr } = await runCli(['bench', '--load-curve', ...words]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(stdout).toBe('');
  });

  test('in a configuration; the words of the command line for another rate win', async () => {
    const config = join(folder, 'config.json');
    writeFileSync(config, JSON.stringify({ 'load-curve': ['5k', 'x'] }));
    const refused = await runCli(['bench', '--config', config]);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toMatch(/config\.json: load-curve: must be .*"x" is no rate/);
    const single = await runCli(['bench', '--config', config, '--rps', '50', ...twoLanes, ...brief, '-q']);
    expect(single).toMatchObject({ code: 0, stderr: '' });
  });
});
