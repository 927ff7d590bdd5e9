import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { identityOf, withLock } from '../../server/setup/lock.mjs';
import { PreparationFailed } from '../../server/setup/run-command.mjs';
import { eventually } from '../support/eventually.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const setup = resolve('server/setup');

/** Starts a process that imports the lock as `withLock` and the commands as `attempt`. */
function start(script: string) {
  const imports = `import { withLock } from '${setup}/lock.mjs'; import { attempt } from '${setup}/run-command.mjs';`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', imports + script], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const gone = 'of a process that is gone';

test.each([
  ['of a process that is gone', `${2 ** 22 + 1} 12345`],
  ['of a process whose id another one has now', `${process.pid} 1`],
  ['that holds nothing to be read', 'nonsense'],
])('a lock %s is taken over', async (_, holder) => {
  const path = join(temporaryFolder(), 'lock');
  writeFileSync(path, holder);
  expect(await withLock(path, () => Promise.resolve(readFileSync(path, 'utf8')))).toBe(
    identityOf(process.pid),
  );
});

test('the lock is released after the action, also when that fails', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  expect(await withLock(path, () => Promise.resolve('done'))).toBe('done');
  await expect(withLock(path, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that cannot be written to is named', async () => {
  const path = join(temporaryFolder(), 'missing', 'lock');
  const locked = withLock(path, () => Promise.reject(new Error('never carried out')));
  await expect(locked).rejects.toThrow(PreparationFailed);
  await expect(locked).rejects.toThrow(`Cannot write to ${dirname(path)}`);
});

test('of many processes that find the lock of one that is gone, one at a time continues', async () => {
  const folder = temporaryFolder();
  const [path, log] = [join(folder, 'lock'), join(folder, 'log')];
  writeFileSync(path, gone);
  const script = `
    import { appendFileSync } from 'node:fs';
    await withLock('${path}', async () => {
      appendFileSync('${log}', 'in\\n');
      await new Promise((resolve) => setTimeout(resolve, 30));
      appendFileSync('${log}', 'out\\n');
    });`;
  const children = Array.from({ length: 6 }, () => start(script));
  await Promise.all(children.map((child) => once(child, 'close')));
  expect(readFileSync(log, 'utf8')).toBe('in\nout\n'.repeat(6));
  expect(readdirSync(folder)).toEqual(['log']);
});

test('an interrupt ends the command that runs, releases the lock and is told by the exit code', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  const begun = join(folder, 'begun');
  const command = `require('fs').writeFileSync('${begun}', ''); setTimeout(() => {}, 60_000)`;
  const child = start(`
    await withLock('${path}', () => attempt([process.execPath, '-e', ${JSON.stringify(command)}]))
      .catch((error) => { process.exitCode = error.exitCode; });`);
  const closed = once(child, 'close');
  await eventually('the command has begun', () => existsSync(begun));
  expect(existsSync(path)).toBe(true);
  child.kill('SIGTERM');
  expect(await closed).toEqual([143, null]);
  expect(existsSync(path)).toBe(false);
});
