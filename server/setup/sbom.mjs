// @ts-check
/**
 * What a release consists of (CycloneDX, on stdout), from the lock file: the packages that it installs, and those that
 * the build puts into it, which package.json has among the development packages.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from './build.mjs';
import { npm } from './dependencies.mjs';

/** Rooms whose sources are built into a release. */
const rooms = ['server', 'shared', 'client/src'];
/** They run when it is built. */
const ofTheBuild = /^server[\\/](setup[\\/]|vite\.config|library[\\/]declarations)/;

/** The packages that sources of a release import. */
function importedPackages() {
  const names = new Set();
  for (const room of rooms)
    for (const path of readdirSync(join(projectRoot, room), { recursive: true, encoding: 'utf8' })) {
      const file = join(room, path);
      if (!/\.(ts|svelte)$/.test(file) || ofTheBuild.test(file)) continue;
      const text = readFileSync(join(projectRoot, file), 'utf8');
      for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?'/g))
        names.add(name);
    }
  return names;
}

/**
 * The packages of a lock file as if none were for development.
 * @param {Record<string, object>} packages
 */
const withoutMarks = (packages) =>
  Object.fromEntries(
    Object.entries(packages).map(([path, entry]) => [
      path,
      { ...entry, dev: undefined, devOptional: undefined },
    ]),
  );

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(join(projectRoot, name), 'utf8'));

const manifest = read('package.json');
const lock = read('package-lock.json');
const imported = importedPackages();
const built = Object.entries(manifest.devDependencies).filter(([name]) => imported.has(name));
const released = { ...manifest.dependencies, ...Object.fromEntries(built) };
const folder = mkdtempSync(join(tmpdir(), 'roundtrip-sbom-'));
try {
  const { name, version, license } = manifest;
  const root = { name, version, license, dependencies: released };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
  // Without the marks of development npm works out by itself which are needed.
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: { ...withoutMarks(lock.packages), '': root } }),
  );
  const [program = '', ...first] = npm();
  const words = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx'];
  const { status, error } = spawnSync(program, [...first, ...words], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) throw error;
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
