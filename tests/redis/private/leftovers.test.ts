import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { claimFolder, sweepLeftovers } from '../../../server/redis/private/leftovers.ts';
import { startOf } from '../../../server/redis/private/process-identity.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startOwner } from './start-owner.ts';

/** A folder as a Roundtrip makes it, with changes to what it says of its owner. */
function makeFolder(root: string, name: string, changes: Record<string, unknown> = {}): string {
  const folder = join(root, name);
  mkdirSync(folder);
  claimFolder(folder, 1);
  const path = join(folder, 'owner.json');
  const owner = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  writeFileSync(path, JSON.stringify({ ...owner, ...changes }));
  return folder;
}

/** A process that is no Redis server. */
function startSleeper(): number {
  const sleeper = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
  onTestFinished(() => void sleeper.kill('SIGKILL'));
  return sleeper.pid ?? 0;
}

/** No process has this id: Linux gives none above 2^22. */
const nobody = 2 ** 22 + 1;

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

test('a folder that was made and never claimed, as on a full disk, is removed once it is old', async () => {
  const root = temporaryFolder();
  const [empty, unwritten, fresh, foreign] = ['empty', 'unwritten', 'fresh', 'foreign'].map((name) =>
    join(root, `roundtrip-${name}`),
  ) as [string, string, string, string];
  for (const folder of [empty, unwritten, fresh, foreign]) mkdirSync(folder);
  for (const folder of [unwritten, fresh]) writeFileSync(join(folder, 'owner.json'), '');
  writeFileSync(join(foreign, 'notes.txt'), 'mine');
  const longAgo = new Date(Date.now() - 120_000);
  for (const folder of [empty, unwritten, foreign]) utimesSync(folder, longAgo, longAgo);
  expect((await sweepLeftovers(root)).toSorted()).toEqual([empty, unwritten]);
  expect(readdirSync(root).toSorted()).toEqual(['roundtrip-foreign', 'roundtrip-fresh']);
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
  const folder = makeFolder(root, 'roundtrip-reused', { pid: process.pid, start: 'at another time' });
  expect(await sweepLeftovers(root)).toEqual([folder]);
});

test('a process that is not the server of the folder is not ended, even if the folder names it', async () => {
  const root = temporaryFolder();
  const folder = makeFolder(root, 'roundtrip-stale', { pid: nobody });
  const sleeper = startSleeper();
  writeFileSync(join(folder, 'redis.pid'), `${sleeper}\n`);
  expect(await sweepLeftovers(root)).toEqual([folder]);
  expect(startOf(sleeper)).not.toBeNull();
});

test('folders that are not proven to be of a Roundtrip that is gone stay', async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'roundtrip-of-somebody-else'));
  mkdirSync(join(root, 'roundtrip-broken'));
  writeFileSync(join(root, 'roundtrip-broken', 'owner.json'), '{"pid": "none"}');
  writeFileSync(join(root, 'roundtrip-file'), '');
  makeFolder(root, 'another-name', { pid: nobody });
  makeFolder(root, 'roundtrip-in-another-container', { pid: nobody, space: 'elsewhere pid:[1]' });
  const before = readdirSync(root);
  expect(await sweepLeftovers(root)).toEqual([]);
  expect(readdirSync(root)).toEqual(before);
});

test('a link is not followed', async () => {
  const [root, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const folder = makeFolder(elsewhere, 'roundtrip-linked', { pid: nobody });
  symlinkSync(folder, join(root, 'roundtrip-link'));
  expect(await sweepLeftovers(root)).toEqual([]);
  expect(existsSync(join(folder, 'owner.json'))).toBe(true);
});
