// @ts-check
/**
 * Prepares, then runs what was built in this same process: `run.mjs start …` the server with the page, any other
 * word the command line (`run.mjs bench …`).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './build.mjs';
import { prepareOrSay } from './prepare.mjs';
import { writeLine } from './run-command.mjs';
import { needsServer, programFor, readsStdin } from './entries.mjs';
import { endWithShell, isBehindShell, takeCtrlC } from './npm-shell.mjs';

const [command = 'start', ...args] = process.argv.slice(2);
const { entry, words } = programFor(command, args);
const main = join(projectRoot, entry);

const behindShell = isBehindShell();
if (behindShell) endWithShell();

if (await prepareOrSay({ withServer: needsServer(command, args, process.env) })) {
  if (existsSync(main)) {
    if (behindShell && !readsStdin(command)) takeCtrlC();
    process.argv = [process.execPath, main, ...words];
    await import(pathToFileURL(main).href);
  } else {
    writeLine(`${entry} is not built. Build it with: npm run build`);
    process.exitCode = 1;
  }
}
