// @ts-check
/**
 * README as it is in a clone, and in the package. `readme.mjs line` writes the package's line, once package.json is no
 * longer private. `pack` and `restore`: npm calls them before and after it packs.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { placeOf, unlinkedFiles } from '../../site/pages.mjs';
import { isMain } from './run-command.mjs';

/** The paragraph behind which the package's line stands. */
const cloned = /^This installs what is missing, .*\n/m;

/** @param {string} name */
const packageLine = (name) =>
  `\nFrom npm, without a clone: \`npx ${name} start\` serves the page, with the \`redis-server\` of the machine. \`npm install --save-dev ${name}\` adds \`npx --no -- roundtrip …\` and [the library](docs/library.md) to a project.\n`;

/**
 * Beside the two lines of a clone, that of the package, if there is one.
 * @param {string} readme @param {{ name: string, private?: boolean }} manifest
 */
export function withPackageLine(readme, manifest) {
  const line = packageLine(manifest.name);
  const bare = readme.replace(line, '');
  return manifest.private ? bare : bare.replace(cloned, (paragraph) => paragraph + line);
}

/**
 * With links that work outside of a clone: to the site, and none where its address is not known yet.
 * @param {string} readme @param {string | undefined} homepage `homepage` of package.json.
 */
export const packedReadme = (readme, homepage) =>
  readme.replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)\n?/g, (link, image, label, address) => {
    if (/^([a-z]+:|#)/.test(address) || address === 'LICENSE') return link;
    const [path = '', anchor] = address.split('#');
    const end = link.endsWith('\n') ? '\n' : '';
    if (!homepage || unlinkedFiles.includes(path)) return image ? '' : label + end;
    const place = (placeOf(posix.normalize(path)) ?? '').replace(/(?:index)?\.md$/, '');
    return `${image}[${label}](${new URL(place, homepage.replace(/\/?$/, '/')).href}${anchor ? `#${anchor}` : ''})${end}`;
  });

const file = 'README.md';
const kept = 'node_modules/.cache/README.clone.md';

/** Also of an earlier time that was interrupted. */
function restore() {
  if (existsSync(kept)) renameSync(kept, file);
}

function main() {
  const [, , action = ''] = process.argv;
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  restore();
  const readme = readFileSync(file, 'utf8');
  if (action === 'line') writeFileSync(file, withPackageLine(readme, manifest));
  if (action !== 'pack') return;
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, readme);
  writeFileSync(file, packedReadme(readme, manifest.homepage));
}

if (isMain(import.meta.url)) main();
