import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commands } from '../../../server/cli/commands/index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What a module loads at once: its imports and re-exports that are no types. */
const staticImports = (file: string): string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type\b)(?:[\w*{][^;'"]*? from )?'([^']+)';$/gm,
    ),
  ].map(([, specifier = '']) => specifier);

/** Files of this project and names of packages that loading these files brings along. */
function loadedBy(files: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = files.map((file) => join(root, file));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const specifier of staticImports(file))
      if (specifier.startsWith('.')) waiting.push(join(dirname(file), specifier));
      else found.add(specifier);
  }
  return new Set([...found].map((file) => (file.startsWith(root) ? relative(root, file) : file)));
}

const commandFiles = readdirSync(join(root, 'server/cli/commands'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `server/cli/commands/${name}`);

test('The walk follows imports from file to file', () => {
  const loaded = loadedBy(['server/cli/activities/run.ts']);
  expect([...loaded]).toEqual(
    expect.arrayContaining(['server/engine/run/run.ts', 'zod/mini', 'shared/limits.ts']),
  );
});

test('Help and completion start without the engine and without large packages', () => {
  expect(commandFiles.length).toBeGreaterThan(5);
  const loaded = loadedBy(['server/cli/main.ts', ...commandFiles]);
  expect(loaded).toContain('server/cli/options/bench.ts');
  expect(
    [...loaded].filter((name) =>
      /^(zod|ioredis|libsql|fastify|socket\.io|hdr-histogram-js|jiti|server\/(engine\/run|history|http))\b/.test(
        name,
      ),
    ),
  ).toEqual([]);
});

test('Every command has a file and a line of the overview', () => {
  const named = commands.map(({ name }) => `server/cli/commands/${name}.ts`);
  expect([...named, 'server/cli/commands/index.ts'].sort()).toEqual(commandFiles.sort());
});
