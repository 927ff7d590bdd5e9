// @ts-check
/**
 * Makes a fresh clone runnable: installs the packages, builds, and finds or installs the programs that npm does
 * not bring. Silent and quick when nothing is missing. Runs before anything is installed, so on Node alone.
 */
import { build, lockPath, projectRoot } from './build.mjs';
import { dependenciesAreMissing, installDependencies } from './dependencies.mjs';
import { buildIsStale } from './freshness.mjs';
import { provideProgram } from './provide-program.mjs';
import { withLock } from './lock.mjs';
import { findProgram } from './programs.mjs';
import { isMain, PreparationFailed, writeLine } from './run-command.mjs';

/** @typedef {{ isMissing: () => boolean, provide: () => Promise<void> }} Step */

/**
 * Prepares what is missing. ROUNDTRIP_PREPARE=off: nothing at all. Throws PreparationFailed.
 * @param {{ withServer?: boolean, withBrowser?: boolean, root?: string }} [wishes]
 */
export async function prepare({ withServer = true, withBrowser = false, root = projectRoot } = {}) {
  if (process.env.ROUNDTRIP_PREPARE === 'off') return;
  refuseOldNode(process.versions.node);
  // Programs first: a question, or the word that there is none, comes before the long work.
  const steps = [
    ...(withServer ? [programStep('redis')] : []),
    ...(withBrowser ? [programStep('chromium')] : []),
    { isMissing: () => dependenciesAreMissing(root), provide: () => installDependencies(root) },
    { isMissing: () => buildIsStale(root), provide: () => build(root) },
  ];
  if (!steps.some((step) => step.isMissing())) return;
  await withLock(lockPath(root), async () => {
    for (const step of steps) if (step.isMissing()) await step.provide();
  });
}

/**
 * @param {import('./platform.mjs').Program} program
 * @returns {Step}
 */
const programStep = (program) => ({
  isMissing: () => findProgram(program) === null,
  provide: () => provideProgram(program),
});

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
