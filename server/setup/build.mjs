// @ts-check
/** Builds server and page into dist/: beside it first, and put in its place only when all of it is there. */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprintOf, fingerprintPath } from './freshness.mjs';
import { withLock } from './lock.mjs';
import { writeLicences } from './licences.mjs';
import { packageProgram } from './package-program.mjs';
import { productPaths, toolPaths } from './product.mjs';
import { allToTheEnd, isMain, PreparationFailed, run, writeLine } from './run-command.mjs';

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {string} root */
export const lockPath = (root) => join(root, '.prepare.lock');

// Beside dist/ and as deep, so that the source maps lead to the same places.
const nextFolder = '.dist-next';
const oldFolder = '.dist-old';
const copyFolder = '.dist-copy';

/**
 * Throws PreparationFailed; dist/ stays as it was then. With ROUNDTRIP_BUILD_FROM=copy it builds from a copy of the
 * paths that an image has, so that a build that needs more fails here and not in the image.
 * @param {string} [root]
 */
export async function build(root = projectRoot) {
  const next = join(root, nextFolder);
  const old = join(root, oldFolder);
  const copy = join(root, copyFolder);
  const dist = join(root, 'dist');
  const fingerprint = fingerprintOf(root);
  const fromCopy = process.env.ROUNDTRIP_BUILD_FROM === 'copy';
  for (const folder of [next, copy]) rmSync(folder, { recursive: true, force: true });
  try {
    if (fromCopy) copyProduct(root, copy);
    // `npm run check` looks at the types.
    const [from, up] = fromCopy ? [`${copyFolder}/`, '../..'] : ['', '..'];
    const bundle = (/** @type {string} */ room, /** @type {string} */ folder) =>
      run(
        [
          ...packageProgram('vite', root),
          'build',
          `${from}${room}`,
          '--outDir',
          `${up}/${folder}`,
          '--logLevel',
          'warn',
        ],
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
    for (const folder of [next, old, copy]) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Copies the product, and the tools that are built with it, into a folder inside the project: packages are found above
 * it, other files of the clone are not there.
 * @param {string} root
 * @param {string} folder
 */
function copyProduct(root, folder) {
  mkdirSync(folder);
  for (const path of [...productPaths, ...toolPaths])
    if (existsSync(join(root, path)))
      cpSync(join(root, path), join(folder, path), {
        recursive: true,
        filter: (file) => !['node_modules', '.vite'].includes(basename(file)),
      });
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
