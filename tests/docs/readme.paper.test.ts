import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { benchOptions } from '../../server/cli/options/bench.ts';
import { start } from '../../server/terminal/options/start.ts';
import { strategies } from '../../server/engine/strategies/index.ts';
import { projectRoot } from '../support/project-root.ts';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const scripts = Object.keys(
  (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts,
);

describe.each(pages)('%s', (page) => {
  const text = read(page);

  test('names only scripts that exist', () => {
    const named = [
      ...text.matchAll(/npm (?:run (?:-s )?)?(start|test|run [\w:]+|bench[\w:]*|selfcheck|build|lint)/g),
    ]
      .map(([, name = '']) => name.replace('run ', ''))
      .concat([...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name));
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  test('names only options that exist', () => {
    const lines = [...text.matchAll(/(?:npm run bench --|roundtrip bench) ([^\n`]*)/g)].map(
      ([, words = '']) => words,
    );
    const known = benchOptions.flatMap(({ name, short }) => [`--${name}`, ...(short ? [`-${short}`] : [])]);
    // A line in quotes is of another tool.
    const named = lines.flatMap((words) =>
      words
        .replace(/--from (\S+) "[^"]*"/, '--from $1')
        .split(/\s+/)
        .filter((word) => /^--?[a-zA-Z]/.test(word)),
    );
    expect(named.filter((option) => !known.includes(option))).toEqual([]);
    const ofStart = [...text.matchAll(/(?:npm start --|roundtrip start) (--[\w-]+)/g)].map(
      ([, option = '']) => option,
    );
    const knownOfStart = start.options.map(({ name }) => `--${name}`);
    expect(ofStart.filter((option) => !knownOfStart.includes(option))).toEqual([]);
  });

  test('leads only to files that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link);
    const missing = links.filter(
      (link) => !/^https?:/.test(link) && !existsSync(join(projectRoot, page, '..', link)),
    );
    expect(missing).toEqual([]);
  });
});

test('the page on the command line has three examples and more, and every strategy', () => {
  const text = read('docs/command-line.md');
  expect([...text.matchAll(/^roundtrip bench .*$/gm)].length).toBeGreaterThan(3);
  const shown = strategies.filter(({ hidden }) => !hidden).map(({ id }) => id);
  expect(shown.filter((id) => !new RegExp(`\\| \`${id}\` +\\|`).test(text))).toEqual([]);
});
