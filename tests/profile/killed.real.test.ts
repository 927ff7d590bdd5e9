import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startOf } from '../../server/redis/private/leftovers.ts';
import { eventually } from '../support/eventually.ts';
import { spawnCli, startCli } from '../support/run-cli.ts';
import { projectRoot } from '../support/project-root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the folder that a killed profile leaves is gone after the next one, which names what still runs', async () => {
  const root = temporaryFolder();
  const env = { TMPDIR: root };
  const program = 'console.log(`is ${process.pid}`); setTimeout(() => {}, 60_000)';
  const killed = startCli(['profile', '--', 'node', '-e', program], env);
  const [, pid] = await killed.shows(/is (\d+)/);
  await eventually('the program has started its trace', () =>
    readdirSync(root).some((name) => readdirSync(`${root}/${name}`).length > 0),
  );
  const [left = ''] = readdirSync(root);
  expect(statSync(`${root}/${left}`).mode & 0o777).toBe(0o700);
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  expect(readdirSync(root)).toEqual([left]);
  const { code, stderr } = await spawnCli(['profile', '--', 'node', '-e', '0'], env);
  expect([code, readdirSync(root)]).toEqual([0, []]);
  expect(stderr).toMatch(new RegExp(`still running: .*\\b${pid}\\b.*whose profile was killed`));
  process.kill(Number(pid), 'SIGKILL');
});

const server = "console.log('is ' + process.pid); setInterval(() => {}, 1000);";
const isRunning = (pid: number) => startOf(pid) !== null;

test.each([
  ['after its time', ['--duration', '1500ms'], null],
  ['by a signal', [], 'SIGTERM'],
] as const)('a server that a shell has started ends with its profile, %s', async (_when, options, signal) => {
  const file = join(temporaryFolder(), 'server.cjs');
  writeFileSync(file, server);
  const words = ['profile', ...options, '--', 'sh', '-c', `node ${file}; true`];
  const { child, shows, finished } = startCli(words);
  const [, pid] = await shows(/is (\d+)/);
  if (signal) child.kill(signal);
  const { code, stderr } = await finished;
  expect([code, isRunning(Number(pid))]).toEqual([signal ? 143 : 0, false]);
  expect(stderr).not.toContain('still running');
});

test('a program that outlives the one that started it is named, and is left to run', async () => {
  const file = join(temporaryFolder(), 'daemon.cjs');
  writeFileSync(
    file,
    `const { spawn } = require('node:child_process');
spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { detached: true, stdio: 'ignore' }).unref();`,
  );
  const { code, stderr } = await spawnCli(['profile', '--', 'node', file]);
  const [, pid] = /still running: (\d+) \(processes of the program/.exec(stderr) ?? [];
  expect([code, isRunning(Number(pid))]).toEqual([0, true]);
  process.kill(Number(pid), 'SIGKILL');
});

test('a program reads the terminal that it has without a profile', async () => {
  const file = join(temporaryFolder(), 'reader.cjs');
  writeFileSync(
    file,
    `process.stdin.once('data', (text) => { console.log('read ' + process.stdin.isTTY + ' ' + String(text).trim()); process.exit(0); });
console.log('asks');`,
  );
  const command = [
    process.execPath,
    join(projectRoot, 'dist/server/cli/main.js'),
    'profile',
    '-q',
    '--',
    process.execPath,
    file,
  ].join(' ');
  const terminal = spawn('script', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let shown = '';
  terminal.stdout.on('data', (text: Buffer) => (shown += text.toString()));
  await eventually('the program asks', () => shown.includes('asks'));
  terminal.stdin.write('a word\n');
  await eventually('it has read', () => shown.includes('read true a word'));
  await once(terminal, 'exit');
});
