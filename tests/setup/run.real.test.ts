import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { finish, smallProject } from './small-project.ts';

test('a script hands its arguments on, and only what it runs writes to stdout', async () => {
  const project = smallProject();
  const run = await finish(['npm', 'run', '-s', 'bench', '--', '--json', '-', '-c', '3'], project.folder);
  expect(run).toMatchObject({
    code: 0,
    stdout: '["bench","--json","-","-c","3"]',
    commands: [
      expect.stringMatching(/vite\S* build server/),
      expect.stringMatching(/vite\S* build client/),
    ] as string[],
  });
});

test('a script that was never built says how to build it', async () => {
  const run = await smallProject().run('run.mjs', ['bench'], { ROUNDTRIP_PREPARE: 'off' });
  expect(run).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('npm run build') as string,
  });
});

test('npm ci says why it fails', async () => {
  const folder = temporaryFolder();
  copyFileSync('.npmrc', join(folder, '.npmrc'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  // There is no lock file. Whatever called the tests may have been called with -s.
  const run = await finish(['npm', 'ci'], folder, { npm_config_loglevel: undefined });
  expect(run.code).toBe(1);
  expect(run.stderr).toMatch(/npm error .*package-lock\.json/);
});

test('a signal sent to npm reaches the server, and not only the shell between them', async () => {
  const project = smallProject();
  project.write(
    'server/http/main.ts',
    `process.on('SIGTERM', () => { console.log('ended in good order'); process.exit(0); });
     setInterval(() => undefined, 1000);
     console.log(process.pid);`,
  );
  const npm = spawn('npm', ['-s', 'start'], { cwd: project.folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(npm, 'close');
  const lines = createInterface({ input: npm.stdout })[Symbol.asyncIterator]();
  const server = Number((await lines.next()).value);
  onTestFinished(() => {
    npm.kill('SIGKILL');
    try {
      process.kill(server, 'SIGKILL');
    } catch {
      // It has ended, as it should have.
    }
  });
  npm.kill('SIGTERM');
  expect((await lines.next()).value).toBe('ended in good order');
  const [code, signal] = (await closed) as [number | null, string | null];
  // By a shell that stays between them, npm itself ends by the signal.
  expect(code === 0 || signal === 'SIGTERM').toBe(true);
});

/** A command in a terminal of its own, whose keys are what is written to stdin. */
const inTerminal = (command: string, cwd: string) =>
  spawn(
    'script',
    process.platform === 'darwin'
      ? ['-q', '/dev/null', ...command.split(' ')]
      : ['-qec', command, '/dev/null'],
    { cwd, stdio: ['pipe', 'pipe', 'inherit'] },
  );

test('Ctrl-C in a terminal ends npm start in good order, with exit code 0', async () => {
  const project = smallProject();
  project.write(
    'server/http/main.ts',
    `process.on('SIGINT', () => { console.log('ended in good order'); process.exit(0); });
     setInterval(() => undefined, 1000);
     console.log('started');`,
  );
  const terminal = inTerminal('npm -s start', project.folder);
  onTestFinished(() => void terminal.kill('SIGKILL'));
  const closed = once(terminal, 'close');
  let shown = '';
  terminal.stdout.on('data', (chunk: Buffer) => {
    const isFirst = !shown.includes('started');
    shown += chunk.toString();
    if (isFirst && shown.includes('started')) terminal.stdin.write('\x03');
  });
  expect(await closed).toEqual([0, null]);
  expect(shown.match(/ended in good order/g)).toHaveLength(1);
});
