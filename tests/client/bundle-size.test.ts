import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const assets = new URL('../../dist/client/assets/', import.meta.url);

test('All script and style of the page is at most 150 kB compressed', () => {
  const files = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  const bytes = files.map((name) => gzipSync(readFileSync(new URL(name, assets)), { level: 9 }).length);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(150_000);
});
