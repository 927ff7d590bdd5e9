import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packedReadme, withPackageLine } from '../../server/setup/readme.mjs';
import { sidebars } from '../../site/pages.mjs';
import { projectRoot } from '../support/project-root.ts';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const readme = read('README.md');
const manifest = JSON.parse(read('package.json')) as { name: string; private?: boolean };
const start = `npx ${manifest.name} start`;

describe('README', () => {
  test('has the line of the package once package.json is no longer private, and that of a clone always', () => {
    expect(withPackageLine(readme, manifest)).toBe(readme);
    const published = withPackageLine(readme, { name: manifest.name });
    expect(published).toContain(start);
    expect(withPackageLine(published, { name: manifest.name })).toBe(published);
    const hidden = withPackageLine(published, { name: manifest.name, private: true });
    expect(hidden).not.toContain(start);
    for (const text of [published, hidden]) expect(text).toContain('cd roundtrip\nnpm start\n');
  });

  const linksOf = (text: string) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address = '']) => address);

  test('leads from the package to pages of the site, by the address in package.json', () => {
    const links = linksOf(packedReadme(readme, 'https://some.example/roundtrip'));
    expect(links.length).toBeGreaterThan(20);
    const pages = sidebars.en.flatMap(({ pages }) =>
      pages.map(({ path }) => path.replace(/(?:index)?\.md$/, '')),
    );
    const places = links.map(
      (link) => /^https:\/\/some\.example\/roundtrip\/([^#]*)/.exec(link)?.[1] ?? link,
    );
    expect(places.filter((place) => !pages.includes(place))).toEqual(['screenshots/run-1440.png', 'LICENSE']);
  });

  test('has no link out of the package while there is no address', () => {
    expect(linksOf(packedReadme(readme, undefined))).toEqual(['LICENSE']);
  });
});
