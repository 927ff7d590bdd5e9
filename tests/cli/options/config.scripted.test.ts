import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import { runCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const quick = { warmup: 0, duration: '300ms', slice: '100ms' };

function folderWith(files: Record<string, unknown>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return folder;
}

const bench = (folder: string, words: readonly string[] = []) => runCli(['bench', ...words], {}, folder);

async function planOf(folder: string, words: readonly string[] = []) {
  const { code, stdout, stderr } = await bench(folder, ['--json', '-', '-q', ...words]);
  expect([code, stderr]).toEqual([0, '']);
  return (JSON.parse(stdout) as Result).plan;
}

describe('a configuration in the working directory', () => {
  test('is read: text, numbers, lists and switches', async () => {
    const folder = folderWith({
      'roundtrip.config.json': {
        ...quick,
        strategy: ['pipeline', 'one-by-one'],
        clients: 3,
        'data-size': '1k',
        'no-progress': true,
        quiet: false,
        assert: ['pipeline.failed == 0', 'one-by-one.failed == 0'],
      },
    });
    const { code, stdout } = await bench(folder, ['--json', join(folder, 'out.json')]);
    expect(code).toBe(0);
    expect(stdout).toContain('SET · 1.0 KiB · 3 connections');
    expect(stdout).toContain('all 2 passed');
  });

  test('in TypeScript runs on any Node that Roundtrip runs on, and leaves nothing behind', async () => {
    const folder = folderWith({
      'roundtrip.config.ts': `import { availableParallelism } from 'node:os';
        interface Options { clients: number; [name: string]: unknown }
        const options: Options = { ...${JSON.stringify(quick)}, strategy: 'pipeline', clients: Math.min(2, availableParallelism() + 1) };
        export default options satisfies Options;`,
    });
    expect((await planOf(folder)).workload.clients).toBe(2);
    expect(readdirSync(folder)).toEqual(['roundtrip.config.ts']);
  });

  test('in JavaScript is its default export', async () => {
    const folder = folderWith({
      'roundtrip.config.js': `export default { ...${JSON.stringify(quick)}, strategy: 'pipeline', clients: 4 };`,
    });
    expect((await planOf(folder)).workload.clients).toBe(4);
  });

  test('yields to the command line, option by option', async () => {
    const folder = folderWith({
      'roundtrip.config.json': {
        warmup: 0,
        strategy: 'pipeline',
        clients: 3,
        'data-size': 10,
        duration: '300ms',
      },
    });
    const { workload, lanes } = await planOf(folder, [
      '-c',
      '2',
      '--requests',
      '100',
      '--strategy',
      'wire,lua',
    ]);
    expect([workload.clients, workload.dataSize, workload.requests]).toEqual([2, 10, 100]);
    expect(lanes.map(({ strategy }) => strategy)).toEqual(['wire', 'lua']);
  });

  test('yields to a plan of the command line as a whole', async () => {
    const folder = folderWith({
      'roundtrip.config.json': { clients: 3, strategy: 'lua', assert: 'pipeline.failed == 0' },
      'plan.json': {
        workload: { clients: 2, durationMs: 200, warmupMs: 0 },
        schedule: { sliceMs: 100 },
        lanes: [{ strategy: 'pipeline' }],
      },
    });
    expect((await planOf(folder, ['--plan', 'plan.json'])).workload.clients).toBe(2);
  });

  test('is not read where another one is named', async () => {
    const folder = folderWith({
      'roundtrip.config.json': 'no JSON',
      'other.json': { ...quick, clients: 7, strategy: 'pipeline' },
    });
    expect((await planOf(folder, ['--config', 'other.json'])).workload.clients).toBe(7);
  });
});

describe('a configuration that is wrong is refused, with its file and field', () => {
  test.each<[string, unknown, RegExp]>([
    ['an unknown option', { speed: 5 }, /^roundtrip: roundtrip\.config\.json: there is no option "speed"/],
    ['another spelling', { dataSize: 5 }, /there is no option "dataSize": write "data-size"/],
    ['a short name', { c: 5 }, /there is no option "c": write "clients"/],
    ['help', { help: true }, /there is no option "help": it belongs on the command line/],
    [
      'an object where a text belongs',
      { clients: {} },
      /config\.json: clients: must be a text or a number, not \{\}/,
    ],
    [
      'a list where one belongs',
      { clients: [1, 2] },
      /config\.json: clients: must be one text or number, not \[1,2\]/,
    ],
    ['a text for a switch', { quiet: 'yes' }, /config\.json: quiet: must be true or false, not "yes"/],
    ['a value that cannot be read', { 'data-size': 'big' }, /config\.json: data-size takes a size in bytes/],
    ['a value out of range', { clients: 0 }, /config\.json: clients: must be a number from 1 to 1000/],
    ['an unknown strategy', { strategy: 'telepathy' }, /config\.json: strategy: must be one of one-by-one/],
    ['an assertion', { assert: 'pipe.p99 < 5ms' }, /config\.json: assert, column 1: there is no lane "pipe"/],
    ['a list', [], /config\.json: a configuration is an object/],
    ['no JSON', '{ "clients": 5', /roundtrip\.config\.json: .*JSON/],
  ])('%s', async (_what, content, message) => {
    const { code, stdout, stderr } = await bench(folderWith({ 'roundtrip.config.json': content }));
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([2, '']);
  });

  test.each<[string, Record<string, unknown>, string[], RegExp]>([
    [
      'two of them',
      { 'roundtrip.config.json': {}, 'roundtrip.config.ts': '' },
      [],
      /there are roundtrip\.config\.json and roundtrip\.config\.ts/,
    ],
    ['one that is not there', {}, ['--config', 'none.json'], /none\.json: ENOENT/],
    ['one of another kind', {}, ['--config', 'x.yaml'], /a configuration ends in \.json, \.ts, \.js/],
    [
      'a program that throws',
      { 'x.ts': 'throw new Error("no such thing")' },
      ['--config', 'x.ts'],
      /x\.ts: no such thing/,
    ],
    [
      'a plan in it beside options',
      { 'roundtrip.config.json': { plan: 'x.json' } },
      ['-c', '2'],
      /config\.json: plan holds the whole plan: leave out --clients/,
    ],
  ])('%s', async (_what, files, words, message) => {
    const { code, stderr } = await bench(folderWith(files), words);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});

test('help is given whatever the configuration says', async () => {
  const { code } = await bench(folderWith({ 'roundtrip.config.json': 'no JSON' }), ['--help']);
  expect(code).toBe(0);
});
