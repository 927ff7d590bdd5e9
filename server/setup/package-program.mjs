// @ts-check
/** The programs of installed packages, as files that Node runs: a link in node_modules/.bin is none on every system. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The command that starts the program of a package, which has the package's name. Throws where it is not installed.
 * @param {string} name
 * @param {string} [root] The folder of node_modules; the command is to be run there.
 * @returns {[string, string]}
 */
export function packageProgram(name, root = '.') {
  const folder = join('node_modules', name);
  /** @type {{ bin: string | Record<string, string> }} */
  const { bin } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : bin[name];
  if (file === undefined) throw new Error(`the package ${name} has no program of its name`);
  return [process.execPath, join(folder, file)];
}
