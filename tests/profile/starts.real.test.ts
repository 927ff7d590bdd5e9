import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-root.ts';
import { spawnCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function fileOf(name: string, text: string): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

test.each(['program.ts', 'program.es6'])(
  'a hook of CommonJS, as those of ts-node and Babel, compiles the program %s',
  async (name) => {
    const extension = name.slice(name.indexOf('.'));
    const hook = fileOf(
      'hook.cjs',
      `const { readFileSync } = require('node:fs');
require.extensions['${extension}'] = (module, file) =>
  module._compile(readFileSync(file, 'utf8').replace(': string', ''), file);`,
    );
    const program = fileOf(name, "const said: string = 'compiled'; console.log(said);");
    const { code, stdout } = await spawnCli(['profile', '-q', '--', 'node', '-r', hook, program]);
    expect([code, stdout]).toEqual([0, 'compiled\n']);
  },
);

test('a program under the permission model runs where the recorder is allowed, else the options are named', async () => {
  const program = fileOf('program.cjs', "console.log('allowed');");
  const [flag] = ['--permission', '--experimental-permission'].filter((one) =>
    process.allowedNodeEnvironmentFlags.has(one),
  );
  const start = (...allowed: string[]) =>
    spawnCli([
      'profile',
      '--',
      'node',
      flag ?? '',
      `--allow-fs-read=${dirname(program)}/*`,
      ...allowed,
      program,
    ]);
  const refused = await start();
  expect(refused.code).toBe(1);
  const [read = '', write = ''] = refused.stderr.match(/--allow-fs-\w+=\S+/g) ?? [];
  expect([read, write]).toEqual([
    `--allow-fs-read=${join(projectRoot, 'dist')}/*`,
    `--allow-fs-write=${tmpdir()}/*`,
  ]);
  const { code, stdout, stderr } = await start(read, write);
  expect([code, stdout]).toEqual([0, 'allowed\n']);
  expect(stderr).toContain('No Redis command was seen');
});

test('a thread of Node itself, as the one that runs hooks of ESM, is not recorded', async () => {
  const inner = fileOf('inner.cjs', "require('node:worker_threads').isInternalThread = true;");
  const program = fileOf('program.cjs', '');
  const { stderr } = await spawnCli(['profile', '--', 'node', program], {
    NODE_OPTIONS: `--require=${inner}`,
  });
  expect(stderr).toMatch(/no process of Node/);
});

test('what is no program of Node is said, by name or by what was started', async () => {
  const bun = await spawnCli(['profile', '--', 'bun', 'app.ts']);
  expect([bun.code, bun.stderr]).toEqual([1, expect.stringMatching(/bun is another engine\. .*--listen/)]);
  const shell = await spawnCli(['profile', '--', 'sh', '-c', 'exit 3']);
  expect([shell.code, shell.stderr]).toEqual([
    3,
    expect.stringMatching(/could not be recorded[^]*no process of Node/),
  ]);
});
