// @ts-check
/**
 * Makes a fresh clone runnable: installs the packages, builds, and finds or installs the programs that npm does
 * not bring. Silent and quick when nothing is missing. Runs before anything is installed, so on Node alone.
 */
import { build, lockPath, projectRoot } from './build.mjs';
import { dependenciesAreMissing, installDependencies } from './dependencies.mjs';
import { buildIsStale } from './freshness.mjs';
import { installationOf } from './provide-program.mjs';
import { withLock } from './lock.mjs';
import { findProgram } from './programs.mjs';
import { allToTheEnd, isMain, PreparationFailed, writeLine } from './run-command.mjs';

/**
 * Prepares what is missing. ROUNDTRIP_PREPARE=off: nothing at all. Throws PreparationFailed.
 * @param {{ withServer?: boolean, withBrowser?: boolean, withBuild?: boolean, root?: string }} [wishes]
 */
async function prepare({
  withServer = true,
  withBrowser = false,
  withBuild = true,
  root = projectRoot,
} = {}) {
  if (process.env.ROUNDTRIP_PREPARE === 'off') return;
  refuseOldNode(process.versions.node);
  /** @type {import('./platform.mjs').Program[]} */
  const programs = [
    ...(withServer ? [/** @type {const} */ ('redis')] : []),
    ...(withBrowser ? [/** @type {const} */ ('chromium')] : []),
  ];
  const mustBuild = () => withBuild && buildIsStale(root);
  const isComplete = () =>
    programs.every((program) => findProgram(program) !== null) &&
    !dependenciesAreMissing(root) &&
    !mustBuild();
  if (isComplete()) return;
  await withLock(lockPath(root), async () => {
    /** @type {(() => Promise<void>)[]} */
    const installations = [];
    // Programs first: a question, or the word that there is none, comes before the long work.
    for (const program of programs) {
      const install = await installationOf(program);
      if (install) installations.push(install);
    }
    const installPrograms = async () => {
      for (const install of installations) await install();
    };
    const installPackages = async () => {
      if (dependenciesAreMissing(root)) await installDependencies(root);
    };
    // Nobody is there who is asked for a password meanwhile. Both wait for the network and the disk.
    if (process.stdin.isTTY) {
      await installPrograms();
      await installPackages();
    } else await allToTheEnd([installPrograms(), installPackages()]);
    if (mustBuild()) await build(root);
  });
}

/**
 * Throws PreparationFailed below Node 20.19.
 * @param {string} version
 */
export function refuseOldNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new PreparationFailed(`Roundtrip needs Node.js 20.19 or later; this is ${version}.`);
}

/**
 * Prepares, and says what went wrong. False when something did; the exit code is set then.
 * @param {Parameters<typeof prepare>[0]} wishes
 */
export async function prepareOrSay(wishes) {
  try {
    await prepare(wishes);
    return true;
  } catch (error) {
    if (!(error instanceof PreparationFailed)) throw error;
    writeLine(error.message);
    process.exitCode = error.exitCode;
    return false;
  }
}

if (isMain(import.meta.url))
  await prepareOrSay({
    withServer: !process.argv.includes('--without-server'),
    withBrowser: process.argv.includes('--with-browser'),
  });
