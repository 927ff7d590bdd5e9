import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { translations } from '../../client/src/messages/index.ts';

const assets = new URL('../../dist/client/assets/', import.meta.url);

const isTranslation = (name: string) => translations.some((language) => name.startsWith(`${language}-`));

test('All script and style that a reader loads, in whichever language, is at most 150 kB compressed', () => {
  const files = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  const bytes = (name: string) => gzipSync(readFileSync(new URL(name, assets)), { level: 9 }).length;
  const sum = files.filter((name) => !isTranslation(name)).reduce((all, name) => all + bytes(name), 0);
  const largest = Math.max(0, ...files.filter(isTranslation).map(bytes));
  expect(sum + largest).toBeLessThanOrEqual(150_000);
});
