// @ts-check
/**
 * Prints the address of a release's tarball: `release-tarball.mjs [VERSION]`, by default of the version of this
 * checkout. The workflow of a release attaches it at GitHub, and `repository` of package.json names the place there.
 * The package is not installed by its name: on npm, anybody could own it.
 */
import { readFileSync } from 'node:fs';

const { name, version, repository } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const wanted = process.argv[2] || version;
const [, page] = /^(?:git\+)?(https:\/\/[^/]+\/.+?)(?:\.git)?$/.exec(repository?.url ?? '') ?? [];
if (page) {
  const file = `${name.replace(/^@/, '').replace('/', '-')}-${wanted}.tgz`;
  process.stdout.write(`${page}/releases/download/v${wanted}/${file}\n`);
} else {
  process.stderr.write(
    `There is no release ${wanted}: package.json names no repository. Give the action a tarball as its "version", by its path or address.\n`,
  );
  process.exitCode = 1;
}
