// @ts-check
/** Builds server and page into dist/: beside it first, and put in its place only when all of it is there. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprintOf, fingerprintPath } from './freshness.mjs';
import { withLock } from './lock.mjs';
import { writeLicences } from './licences.mjs';
import { packageProgram } from './package-program.mjs';
import { allToTheEnd, isMain, PreparationFailed, run, writeLine } from './run-command.mjs';

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {string} root */
export const lockPath = (root) => join(root, '.prepare.lock');

// Beside dist/ and as deep, so that the source maps lead to the same places.
const nextFolder = '.dist-next';
const oldFolder = '.dist-old';

/**
 * Throws PreparationFailed; dist/ stays as it was then.
 * @param {string} [root]
 */
export async function build(root = projectRoot) {
  const next = join(root, nextFolder);
  const old = join(root, oldFolder);
  const dist = join(root, 'dist');
  const fingerprint = fingerprintOf(root);
  rmSync(next, { recursive: true, force: true });
  try {
    // `npm run check` looks at the types.
    const bundle = (/** @type {string} */ room, /** @type {string} */ folder) =>
      run(
        [...packageProgram('vite', root), 'build', room, '--outDir', `../${folder}`, '--logLevel', 'warn'],
        { cwd: root },
      );
    await allToTheEnd([bundle('server', nextFolder), bundle('client', `${nextFolder}/client`)]);
    writeLicences(next, [face(root)]);
    // Taken before the build: whatever changed during it is built the next time.
    writeFileSync(fingerprintPath(next), fingerprint);
    rmSync(old, { recursive: true, force: true });
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(next, dist);
  } finally {
    rmSync(next, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

/**
 * The letters of the page, made from the font of a package: its licence stands beside them.
 * @param {string} root
 */
const face = (root) => ({
  name: 'Roboto',
  version: 'subset',
  identifier: 'OFL-1.1',
  text: readFileSync(join(root, 'client/public/roboto-licence.txt'), 'utf8'),
});

if (isMain(import.meta.url)) {
  try {
    await withLock(lockPath(projectRoot), () => build());
  } catch (error) {
    if (!(error instanceof PreparationFailed)) throw error;
    writeLine(error.message);
    process.exitCode = error.exitCode;
  }
}
