// @ts-check
/**
 * Server and page while one works on them: the server is built on every change and started again, the page is
 * served by Vite, which replaces what changed in the open page and hands /api and the socket to the server. Builds
 * into a folder of its own, which is removed at the end. Ends with Ctrl-C.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { projectRoot } from './build.mjs';
import { endWithShell, isBehindShell, takeCtrlC } from './npm-shell.mjs';
import { packageProgram } from './package-program.mjs';
import { prepareOrSay } from './prepare.mjs';
import { writeLine } from './run-command.mjs';

// Beside dist/, so that what is built finds package.json.
const folder = '.dist-dev';

/** @typedef {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, null>} Child */

/** @type {Set<Child>} */
const running = new Set();
let isEnding = false;

/**
 * Starts a program in a group of its own: Ctrl-C reaches this process alone, which ends the others in order.
 * @param {string[]} command
 * @param {(line: string) => void} onLine
 * @param {NodeJS.ProcessEnv} [env]
 */
function start([program = '', ...args], onLine, env = process.env) {
  const child = spawn(program, args, {
    cwd: projectRoot,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  createInterface({ input: child.stdout }).on('line', onLine);
  return child;
}

/** @param {Child} child */
async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** @param {number} code */
async function endAll(code) {
  if (isEnding) return;
  isEnding = true;
  await Promise.all([...running].map(end));
  rmSync(join(projectRoot, folder), { recursive: true, force: true });
  process.exitCode = code;
}

/** What the bundler prints when all files of a change are written. */
const written = /^built in /;
let port = '0';
/** @type {Child | undefined} */
let server;
/** @type {Child | undefined} */
let page;

/** The port of the first start is kept: the page asks there. */
function startServer() {
  server = start(
    [process.execPath, join(folder, 'server/http/main.js'), '--port', port, ...process.argv.slice(2)],
    (line) => {
      writeLine(line);
      const [, url = ''] = /^Roundtrip is ready: (\S+)/.exec(line) ?? [];
      if (url === '') return;
      port = new URL(url).port;
      page ??= startPage(new URL(url).origin);
    },
  );
}

/** @param {string} origin */
function startPage(origin) {
  const vite = start([...packageProgram('vite', projectRoot), 'client'], writeLine, {
    ...process.env,
    ROUNDTRIP_SERVER: origin,
  });
  vite.once('exit', () => void endAll(1));
  return vite;
}

/** Compilations come one after another, and so do the restarts. */
let restarts = Promise.resolve();
/** @param {string} line */
function onBundlerLine(line) {
  // With colours as well: a CI, or FORCE_COLOR, asks for them.
  const words = stripVTControlCharacters(line).trim();
  // Of 250 files it names each with its size.
  if (words !== '' && !words.startsWith(`${folder}/`)) writeLine(line);
  if (!written.test(words)) return;
  restarts = restarts.then(async () => {
    if (server) await end(server);
    if (!isEnding) startServer();
  });
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => void endAll(0));

if (isBehindShell()) endWithShell();
if (await prepareOrSay({ withBuild: false })) {
  if (isBehindShell()) takeCtrlC();
  const vite = packageProgram('vite', projectRoot);
  start(
    [...vite, 'build', 'server', '--watch', '--mode', 'development', '--outDir', `../${folder}`],
    onBundlerLine,
  ).once('exit', () => void endAll(1));
}
