// @ts-check
/**
 * Installs a program by this machine's package manager, leaving no service behind. Also a program of its own, so
 * that sudo can run just this: `install-program.mjs redis`.
 */
import { pathToFileURL, fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline/promises';
import { decide, installCommands, installLine, needsRoot, packageManagerOf } from './platform.mjs';
import { findProgram, locate, programs } from './programs.mjs';
import { attempt, PreparationFailed, run, say } from './run-command.mjs';
import { runningRedisServices, stopServices, withoutStartingServices } from './services.mjs';

/** @typedef {import('./platform.mjs').Program} Program */
/** @typedef {import('./platform.mjs').PackageManager} PackageManager */

/**
 * Makes sure that a program is there, installing it where that is allowed. Throws PreparationFailed with what
 * to do when it is not.
 * @param {Program} program
 */
export async function provideProgram(program) {
  if (findProgram(program)) return;
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
    say(`Roundtrip needs ${title}, and there is none here.`);
    if (!(await confirm(`Install it now by "${line}"? [y/N] `)))
      throw new PreparationFailed(explain(program, manager, isRoot));
  }
  if (isRoot || !needsRoot(manager)) await install(manager, program);
  else await run(['sudo', process.execPath, fileURLToPath(import.meta.url), program], { stdin: 'inherit' });
  if (!findProgram(program))
    throw new PreparationFailed(`${title} was installed, but is not on the PATH. Set ${variable} to its path.`);
}

/**
 * @param {PackageManager} manager
 * @param {Program} program
 */
async function install(manager, program) {
  const quietly = manager === 'apt-get' && process.getuid?.() === 0 ? withoutStartingServices : plainly;
  const before = runningRedisServices();
  await quietly(async () => {
    const { refresh, candidates } = installCommands(manager, program);
    const env = { DEBIAN_FRONTEND: 'noninteractive', NEEDRESTART_MODE: 'l' };
    if (refresh) await attempt(refresh, { env });
    for (const command of candidates) if ((await attempt(command, { env })) === 0) return;
    throw new PreparationFailed(
      `Could not install ${programs[program].title} by ${manager}; its output is above.\n${alternatives(program)}`,
    );
  });
  await stopServices(runningRedisServices().filter((name) => !before.includes(name)));
}

/**
 * @template T
 * @param {() => Promise<T>} action
 */
const plainly = (action) => action();

/**
 * @param {Program} program
 * @param {PackageManager | null} manager
 * @param {boolean} isRoot
 */
function explain(program, manager, isRoot) {
  const how = manager
    ? `Install it by:\n\n  ${installLine(manager, program, isRoot)}\n`
    : 'No package manager known to Roundtrip is here (apt-get, dnf, apk, pacman, brew).\n';
  return `Roundtrip needs ${programs[program].title}, and there is none here. ${how}\n${alternatives(program)}`;
}

/** @param {Program} program */
function alternatives(program) {
  const { variable, names } = programs[program];
  const path = `Or set ${variable} to the path of one (looked for: ${names.join(', ')}).`;
  return program === 'chromium'
    ? path
    : `${path}\nOr measure a Redis that runs already: npm start -- --url redis://HOST:PORT (so for npm run bench).\nOr run all in containers: docker compose up`;
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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const program = process.argv[2] === 'chromium' ? 'chromium' : 'redis';
  const manager = packageManagerOf(process.platform, (name) => locate(name) !== null);
  try {
    if (manager) await install(manager, program);
  } catch (error) {
    say(error instanceof PreparationFailed ? error.message : String(error));
    process.exitCode = 1;
  }
}
