// @ts-check
/** Sees to it that a program is there: installs it where that is allowed, asks where somebody is, else says how. */
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { installProgram } from './install-program.mjs';
import { decide, installLine, needsRoot, packageManagerOf } from './platform.mjs';
import { alternativesTo, findProgram, locate, programs } from './programs.mjs';
import { PreparationFailed, run, writeLine } from './run-command.mjs';

/** @typedef {import('./platform.mjs').Program} Program */
/** @typedef {import('./platform.mjs').PackageManager} PackageManager */

const installer = fileURLToPath(new URL('./install-program.mjs', import.meta.url));

/**
 * Asks where somebody is there to answer. Resolves with what installs the program; `null` where it is there already.
 * Throws PreparationFailed with what to do where it may not be installed.
 * @param {Program} program
 * @returns {Promise<(() => Promise<void>) | null>}
 */
export async function installationOf(program) {
  if (findProgram(program)) return null;
  const { title, variable } = programs[program];
  const chosen = process.env[variable];
  if (chosen) throw new PreparationFailed(`${variable} is "${chosen}", and there is no such program.`);
  const manager = packageManagerOf(process.platform, (name) => locate(name) !== null);
  const isRoot = process.getuid?.() === 0;
  const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
  const decision = decide({ manager, isRoot, isTerminal, hasSudo: locate('sudo') !== null });
  if (manager === null || decision === 'stop') throw new PreparationFailed(explain(program, manager, isRoot));
  if (decision === 'ask') {
    const line = installLine(manager, program, isRoot);
    writeLine(`Roundtrip needs ${title}, and there is none here.`);
    if (!(await confirm(`Install it now by "${line}"? [y/N] `)))
      throw new PreparationFailed(explain(program, manager, isRoot));
  }
  return async () => {
    if (isRoot || !needsRoot(manager)) await installProgram(manager, program);
    else await run(['sudo', process.execPath, installer, program], { stdin: 'inherit' });
    if (!findProgram(program))
      throw new PreparationFailed(
        `${title} was installed, but is not on the PATH. Set ${variable} to its path.`,
      );
  };
}

/**
 * @param {Program} program
 * @param {PackageManager | null} manager
 * @param {boolean} isRoot
 */
function explain(program, manager, isRoot) {
  const how = manager
    ? `Install it by:\n\n  ${installLine(manager, program, isRoot)}\n`
    : 'No package manager known to Roundtrip is here (apt-get, dnf, apk, pacman, brew).\n';
  return `Roundtrip needs ${programs[program].title}, and there is none here. ${how}\n${alternativesTo(program)}`;
}

/** @param {string} question */
async function confirm(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}
