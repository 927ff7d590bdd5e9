// @ts-check
/**
 * Whether this commit may be published under a tag, as a step of the release workflow: `release.mjs v1.2.3`. Writes to
 * GITHUB_OUTPUT `publish`, and the dist-tag of npm. Without NPM_TOKEN nothing is to be published, which is no fault.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { withPackageLine } from './readme.mjs';
import { isMain } from './run-command.mjs';

/**
 * @typedef {object} Sources
 * @property {{ name: string, version: string, private?: boolean, homepage?: string, repository?: { url?: string } }} manifest package.json
 * @property {string} citation CITATION.cff
 * @property {string} changelog CHANGELOG.md
 * @property {string} readme README.md
 */

/**
 * What the changelog has of a version.
 * @param {string} changelog @param {string} version
 */
export function notesOf(changelog, version) {
  const [, ...sections] = changelog.split(/^## /m);
  const own = sections.find((section) => section.split(/\s/, 1)[0] === version);
  return own?.slice(own.indexOf('\n')).trim() ?? '';
}

/** A release that is to be tried has a hyphen. @param {string} version */
export const distTagOf = (version) => (version.includes('-') ? 'next' : 'latest');

/**
 * What is wrong, a sentence each.
 * @param {string} tag
 * @param {Sources} sources
 * @param {string} [repository] Where the workflow runs, as in owner/name: npm refuses the provenance of another.
 * @returns {string[]}
 */
export function faultsOf(tag, { manifest, citation, changelog, readme }, repository) {
  const { version } = manifest;
  const url = manifest.repository?.url ?? '';
  const isThisOne = !repository || url.toLowerCase().includes(`/${repository.toLowerCase()}`);
  return [
    tag === `v${version}` ? '' : `The tag is ${tag}, and package.json has version ${version}.`,
    manifest.private ? 'package.json is private: remove the line "private": true.' : '',
    url === ''
      ? 'package.json has no repository.url.'
      : isThisOne
        ? ''
        : `repository.url of package.json is ${url}, and this is ${repository}.`,
    citation.split('\n').includes(`version: ${version}`) ? '' : `CITATION.cff has another version.`,
    withPackageLine(readme, manifest) === readme
      ? ''
      : 'README.md has no line for the package: node server/setup/readme.mjs line.',
    manifest.homepage ? '' : 'package.json has no homepage, to which the links of README lead.',
    notesOf(changelog, version) === '' ? `CHANGELOG.md has nothing under "## ${version}".` : '',
  ].filter((fault) => fault !== '');
}

function main() {
  const [, , tag = ''] = process.argv;
  const { NPM_TOKEN, GITHUB_OUTPUT, GITHUB_REPOSITORY } = process.env;
  /** @param {Record<string, string>} outputs */
  const put = (outputs) => {
    if (GITHUB_OUTPUT)
      for (const [name, value] of Object.entries(outputs))
        appendFileSync(GITHUB_OUTPUT, `${name}=${value}\n`);
  };
  if (!NPM_TOKEN) {
    process.stdout.write(
      '::notice::Nothing is published: the secret NPM_TOKEN is missing (docs/release.md says how to switch it on).\n',
    );
    put({ publish: 'false' });
    return;
  }
  const read = (/** @type {string} */ file) => readFileSync(file, 'utf8');
  const [citation, changelog, readme] = [read('CITATION.cff'), read('CHANGELOG.md'), read('README.md')];
  const manifest = JSON.parse(read('package.json'));
  const faults = faultsOf(tag, { manifest, citation, changelog, readme }, GITHUB_REPOSITORY);
  for (const fault of faults) process.stdout.write(`::error::${fault}\n`);
  if (faults.length > 0) {
    process.exitCode = 1;
    return;
  }
  writeFileSync('release-notes.md', `${notesOf(changelog, manifest.version)}\n`);
  put({ publish: 'true', 'dist-tag': distTagOf(manifest.version) });
}

if (isMain(import.meta.url)) main();
