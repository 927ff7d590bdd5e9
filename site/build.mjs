// @ts-check
/**
 * Builds the docs as a site into site/.vitepress/dist, and installs VitePress first where it is missing. With
 * --preview it then serves the site on http://localhost:4180. DOCS_BASE is its folder on a server, as in /roundtrip/.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const site = dirname(fileURLToPath(import.meta.url));
const root = dirname(site);

/** @param {string} program @param {string[]} args */
function run(program, args) {
  const { status, error } = spawnSync(program, args, { cwd: site, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(join(root, 'node_modules/jiti'))) {
  console.error('The packages of the project are missing. Install them first: npm ci');
  process.exit(1);
}
const vitepress = join(site, 'node_modules/vitepress/bin/vitepress.js');
if (!existsSync(vitepress)) run('npm', ['ci']);

const { preparePages } = await import('./prepare-pages.mjs');
await preparePages(root, join(site, '.pages'));
run(process.execPath, [vitepress, 'build']);
const { checkSearch } = await import('./check-search.mjs');
await checkSearch(site);
if (process.argv.includes('--preview')) run(process.execPath, [vitepress, 'preview', '--port', '4180']);
