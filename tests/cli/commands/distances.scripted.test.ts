import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { recipeResultSchema, type RecipeResult } from '../../../shared/contract/recipe.ts';
import { reportersOf } from '../../../server/reporters/index.ts';
import { runCli } from '../../support/run-cli.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const folder = folderForAll();
const brief = ['--duration', '500ms', '--slice', '100ms', '--warmup', '100ms'];
const lanes = ['--strategy', 'one-by-one,pipeline', '-P', '4', '-c', '2'];

describe('bench --rtt with several round trips', () => {
  test('the same lanes at each, from near to far, on every report', async () => {
    const fileOf = (id: string) => join(folder(), `gain.${id}`);
    const outputs = reportersOf.recipe.flatMap(({ id }) => [`--${id}`, fileOf(id)]);
    // A bare number has the unit of the next that names one.
    const call = ['bench', '--rtt', '5,0,1ms', ...lanes, ...brief, ...outputs];
    const { code, stdout, stderr } = await runCli(call);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/1 of 3: this machine 0 ms[^]*3 of 3: office 5 ms/),
    ]);
    expect(stdout).toMatch(/^Pipeline, same zone 1 ms +[█▏▎▍▌▋▊▉]+ +× [\d.]+ +[\d.]+ – [\d.]+ +[\d,]+$/m);
    expect(stdout).toMatch(/Limit × 4\.00: Pipeline has 8 commands in flight\s+instead of 2/);

    const result = JSON.parse(readFileSync(fileOf('json'), 'utf8')) as RecipeResult;
    expect(recipeResultSchema.safeParse(result).error?.issues ?? []).toEqual([]);
    const [first, pipeline] = result.distances?.lanes ?? [];
    expect(first?.points.map(({ rttMs, ratio }) => [rttMs, ratio])).toEqual([0, 1, 5].map((rtt) => [rtt, 1]));
    // A ratio is the quotient of the two rates beside it.
    for (const [place, { ratio, rate }] of (pipeline?.points ?? []).entries())
      expect(ratio).toBeCloseTo((rate ?? NaN) / (first?.points[place]?.rate ?? NaN), 9);
    expect(result.steps.map((step) => step.result?.plan.network?.rttMs)).toEqual([undefined, 1, 5]);

    const rows = parse<Record<string, string>>(readFileSync(fileOf('csv'), 'utf8'), { columns: true });
    expect(rows.map(({ lane, rtt_ms: rtt }) => `${lane ?? ''} ${rtt ?? ''}`)).toEqual(
      ['one-by-one', 'pipeline'].flatMap((lane) => [0, 1, 5].map((rtt) => `${lane} ${rtt}`)),
    );
    expect(readFileSync(fileOf('html'), 'utf8')).toContain('× 4.00: as many times the commands in flight');
    expect(readFileSync(fileOf('markdown'), 'utf8')).toMatch(/^\| Pipeline, office 5 ms /m);
  });

  test.each([
    [
      ['--assert', 'pipeline.failed == 0'],
      /--assert does not go with --rtt with several round trips: it is about a single run/,
    ],
    [
      ['--rps', '100'],
      /--rps: a rate does not go with several round trips: at a rate that is given no lane gains/,
    ],
    [['-n', '100'], /--requests: a count does not go with several round trips: each distance is measured/],
    [
      ['--agents', '2', '--target', 'shop=redis://h'],
      /--rtt: agents measure over the network that they have/,
    ],
    [['--load-curve', '1k,2k'], /--load-curve does not go with --rtt with several round trips/],
    [['--schedule', 'race'], /--schedule: race does not go with several round trips: lanes that run at once/],
    [['--strategy', 'pipeline'], /a single lane does not go with several round trips: a gain needs a second/],
  ])('2: with %s, before anything is measured', async (more, message) => {
    const { code, stdout, stderr } = await runCli(['bench', '--rtt', '0,1ms', ...more]);
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([2, '']);
  });

  test('2: one round trip twice is not several', async () => {
    const { code, stderr } = await runCli(['bench', '--rtt', '1ms,1ms']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('2 to 8 different round trips')]);
  });
});
