// @ts-check
/** Whether node_modules holds what package-lock.json asks for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run-command.mjs';

/**
 * npm leaves a list of what it has installed, written last: an installation that was cut short has none.
 * @param {string} root
 */
export function dependenciesAreMissing(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules/.package-lock.json'));
  if (wanted === null) throw new Error(`There is no package-lock.json in ${root}.`);
  return (
    installed === null ||
    Object.entries(wanted).some(
      ([path, { version, optional }]) => path !== '' && !optional && installed[path]?.version !== version,
    )
  );
}

/**
 * The development packages are needed for building, also where NODE_ENV is "production".
 * @param {string} root
 */
export const installDependencies = (root) =>
  run([...npm(), 'ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'], { cwd: root });

/** On Windows `npm` is a script that only a shell starts. */
export const npm = ({ platform, env, execPath } = process) =>
  platform === 'win32' && env.npm_execpath ? [execPath, env.npm_execpath] : ['npm'];

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean }> | null}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
}
