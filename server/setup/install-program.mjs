// @ts-check
/**
 * Installs a program by this machine's package manager, leaving no service behind. Also a program of its own, so
 * that sudo can run just this: `install-program.mjs redis`.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { installCommands, packageManagerOf } from './platform.mjs';
import { alternativesTo, findProgram, locate, programs } from './programs.mjs';
import { attempt, isMain, PreparationFailed, writeLine } from './run-command.mjs';
import { redisServicesInUse, stopCommand, withoutStartingServices } from './services.mjs';

/** @typedef {import('./platform.mjs').Program} Program */
/** @typedef {import('./platform.mjs').PackageManager} PackageManager */

/**
 * Throws PreparationFailed. Clones that prepare at the same time take turns: what a package may start is a setting
 * of the whole machine.
 * @param {PackageManager} manager
 * @param {Program} program
 */
export const installProgram = (manager, program) =>
  withLock(join(tmpdir(), 'roundtrip-install.lock'), async () => {
    if (findProgram(program)) return;
    const servicesBefore = redisServicesInUse();
    if (manager === 'apt-get') await withoutStartingServices(() => install(manager, program));
    else await install(manager, program);
    for (const name of redisServicesInUse())
      if (!servicesBefore.includes(name)) await attempt(stopCommand(name));
  });

/** Lists of packages are as new for the second program. */
let isRefreshed = false;

/**
 * @param {PackageManager} manager
 * @param {Program} program
 */
async function install(manager, program) {
  const { refresh, candidates } = installCommands(manager, program);
  const env = { DEBIAN_FRONTEND: 'noninteractive', NEEDRESTART_MODE: 'l' };
  if (refresh && !isRefreshed) await attempt(refresh, { env });
  isRefreshed = true;
  for (const command of candidates) if ((await attempt(command, { env })) === 0) return;
  throw new PreparationFailed(
    `Could not install ${programs[program].title} by ${manager}; its own words are above.\n${alternativesTo(program)}`,
  );
}

if (isMain(import.meta.url)) {
  const program = process.argv[2] === 'chromium' ? 'chromium' : 'redis';
  const manager = packageManagerOf(process.platform, (name) => locate(name) !== null);
  try {
    if (manager) await installProgram(manager, program);
  } catch (error) {
    writeLine(error instanceof PreparationFailed ? error.message : String(error));
    process.exitCode = 1;
  }
}
