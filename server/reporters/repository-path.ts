import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/**
 * The path of a source in its repository, with slashes; `null`: it is outside of it, or no file, as `[eval]`. The root is
 * the workspace of a GitHub workflow, else the folder with `.git`, else the working directory.
 */
export function repositoryPath(
  file: string,
  root = process.env['GITHUB_WORKSPACE'] || rootAbove(process.cwd()),
): string | null {
  if (file === '' || /^(?:\[|[a-z]{2,}:)/.test(file)) return null;
  const path = relative(root, resolve(file));
  return path === '' || path === '..' || path.startsWith(`..${sep}`) ? null : path.split(sep).join('/');
}

function rootAbove(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return start;
  }
}
