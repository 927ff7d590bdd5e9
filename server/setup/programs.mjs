// @ts-check
/** Finds the programs that Roundtrip needs and npm does not bring. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** @typedef {import('./platform.mjs').Program} Program */

/** @type {Record<Program, { title: string, variable: string, names: string[] }>} */
export const programs = {
  redis: {
    title: 'a Redis server',
    variable: 'ROUNDTRIP_REDIS_SERVER',
    names: ['redis-server', 'valkey-server'],
  },
  chromium: {
    title: 'Chromium',
    variable: 'ROUNDTRIP_CHROMIUM',
    names: [
      // A third less work for the machine, and the same engine.
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
  },
};

/**
 * The path of a program: what its environment variable names, else the first of its names on the PATH. Null
 * when there is none, also when the variable names something that cannot be run.
 * @param {Program} program
 * @param {NodeJS.ProcessEnv} [env]
 */
export function findProgram(program, env = process.env) {
  const { variable, names } = programs[program];
  const chosen = env[variable];
  if (chosen) return locate(chosen, env);
  for (const name of names) {
    const path = locate(name, env);
    if (path) return path;
  }
  return null;
}

/**
 * The path that a command name stands for, or null.
 * @param {string} name A name to look up on the PATH, or a path.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | null}
 */
export function locate(name, env = process.env) {
  if (isAbsolute(name) || name.includes('/')) return isExecutable(name) ? name : null;
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * What else a person can do where a program is missing.
 * @param {Program} program
 */
export function alternativesTo(program) {
  const { variable, names } = programs[program];
  const path = `Or set ${variable} to the path of one (looked for: ${names.join(', ')}).`;
  if (program === 'chromium') return path;
  return [
    path,
    'Or measure a Redis that runs already: npm start -- --url redis://HOST:PORT (npm run bench takes it too).',
    'Or run everything in containers: docker compose up',
  ].join('\n');
}
