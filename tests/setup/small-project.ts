import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { dependenciesAreMissing } from '../../server/setup/dependencies.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A project with the real preparation and next to nothing to build, so that whole preparations can be run. */
export interface SmallProject {
  folder: string;
  write(path: string, text: string): void;
  read(path: string): string;
  /** Runs `node server/setup/<script> …` in it. */
  run(script: string, args?: readonly string[], env?: NodeJS.ProcessEnv): Promise<Finished>;
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
  /** The commands that it said it ran. */
  commands: string[];
}

/**
 * In place of the bundler, for sources that are JavaScript: they only change their place and their ending; the page is
 * one file.
 */
const bundler = `const { cpSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const [, , , room] = process.argv;
// So long that another preparation begins meanwhile, on a busy machine too.
if (existsSync('slow')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
const out = join(room, process.argv[process.argv.indexOf('--outDir') + 1]);
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'licences.json'), '[]');
if (room === 'client') cpSync(join(room, 'index.html'), join(out, 'index.html'));
else
  for (const entry of ['server/cli/main', 'server/http/main'])
    if (existsSync(entry + '.ts')) cpSync(entry + '.ts', join(out, entry + '.js'));
`;

/** `realTools`: the bundler is the real one, which takes seconds where this takes none. */
export function smallProject({ realTools = false } = {}): SmallProject {
  // Its preparation would install into the folder that it shares, and begin by emptying it.
  if (dependenciesAreMissing('.')) throw new Error('node_modules is not what package-lock.json says: npm ci');
  const folder = temporaryFolder();
  for (const path of [
    'server/setup',
    'package.json',
    'package-lock.json',
    'server/vite.config.ts',
    'tsconfig.base.json',
    'client/public/roboto-licence.txt',
    '.npmrc',
  ])
    cpSync(path, join(folder, path), { recursive: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  // The real bundler writes the types and the schema of a result, which are made of the contract.
  if (realTools)
    for (const path of [
      'server/engine/clients/node-redis/methods.ts',
      'server/library/declarations.ts',
      'server/library/published-types.ts',
      'shared',
    ])
      cpSync(path, join(folder, path), { recursive: true });
  if (realTools) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  else {
    write('node_modules/vite/package.json', '{ "bin": { "vite": "vite.cjs" } }');
    write('node_modules/vite/vite.cjs', bundler);
    cpSync('node_modules/.package-lock.json', join(folder, 'node_modules/.package-lock.json'));
  }
  write('shared/words.ts', '');
  write('server/cli/main.ts', 'process.stdout.write(JSON.stringify(process.argv.slice(2)));\n');
  write('client/index.html', '<!doctype html><title>page</title>\n');
  write(
    'client/vite.config.ts',
    "export default { root: import.meta.dirname, build: { emptyOutDir: true, license: { fileName: 'licences.json' } } };\n",
  );
  return {
    folder,
    write,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    run: (script, args = [], env = {}) =>
      finish([process.execPath, join('server/setup', script), ...args], folder, env),
  };
}

/** Runs a command to its end, without a terminal. */
export function finish(
  command: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Finished> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => {
      const commands = [...stderr.matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line);
      done({ code, stdout, stderr, commands });
    });
  });
}
