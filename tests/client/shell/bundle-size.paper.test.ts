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
/** With what it loads once it is connected. */
const compareRoom = [...firstScreen, 'src/run/RunCharts.svelte'];
const rooms = ['Lessons', 'Search', 'Runs', 'Profile'].map(
  (room) => `src/rooms/${room.toLowerCase()}/${room}Room.svelte`,
);

test('The script and style that the first screen takes are at most 110.7 kB compressed', () => {
  expect(compressed(filesOf(firstScreen))).toBeLessThanOrEqual(110_700);
});

const languages = translations.map((language) => `src/messages/${language}.ts`);

/** A language brings the words of strategies and recipes along, which the server tells in English. */
test.each([
  ...rooms.map((room) => [room, 26_000] as const),
  ...languages.map((file) => [file, 27_800] as const),
])('%s adds at most %d bytes to it', (name, most) => {
  const more = [...filesOf([name])].filter((file) => !filesOf(compareRoom).has(file));
  expect(compressed(more)).toBeLessThanOrEqual(most);
});

test.each(languages)('%s, which is loaded before the page, needs nothing of it', (name) => {
  const ofPage = Object.values(manifest).flatMap(({ file }) =>
    /\/page-[^/]*\.js$/.test(file) ? [file] : [],
  );
  expect(ofPage).toHaveLength(1);
  expect([...filesOf([name])]).not.toContain(ofPage[0]);
});

/** One reader loads one language; English is counted. */
const isOfLanguage = (name: string) =>
  name.startsWith('src/messages/') ||
  translations.some((language) => new RegExp(`shared/\\w+/${language}/`).test(name));

test('A reader who opens every room and all that is in them has loaded at most 378 kB', () => {
  const everything = Object.entries(manifest).filter(
    ([name, { isEntry, isDynamicEntry }]) => (isEntry ?? isDynamicEntry) && !isOfLanguage(name),
  );
  expect(compressed(filesOf(everything.map(([name]) => name)))).toBeLessThanOrEqual(378_000);
});
