import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { layers, rooms } from '../../lint/import-directions.js';
import { projectRoot } from '../support/project-root.ts';

const folders: readonly string[] = ['client/src', 'server', 'shared'];

const sources = folders.flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|svelte)$/.test(name))
    .map((name) => `${folder}/${name}`),
);

/** Layers as they are drawn: the recorder is a part of `profile`, and charts are a part of `client`. */
const drawnAs: Readonly<Record<string, string>> = { recorder: 'profile', charts: 'client' };

function layerOf(path: string): string | undefined {
  const name = layers.find(({ folder }) => path.startsWith(`${folder}/`))?.name;
  return name === undefined ? undefined : (drawnAs[name] ?? name);
}

/** Layers that a layer imports, by the relative imports of its files. */
function importsOf(layer: string): string[] {
  const found = new Set<string>();
  for (const file of sources.filter((path) => layerOf(path) === layer))
    for (const [, path = ''] of readFileSync(join(projectRoot, file), 'utf8').matchAll(
      /(?:\bfrom|\bimport\(?)\s*['"](\.[^'"]+)['"]/g,
    )) {
      const imported = layerOf(posix.join(dirname(file), path));
      if (imported !== undefined && imported !== layer) found.add(imported);
    }
  return [...found].sort();
}

test('the lines of docs/architecture.md are the imports between the layers', () => {
  const text = readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8');
  const drawn = Object.fromEntries(
    [...text.matchAll(/^(\w+) +→ (.+)$/gm)].map(([, layer = '', imports = '']) => [
      layer,
      imports.split(', ').sort(),
    ]),
  );
  const importing = layers
    .map(({ name }) => name)
    .filter((name) => !(name in drawnAs) && name !== 'shared' && name !== 'setup');
  expect(drawn).toEqual(Object.fromEntries(importing.map((layer) => [layer, importsOf(layer)])));
});

test.each(Object.entries(rooms))(
  'every room of %s has its place in the order of imports',
  (folder, order) => {
    const found = readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? entry.name : [],
    );
    expect(found.filter((room) => !order.flat().includes(room))).toEqual([]);
  },
);
