// @ts-check
/** Whether dist/ was built from the sources as they are. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { productPaths, toolPaths } from './product.mjs';

/** Paths that a build depends on. Scripts and versions in package.json change no file of it. */
const sources = [...productPaths, ...toolPaths].filter((path) => path !== 'package.json');
const fingerprintFile = '.fingerprint';

/**
 * A digest of every source by name and content: times of change tell nothing after a checkout.
 * @param {string} root
 */
export function fingerprintOf(root) {
  const digest = createHash('sha256');
  for (const source of sources)
    for (const file of filesUnder(join(root, source)))
      digest
        .update(`${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
  return digest.digest('hex');
}

/**
 * @param {string} root
 */
export function buildIsStale(root) {
  try {
    return readFileSync(join(root, 'dist', fingerprintFile), 'utf8') !== fingerprintOf(root);
  } catch {
    return true;
  }
}

/** @param {string} folder */
export const fingerprintPath = (folder) => join(folder, fingerprintFile);

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== '.vite')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = join(path, entry.name);
      return entry.isDirectory() ? filesUnder(inner) : entry.isFile() ? [inner] : [];
    });
}
