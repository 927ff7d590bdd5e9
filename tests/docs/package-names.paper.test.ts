import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/project-root.ts';

/** Files that name the package as what it is, or that tell of earlier times. */
const exempt = new Set([
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
  'tests/docs/package-names.paper.test.ts',
]);

/**
 * Commands by which npm would fetch a package by a name that is not ours: `roundtrip` is another program on npm, and
 * anybody can register the scope of package.json.
 */
const name = String.raw`["'\`]?(?:@roundtrip-lab\b|roundtrip(?=$|[\s"'\`@]))`;
const foreign = [
  // With `--no` npx installs nothing, and the `--` keeps the name from being taken for its value.
  String.raw`\b(?:npx|bunx|pnpx|(?:pnpm|yarn) dlx)(?: --?[\w-]*(?:=\S+)?)* ${name}`,
  String.raw`\bnpm (?:exec|x)(?: --?(?!package)[\w-]*)* ${name}`,
  String.raw`\bnpx (?:--yes|-y) ["'\`]?\$`,
  String.raw`\b(?:npm|pnpm|yarn|bun) (?:install|i|add)(?: [^\s\`]+)*? ${name}`,
  '@roundtrip-lab/roundtrip@',
].map((pattern) => new RegExp(pattern));
const isForeign = (line: string) =>
  foreign.some((pattern) => pattern.test(line.replaceAll('npx --no -- roundtrip', '')));

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: projectRoot, encoding: 'utf8' })
  .split('\0')
  .filter((name) => name !== '' && !exempt.has(name) && existsSync(join(projectRoot, name)));

describe('a command that fetches a package of somebody else', () => {
  test.each([
    'npx roundtrip bench',
    'npx --yes @roundtrip-lab/roundtrip@latest bench',
    'npx -y "$ROUNDTRIP" bench',
    'npx --no roundtrip bench',
    'npm install --save-dev @roundtrip-lab/roundtrip',
    'npm i roundtrip',
    'npm exec --yes -- roundtrip bench',
    'pnpm add @roundtrip-lab/roundtrip',
    "ROUNDTRIP: '@roundtrip-lab/roundtrip@latest'",
  ])('is seen: %s', (line) => {
    expect(isForeign(line)).toBe(true);
  });

  test.each([
    'npx --no -- roundtrip bench',
    'npm install --save-dev ./roundtrip-lab-roundtrip-*.tgz',
    'npm exec --yes --package="$ROUNDTRIP" -- roundtrip bench',
    "import { run } from '@roundtrip-lab/roundtrip';",
    'npx vitest run',
  ])('is not: %s', (line) => {
    expect(isForeign(line)).toBe(false);
  });

  test('is in no file of the repository', () => {
    expect(tracked.length).toBeGreaterThan(1000);
    const found = tracked.flatMap((name) =>
      readFileSync(join(projectRoot, name), 'utf8')
        .split('\n')
        .flatMap((line, at) => (isForeign(line) ? [`${name}:${at + 1}: ${line.trim().slice(0, 120)}`] : [])),
    );
    expect(found).toEqual([]);
  });
});
