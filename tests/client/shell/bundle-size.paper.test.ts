import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { translations } from '../../../client/src/messages/index.ts';

interface Chunk {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

const built = new URL('../../../dist/client/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('manifest.json', built), 'utf8')) as Record<string, Chunk>;

/** All that comes with these chunks, which is not what they load only when it is asked for. */
function filesOf(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the build has no ${name}`);
    if (seen.has(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const other of chunk.imports ?? []) add(other);
  };
  for (const name of names) add(name);
  return files;
}

const compressed = (files: Iterable<string>): number =>
  [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(new URL(file, built)), { level: 9 }).length,
    0,
  );

const firstScreen = ['index.html', 'src/shell/show-page.ts'];
/** Files that the room Compare loads before Run. */
const beforeRun = [
  ...firstScreen,
  'src/run/RunCharts.svelte',
  'src/messages/charts/en.ts',
  'src/rooms/compare/anatomy/AnatomyPanel.svelte',
  'src/messages/anatomy/en.ts',
  'src/plan/draft-faults.ts',
];

test('The script and style that the first screen takes are at most 126 kB compressed', () => {
  expect(compressed(filesOf(firstScreen))).toBeLessThanOrEqual(126_000);
});

test('All that the page loads before Run is pressed is at most 260 kB compressed', () => {
  expect(compressed(filesOf(beforeRun))).toBeLessThanOrEqual(260_000);
});

const languages = translations.map((language) => `src/messages/${language}.ts`);

test.each(languages)('%s, which is loaded before the page, needs nothing of it', (name) => {
  const ofPage = Object.values(manifest).flatMap(({ file }) =>
    /\/page-[^/]*\.js$/.test(file) ? [file] : [],
  );
  expect(ofPage).toHaveLength(1);
  expect([...filesOf([name])]).not.toContain(ofPage[0]);
});
