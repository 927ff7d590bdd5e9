// @ts-check
/**
 * The notices of the packages that the build puts into a release, as their licences ask for: one text, in which each
 * licence stands once with the copyright lines of all packages that have it.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PreparationFailed } from './run-command.mjs';

/** Licences under which a package may be in a release (SPDX). */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
]);

/**
 * What packages leave out of what they publish: the copyright line of their repository, where they have no text, and
 * the SPDX identifier, where they name their licence in an older form.
 * @type {Record<string, { identifier: string; copyright?: string }>}
 */
const leftOut = {
  '@redis/client': { identifier: 'MIT', copyright: 'Copyright (c) 2022-2025, Redis, inc.' },
  'abstract-logging': { identifier: 'MIT', copyright: 'Copyright (c) James Sumners' },
  'xmlhttprequest-ssl': { identifier: 'MIT' },
};

/** What the bundler writes about each bundle, relative to the folder of the build. */
const lists = ['licences.json', 'client/licences.json'];
export const noticesPath = 'client/third-party-licences.txt';

/**
 * @typedef {object} Bundled
 * @property {string} name
 * @property {string} version
 * @property {string} [identifier] SPDX
 * @property {string} [text] of its licence
 */

/**
 * Writes the notices of a build, from the lists that the bundler made. Throws PreparationFailed where a package has no
 * licence that is accepted, or no text.
 * @param {string} dist
 * @param {readonly Bundled[]} others what is in a release without being bundled
 */
export function writeLicences(dist, others) {
  const bundled = lists.flatMap((list) => {
    const path = join(dist, list);
    if (!existsSync(path))
      throw new PreparationFailed(`The build made no ${list}: build.license in vite.config.ts`);
    const packages = /** @type {Bundled[]} */ (JSON.parse(readFileSync(path, 'utf8')));
    rmSync(path);
    return packages;
  });
  writeFileSync(join(dist, noticesPath), noticesOf([...bundled, ...others]));
}

/**
 * @param {readonly Bundled[]} packages
 * @returns {string}
 */
export function noticesOf(packages) {
  /** @type {Map<string, { identifier: string; body: string; of: Map<string, string[]> }>} */
  const texts = new Map();
  const mit = packages.find(({ identifier, text }) => identifier === 'MIT' && text)?.text ?? '';
  for (const { name, version, ...published } of packages) {
    const known = leftOut[name];
    const identifier = published.identifier ?? known?.identifier ?? '';
    const text = published.text ?? (known?.copyright ? `${known.copyright}\n\n${parted(mit)[1]}` : '');
    if (!accepted.has(identifier))
      throw new PreparationFailed(
        `${name}@${version} has the licence “${identifier}”, which is none of ${[...accepted].join(', ')}: server/setup/licences.mjs`,
      );
    if (text === '')
      throw new PreparationFailed(`${name}@${version} (${identifier}) has no text of its licence`);
    const [copyrights, body] = parted(text);
    const key = `${identifier} ${body.replace(/\W+/g, ' ').toLowerCase()}`;
    const found = texts.get(key) ?? { identifier, body, of: new Map() };
    found.of.set(`${name} ${version}`, copyrights);
    texts.set(key, found);
  }
  const rule = '-'.repeat(80);
  return [...texts.values()]
    .map(({ identifier, body, of }) => {
      const notices = [...of]
        .sort()
        .map(([name, lines]) => [name, ...lines.map((line) => `    ${line}`)].join('\n'));
      return `${identifier}\n\n${notices.join('\n')}\n\n${body}\n`;
    })
    .join(`\n${rule}\n\n`);
}

/**
 * Copyright lines of a licence, and the rest of it.
 * @param {string} text
 * @returns {[copyrights: string[], body: string]}
 */
function parted(text) {
  const lines = text.replaceAll('\r', '').split('\n');
  const isCopyright = (/** @type {string} */ line) =>
    /^\W*copyright\b.*\d{4}|^\W*copyright \(c\)/i.test(line);
  const body = lines.filter(
    (line) => !isCopyright(line) && !/^\W*the mit license( \(mit\))?\W*$|^\W*mit license\W*$/i.test(line),
  );
  return [
    lines.filter(isCopyright).map((line) => line.trim()),
    body
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  ];
}
