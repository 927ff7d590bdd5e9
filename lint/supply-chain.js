// @ts-check
/**
 * Holds the lock files to what was agreed about other people's code: nobody's scripts run at install, licences are known,
 * and each lock file says all that an install on any system needs. Reads package.json and package-lock.json alone.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Of the project, and of the site of its docs. */
const folders = ['', 'site/'];

/** Packages whose install script was read and found good, or is not run: site/.npmrc turns scripts off. */
const installScripts = new Set([
  'node_modules/protobufjs',
  'node_modules/msgpackr-extract',
  'site/node_modules/esbuild',
]);

/** Each may be used in a program under MIT. MPL-2.0 (build tools alone) asks for changes to its own files only. */
const licences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  '(MIT AND Zlib)',
]);

/** Packages whose manifest states the licence in a form that the lock file does not take over. */
const readLicences = new Map([['node_modules/xmlhttprequest-ssl', 'MIT']]);

const dependencyFields = /** @type {const} */ (['dependencies', 'devDependencies', 'optionalDependencies']);

/**
 * @typedef {object} LockedPackage
 * @property {string} [license]
 * @property {string} [integrity] Hash of the archive.
 * @property {boolean} [hasInstallScript]
 * @property {boolean} [inBundle] It comes inside the archive of another.
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/**
 * What is wrong, a sentence each. Empty: nothing.
 * @param {Pick<LockedPackage, 'dependencies' | 'devDependencies' | 'optionalDependencies'>} manifest package.json
 * @param {{ packages: Record<string, LockedPackage> }} lock package-lock.json
 * @param {string} [folder] Of both, relative to the project, as in "site/".
 * @returns {string[]}
 */
export function findSupplyFaults(manifest, { packages }, folder = '') {
  const { '': root, ...locked } = packages;
  return [
    ...dependencyFields
      .filter((field) => !sameEntries(manifest[field], root?.[field]))
      .map((field) => `${folder}package-lock.json has other ${field} than package.json: run npm install.`),
    ...Object.entries(locked).flatMap(([path, entry]) => [
      ...faultsOf(`${folder}${path}`, entry),
      ...missingOf(path, entry, packages).map(
        (name) =>
          `${folder}${path} needs ${name}, which the lock file lacks: npm ci fails. Delete package-lock.json's entry and node_modules, and run npm install.`,
      ),
    ]),
  ];
}

/**
 * @param {string} path
 * @param {LockedPackage} entry
 * @returns {string[]}
 */
function faultsOf(path, { license = readLicences.get(path), integrity, hasInstallScript, inBundle }) {
  const faults = [];
  if (hasInstallScript && !installScripts.has(path))
    faults.push(
      `${path} runs a script at install: read it, and list it in lint/supply-chain.js, or do without.`,
    );
  if (!licences.has(license ?? ''))
    faults.push(
      `${path} has the licence ${license ?? '(none)'}, which is not on the list of lint/supply-chain.js.`,
    );
  if (!integrity && !inBundle) faults.push(`${path} has no hash in the lock file: run npm install again.`);
  return faults;
}

/**
 * Dependencies for which npm would find no entry, those of other systems included.
 * @param {string} path
 * @param {LockedPackage} entry
 * @param {Record<string, LockedPackage>} packages
 */
function missingOf(path, { dependencies, optionalDependencies }, packages) {
  return Object.keys({ ...dependencies, ...optionalDependencies }).filter(
    (name) => !placesFor(path, name).some((place) => place in packages),
  );
}

/**
 * Where Node looks for a package, the nearest place first.
 * @param {string} path
 * @param {string} name
 * @returns {string[]}
 */
function placesFor(path, name) {
  const parent = path.lastIndexOf('node_modules/');
  return [
    `${path === '' ? '' : `${path}/`}node_modules/${name}`,
    ...(path === '' ? [] : placesFor(path.slice(0, Math.max(0, parent - 1)), name)),
  ];
}

/**
 * @param {Record<string, string>} [a]
 * @param {Record<string, string>} [b]
 */
const sameEntries = (a = {}, b = {}) =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/**
 * @param {string} root
 * @param {string} name
 */
const readJson = (root, name) => JSON.parse(readFileSync(join(root, name), 'utf8'));

/**
 * @param {string} root
 * @param {string} [folder]
 */
export const readSupply = (root, folder = '') =>
  /** @type {Parameters<typeof findSupplyFaults>} */ ([
    readJson(join(root, folder), 'package.json'),
    readJson(join(root, folder), 'package-lock.json'),
    folder,
  ]);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = folders.flatMap((folder) => findSupplyFaults(...readSupply(process.cwd(), folder)));
  for (const text of found) console.error(text);
  if (found.length > 0) process.exitCode = 1;
}
