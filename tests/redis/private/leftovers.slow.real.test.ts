import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { makeFolder, sweepLeftovers, startOf } from '../../../server/redis/private/leftovers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startOwner } from './start-owner.ts';

/** A process that is no Redis server. */
function startSleeper(): number {
  const sleeper = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
  onTestFinished(() => void sleeper.kill('SIGKILL'));
  return sleeper.pid ?? 0;
}

/** A folder whose owner has ended since. */
function makeAbandoned(root: string): string {
  const script = `import { makeFolder } from './server/redis/private/leftovers.ts';
    process.stdout.write(makeFolder(${JSON.stringify(root)}));`;
  return execFileSync(
    process.execPath,
    ['--import', './tests/support/typescript.mjs', '--input-type=module', '-e', script],
    { encoding: 'utf8' },
  );
}

test('the server and the folder of a Roundtrip that was killed are gone after the next start', async () => {
  const root = temporaryFolder();
  const { child, ended, server } = await startOwner(root, 'wait');
  child.kill('SIGKILL');
  await ended;
  expect(startOf(server.pid)).not.toBeNull();
  expect(existsSync(server.folder)).toBe(true);

  const next = await startEmbedded({ root });
  onTestFinished(() => next.stop());
  expect(startOf(server.pid)).toBeNull();
  expect(readdirSync(root).map((name) => join(root, name))).toEqual([next.folder]);
});

test('a folder is owned as soon as it exists: it goes when its owner was killed before anything was in it', async () => {
  const root = temporaryFolder();
  const folder = makeAbandoned(root);
  expect(readdirSync(folder)).toEqual([]);
  expect(await sweepLeftovers(root)).toEqual([folder]);
});

test('a server that has not written its id yet is ended with the folder of its owner', async () => {
  const root = temporaryFolder();
  const { child, ended, server } = await startOwner(root, 'wait');
  child.kill('SIGKILL');
  await ended;
  rmSync(join(server.folder, 'redis.pid'));
  expect(await sweepLeftovers(root)).toEqual([server.folder]);
  expect(startOf(server.pid)).toBeNull();
});

test('what another live Roundtrip owns is left alone', async () => {
  const root = temporaryFolder();
  const { server } = await startOwner(root, 'wait');
  expect(await sweepLeftovers(root)).toEqual([]);
  expect(startOf(server.pid)).not.toBeNull();
  expect(existsSync(server.folder)).toBe(true);
});

test('an owner whose process id was given to another process is gone', async () => {
  const root = temporaryFolder();
  const folder = makeFolder(root);
  const reused = folder.replace(/-[0-9a-f]{6}-(\w{6})$/, '-000000-$1');
  renameSync(folder, reused);
  expect(await sweepLeftovers(root)).toEqual([reused]);
});

test('a process that is not the server of the folder is not ended, even if the folder names it', async () => {
  const root = temporaryFolder();
  const folder = makeAbandoned(root);
  const sleeper = startSleeper();
  writeFileSync(join(folder, 'redis.pid'), `${sleeper}\n`);
  expect(await sweepLeftovers(root)).toEqual([folder]);
  expect(startOf(sleeper)).not.toBeNull();
});

test('folders that are not proven to be of a Roundtrip that is gone stay', async () => {
  const root = temporaryFolder();
  const abandoned = makeAbandoned(root);
  const elsewhere = abandoned.replace(/^(.*-\d+)-[0-9a-f]{6}-/, '$1-000000-');
  renameSync(abandoned, elsewhere);
  mkdirSync(join(root, 'roundtrip-of-somebody-else'));
  writeFileSync(join(root, 'roundtrip-file'), '');
  makeFolder(root);
  const before = readdirSync(root);
  expect(await sweepLeftovers(root)).toEqual([]);
  expect(readdirSync(root)).toEqual(before);
});

test('a link is not followed', async () => {
  const [root, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const folder = makeAbandoned(elsewhere);
  symlinkSync(folder, join(root, basename(folder)));
  expect(await sweepLeftovers(root)).toEqual([]);
  expect(existsSync(folder)).toBe(true);
});
